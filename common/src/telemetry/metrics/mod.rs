//! The metrics of a fleet's programs (Prometheus): every name stands in this folder and nowhere
//! else, so that a dashboard can be checked against it. What is counted where is the business of the
//! programs.

mod coordinator;
mod worker;

pub use coordinator::CoordinatorMetrics;
pub use worker::WorkerMetrics;

use prometheus::{Encoder as _, Registry, TextEncoder};

/// The media type of [`text`].
pub const TEXT: &str = "text/plain; version=0.0.4";

/// The metrics of a registry in the text format of Prometheus, version 0.0.4.
///
/// # Errors
/// A metric could not be written down.
pub fn text(registry: &Registry) -> Result<String, prometheus::Error> {
    let mut text = Vec::new();
    TextEncoder::new().encode(&registry.gather(), &mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
