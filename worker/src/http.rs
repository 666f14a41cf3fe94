//! What a worker tells those who watch over it while it serves: whether it can work, and its metrics.
//! It takes no work.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use common::browser::PageReader;
use common::health::{Health, Standing};
use common::jobs::Registry;
use common::queue::TaskQueue;
use common::telemetry::metrics::{self, WorkerMetrics};

/// How long the store may take to answer a worker that asks whether it is there.
const PATIENCE: Duration = Duration::from_secs(3);

/// What the door shows.
#[derive(Clone)]
pub struct Door {
    /// Where pages come from: a live consumer makes the worker ready.
    pub queue: Arc<dyn TaskQueue>,
    /// The jobs, in the store that pages are committed to.
    pub registry: Registry,
    /// Reads pages in browsers.
    pub reader: Arc<dyn PageReader>,
    /// What is counted.
    pub metrics: WorkerMetrics,
    /// A worker that drains is no consumer any more.
    pub health: Health,
}

/// `/readyz` and `/metrics` (Prometheus text format 0.0.4).
pub fn router(door: Door) -> Router {
    Router::new()
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .with_state(door)
}

impl Door {
    fn consumes(&self) -> bool {
        let serving = self.health.standing() == Standing::Serving;
        serving && self.queue.health().consumers > 0
    }
}

async fn ready(State(door): State<Door>) -> Response {
    let not_now = |why: String| (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    if !door.consumes() {
        return not_now("no live consumer: the broker is out of reach\n".to_owned());
    }
    match tokio::time::timeout(PATIENCE, door.registry.reach()).await {
        Ok(Ok(())) => "consuming\n".into_response(),
        Ok(Err(error)) => not_now(format!("store out of reach: {error}\n")),
        Err(_) => not_now(format!(
            "store out of reach: no answer within {PATIENCE:?}\n"
        )),
    }
}

async fn metrics(State(door): State<Door>) -> Response {
    let live = i64::from(door.consumes());
    door.metrics.consumer_live.set(live);
    let browsers = i64::try_from(door.reader.sessions()).unwrap_or(i64::MAX);
    door.metrics.browsers.set(browsers);
    match metrics::text(&door.metrics.registry) {
        Ok(text) => ([(CONTENT_TYPE, metrics::TEXT)], text).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}
