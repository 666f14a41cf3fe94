//! The coordinator's HTTP API (version 1), readiness and metrics. Everything it tells is in the store, so
//! a coordinator that stands by answers as well as the active one.

mod answer;
mod asked;
mod differ;
mod document;
mod guard;
mod health;
mod jobs;
mod problem;
mod rows;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use axum::{Router, middleware};
use common::clock::Clock;
use common::jobs::Registry;
use common::queue::TaskQueue;
use common::telemetry::metrics::CoordinatorMetrics;
use domain::job::AllowRange;
use tokio::sync::{Notify, watch};

/// The largest body, in bytes.
const LARGEST: usize = 16 * 1024 * 1024;

/// What the API works with.
#[derive(Clone)]
pub struct Parts {
    /// The jobs.
    pub registry: Registry,
    /// The queue, for readiness and metrics.
    pub queue: Arc<dyn TaskQueue>,
    /// The time.
    pub clock: Clock,
    /// What a request must carry; `None` only behind a loopback address.
    pub token: Option<String>,
    /// Special ranges that jobs may name.
    pub allow_ranges: Vec<AllowRange>,
    /// What is counted.
    pub metrics: CoordinatorMetrics,
    /// Whether this coordinator holds the lease.
    pub active: watch::Receiver<bool>,
    /// Notified when there is something to do.
    pub wake: Arc<Notify>,
}

/// The routes.
pub fn router(parts: Parts) -> Router {
    let guarded = Router::new()
        .route("/v1/jobs", get(jobs::list).post(jobs::submit))
        .route("/v1/jobs/{id}", get(jobs::status).delete(jobs::cancel))
        .route("/v1/jobs/{id}/output", get(answer::output))
        .route("/v1/jobs/{id}/rows", get(rows::rows))
        .route("/v1/jobs/{id}/coverage", get(answer::coverage))
        .route("/v1/jobs/{id}/verify", get(answer::verify))
        .layer(middleware::from_fn_with_state(parts.clone(), guard::guard));
    Router::new()
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .merge(guarded)
        .fallback(problem::no_route)
        .method_not_allowed_fallback(problem::no_method)
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(parts)
}
