//! The worker: takes deliveries, reads their pages in a wave, drafts a row for each, submits, and
//! acknowledges after the commit. It keeps nothing of its own between two pages.

pub mod http;
mod metrics;
mod read;
mod seats;
mod service;
mod submit;

pub use metrics::Meter;
pub use read::advise;
pub use service::{OnStop, Options, Parts, Service, WorkerError};
