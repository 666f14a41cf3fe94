//! A job's rows: a window as one JSON document, or all of them as lines, told as they are read from the
//! store so that no answer is too large.

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use common::api::{LastLine, MOST_AT_ONCE, NDJSON, RowWindow, Rows, RowsEnd, shown};
use common::store::{AnswerStore, StoreError};
use futures::stream;

use super::Parts;
use super::answer::{is_final, open};
use super::asked::{Asked, Named, bad_request};
use super::problem::Failure;

/// Rows that are read from the store, and in memory, at a time.
const STRIDE: usize = 100;

/// `GET /v1/jobs/{id}/rows`: JSON, or one row a line where `application/x-ndjson` is asked for.
pub(super) async fn rows(
    State(parts): State<Parts>,
    Named(id): Named,
    asked: Asked,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let window = window(asked)?;
    let (record, job) = open(&parts, &id).await?;
    if let Some(unknown) = job.schema.unknown_among(&window.fields) {
        let names = job.schema.answer.iter().flat_map(|answer| &answer.fields);
        let names: Vec<_> = names.map(|field| field.name.as_str()).collect();
        return Err(bad_request("The rows have no such field.")
            .at("/fields")
            .got(unknown.into())
            .allowed(&names)
            .hint("`allowed` names the fields."));
    }
    let order = job.store.row_order().await?;
    let accept = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    if accept.is_some_and(|accept| accept.contains(NDJSON)) {
        let kind = [(CONTENT_TYPE, NDJSON)];
        let body = Telling::new(job.store, order, window).body();
        return Ok((is_final(&record), kind, body).into_response());
    }
    let limit = window.limit.unwrap_or(MOST_AT_ONCE).min(MOST_AT_ONCE);
    let from = window.offset.min(order.len());
    let to = from.saturating_add(limit).min(order.len());
    let found = job.store.rows_of(&order[from..to], from).await?;
    let told = Rows {
        from: window.offset,
        total: order.len() as u64,
        rows: found.into_iter().map(|row| shown(row, &window)).collect(),
    };
    Ok((is_final(&record), Json(told)).into_response())
}

fn window(asked: Asked) -> Result<RowWindow, Failure> {
    let asked = asked.only(&["offset", "limit", "fields", "receipts"])?;
    let fields = asked.text("fields").unwrap_or_default().split(',');
    let fields = fields.map(str::trim).filter(|name| !name.is_empty());
    Ok(RowWindow {
        offset: asked.number("offset", 0)?.unwrap_or(0),
        limit: asked.number("limit", 0)?,
        fields: fields.map(str::to_owned).collect(),
        receipts: asked.says("receipts")?,
    })
}

/// Rows on their way to a client.
struct Telling {
    store: AnswerStore,
    /// The ids of all rows.
    order: Vec<String>,
    window: RowWindow,
    /// Place of the next row, and of the one after the last.
    at: usize,
    to: usize,
    told: usize,
    step: Step,
}

enum Step {
    Rows,
    /// The client was told why it ends here; now the connection ends as one that is cut.
    Failed(StoreError),
    Over,
}

impl Telling {
    fn new(store: AnswerStore, order: Vec<String>, window: RowWindow) -> Self {
        let most = window.limit.unwrap_or(usize::MAX);
        Self {
            at: window.offset.min(order.len()),
            to: window.offset.saturating_add(most).min(order.len()),
            store,
            order,
            window,
            told: 0,
            step: Step::Rows,
        }
    }

    fn body(self) -> Body {
        Body::from_stream(stream::unfold(self, |mut telling| async {
            let chunk = telling.next().await?;
            Some((chunk, telling))
        }))
    }

    async fn next(&mut self) -> Option<Result<Bytes, StoreError>> {
        match std::mem::replace(&mut self.step, Step::Over) {
            Step::Over => None,
            Step::Failed(error) => {
                // What was told is sent before the connection is cut.
                tokio::task::yield_now().await;
                Some(Err(error))
            }
            Step::Rows => Some(Ok(match self.lines().await {
                Ok(lines) => lines.into(),
                Err(error) => {
                    tracing::warn!(%error, "rows are cut off");
                    let problem = Failure::from(error.clone()).problem();
                    self.step = Step::Failed(error);
                    line(&LastLine::Problem(problem)).into()
                }
            })),
        }
    }

    /// The next rows as lines, or the last line.
    async fn lines(&mut self) -> Result<String, StoreError> {
        if self.at == self.to {
            return Ok(line(&LastLine::End(RowsEnd {
                from: self.window.offset,
                rows: self.told,
                total: self.order.len(),
            })));
        }
        let until = self.at.saturating_add(STRIDE).min(self.to);
        let some = self.order.get(self.at..until).unwrap_or_default();
        let found = self.store.rows_of(some, self.at).await?;
        self.at = until;
        self.told += found.len();
        self.step = Step::Rows;
        let mut text = String::new();
        for row in found {
            text.push_str(&shown(row, &self.window).to_string());
            text.push('\n');
        }
        Ok(text)
    }
}

fn line(last: &LastLine) -> String {
    let text = serde_json::to_string(last).unwrap_or_default();
    format!("{text}\n")
}
