//! A job's answer: the document, its rows, its coverage.

use axum::Json;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName};
use axum::response::{IntoResponse, Response};
use common::api::{self, Rows};
use common::jobs::{JobRecord, OpenJob, compile};
use common::store::RowEntry;
use domain::ids::JobId;
use serde::Deserialize;
use std::sync::Arc;

use super::Parts;
use super::problem::Failure;

/// `yes` if nothing more will happen to the answer.
static FINAL: HeaderName = HeaderName::from_static("windrow-final");
/// Rows that are told without a limit.
const MOST_ROWS: usize = 1_000;

/// A job with its answer, whatever its state.
pub(super) async fn open(parts: &Parts, id: &str) -> Result<(JobRecord, OpenJob), Failure> {
    let missing = || Failure::no_job(id);
    let id = JobId::parse(id).ok_or_else(missing)?;
    let record = parts.registry.get(&id).await?.ok_or_else(missing)?;
    let schema = compile(&record.file)
        .map_err(|findings| Failure::refused("The job's schema is refused.", findings))?;
    let shards = Arc::clone(parts.registry.answers());
    let (file, clock) = (record.file.clone(), parts.clock.clone());
    let job = OpenJob::new(shards, id, file, Arc::new(schema), clock);
    Ok((record, job))
}

fn is_final(record: &JobRecord) -> [(HeaderName, &'static str); 1] {
    let told = if record.state.is_terminal() {
        "yes"
    } else {
        "no"
    };
    [(FINAL.clone(), told)]
}

/// `GET /v1/jobs/{id}/output`
pub(super) async fn output(
    State(parts): State<Parts>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let (record, job) = open(&parts, &id).await?;
    let delivery = job.store.deliver(false).await?;
    let document = job.store.deliverable(&delivery.output);
    Ok((is_final(&record), Json(document)).into_response())
}

/// `GET /v1/jobs/{id}/coverage`
pub(super) async fn coverage(
    State(parts): State<Parts>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let (record, job) = open(&parts, &id).await?;
    let told = api::coverage(&job.store).await?;
    Ok((is_final(&record), Json(told)).into_response())
}

/// `GET /v1/jobs/{id}/verify`
pub(super) async fn verify(
    State(parts): State<Parts>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let (_, job) = open(&parts, &id).await?;
    Ok(Json(job.store.verify().await?).into_response())
}

#[derive(Deserialize)]
pub(super) struct Window {
    #[serde(default)]
    offset: usize,
    limit: Option<usize>,
    #[serde(default)]
    fields: String,
}

/// `GET /v1/jobs/{id}/rows`: JSON, or one row a line where `application/x-ndjson` is asked for.
pub(super) async fn rows(
    State(parts): State<Parts>,
    Path(id): Path<String>,
    window: Result<Query<Window>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let Query(window) = window?;
    let (record, job) = open(&parts, &id).await?;
    let accept = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    let lines = accept.is_some_and(|accept| accept.contains("application/x-ndjson"));
    let most = if lines { usize::MAX } else { MOST_ROWS };
    let found = job.store.rows(window.offset, window.limit.unwrap_or(most));
    let found = found.await?;
    let fields = window.fields.split(',').map(str::trim);
    let fields: Vec<String> = fields
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    let rows = found
        .into_iter()
        .map(|RowEntry { row, .. }| api::only(row.item, &fields));
    if lines {
        let mut text = String::new();
        for row in rows {
            text.push_str(&row.to_string());
            text.push('\n');
        }
        let kind = [(CONTENT_TYPE, "application/x-ndjson")];
        return Ok((is_final(&record), kind, Body::from(text)).into_response());
    }
    let told = Rows {
        from: window.offset,
        total: job.store.progress().await?.rows,
        rows: rows.collect(),
    };
    Ok((is_final(&record), Json(told)).into_response())
}
