//! The worker: takes deliveries, reads their pages in a wave, drafts a row for each, submits, and
//! acknowledges after the commit. It keeps nothing of its own between two pages.

mod read;
mod service;
mod submit;

pub use service::{Options, Parts, Service, WorkerError};
