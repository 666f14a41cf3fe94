//! The coordinator: turns list pages into a frontier, hands due pages to the queue, and closes the
//! job through the gate once everything that was discovered is settled. It reads no detail page.

mod discover;
mod dispatcher;
mod gate;
pub mod lists;
mod service;

pub use service::{CoordinatorError, Ending, Outcome, Parts, run_job};
