//! Whether the coordinator can work, and its metrics.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::Parts;
use super::problem::Failure;
use crate::metrics::text;

/// `GET /readyz`: the store and the queue answer.
pub(super) async fn ready(State(parts): State<Parts>) -> Result<Response, Failure> {
    parts.registry.open().await?;
    if let Err(error) = parts.queue.depth().await {
        let message = error.to_string();
        return Err(Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            message,
        ));
    }
    let active = *parts.active.borrow();
    Ok(if active { "active\n" } else { "standing by\n" }.into_response())
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
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}
