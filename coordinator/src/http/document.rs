//! The answer as one document, told while its rows are read from the store: of however many rows, a
//! hundred are in memory. A document that cannot be told to its end is cut off with the connection.

use axum::body::{Body, Bytes};
use common::store::{AnswerStore, StoreError};
use domain::answer::frame::Frame;
use futures::stream;

/// Rows that are read and told in one go.
const STRIDE: usize = 100;

/// A document on its way to a client.
pub(super) struct Document {
    store: AnswerStore,
    frame: Frame,
    /// The ids of all rows.
    order: Vec<String>,
    /// Place of the next row.
    at: usize,
    /// No row was told yet.
    first: bool,
    over: bool,
}

impl Document {
    /// The answer as it stands.
    pub(super) async fn of(store: AnswerStore) -> Result<Self, StoreError> {
        Ok(Self {
            frame: store.frame().await?,
            order: store.row_order().await?,
            store,
            at: 0,
            first: true,
            over: false,
        })
    }

    pub(super) fn body(self) -> Body {
        Body::from_stream(stream::unfold(self, |mut document| async {
            let chunk = document.next().await?;
            Some((chunk, document))
        }))
    }

    async fn next(&mut self) -> Option<Result<Bytes, StoreError>> {
        if self.over {
            return None;
        }
        let some = self.some().await;
        if let Err(error) = &some {
            tracing::warn!(%error, "an answer is cut off");
            self.over = true;
            // What was told is sent before the connection is cut.
            tokio::task::yield_now().await;
        }
        Some(some.map(Bytes::from))
    }

    /// The next rows, or what stands after the last.
    async fn some(&mut self) -> Result<String, StoreError> {
        let until = self.at.saturating_add(STRIDE).min(self.order.len());
        let ids = self.order.get(self.at..until).unwrap_or_default();
        if ids.is_empty() {
            self.over = true;
            return Ok(self.frame.end(self.first).to_owned());
        }
        let mut text = String::new();
        for row in self.store.delivered_rows(ids, self.at).await? {
            text.push_str(&self.frame.row(self.first, &row));
            self.first = false;
        }
        self.at = until;
        Ok(text)
    }
}
