//! Whether the coordinator can work, and its metrics.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use common::telemetry::metrics::TEXT;

use super::Parts;
use super::problem::Failure;
use crate::metrics::text;

/// How long store and queue may take to answer a coordinator that asks whether they are there.
const PATIENCE: Duration = Duration::from_secs(3);

/// `GET /readyz`: the store and the queue answer. A coordinator that stands by is ready, too, and so is one
/// whose broker takes no publishes, which it says: it serves the whole API, and no other would fare better.
pub(super) async fn ready(State(parts): State<Parts>) -> Response {
    let store = within(parts.registry.reach());
    let queue = within(parts.queue.depth());
    let why = match tokio::join!(store, queue) {
        (Err(why), _) => format!("store out of reach: {why}\n"),
        (_, Err(why)) => format!("queue out of reach: {why}\n"),
        (Ok(()), Ok(_)) => {
            return standing(*parts.active.borrow(), parts.queue.health().blocked).into_response();
        }
    };
    (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
}

/// What a ready coordinator says of itself.
fn standing(active: bool, blocked: Option<String>) -> String {
    let standing = if active { "active" } else { "standing by" };
    match blocked {
        Some(why) => format!("{standing}; the broker takes no publishes: {why}\n"),
        None => format!("{standing}\n"),
    }
}

async fn within<T, E: std::error::Error>(
    answer: impl Future<Output = Result<T, E>>,
) -> Result<T, String> {
    match tokio::time::timeout(PATIENCE, answer).await {
        Ok(answer) => answer.map_err(|error| error.to_string()),
        Err(_) => Err(format!("no answer within {PATIENCE:?}")),
    }
}

/// `GET /metrics`: Prometheus text format 0.0.4.
pub(super) async fn metrics(State(parts): State<Parts>) -> Result<Response, Failure> {
    let failed = |error: prometheus::Error| {
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "failed",
            error.to_string(),
        )
    };
    let text = text(&parts).await.map_err(failed)?;
    Ok(([(CONTENT_TYPE, TEXT)], text).into_response())
}
