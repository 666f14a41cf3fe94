//! A worker's door for those who watch over it: alive, ready, metrics. It takes no work.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use common::queue::TaskQueue;
use common::telemetry::metrics::{self, WorkerMetrics};

/// What the door shows.
#[derive(Clone)]
pub struct Door {
    /// Where pages come from: a live consumer makes the worker ready.
    pub queue: Arc<dyn TaskQueue>,
    /// What is counted.
    pub metrics: WorkerMetrics,
}

/// `/healthz`, `/readyz` and `/metrics` (Prometheus text format 0.0.4).
pub fn router(door: Door) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .with_state(door)
}

async fn ready(State(door): State<Door>) -> Response {
    if door.queue.health().consumers > 0 {
        return "consuming\n".into_response();
    }
    let why = "no consumer is live: the broker is out of reach, or the worker is draining\n";
    (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
}

async fn metrics(State(door): State<Door>) -> Response {
    let live = i64::from(door.queue.health().consumers > 0);
    door.metrics.consumer_live.set(live);
    match metrics::text(&door.metrics.registry) {
        Ok(text) => ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}
