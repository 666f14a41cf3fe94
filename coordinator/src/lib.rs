//! The coordinator: turns list pages into a frontier, hands due pages to the queue, and closes the
//! job through the gate once everything that was discovered is settled. It reads no detail page.

mod conduct;
mod discover;
mod dispatcher;
pub mod fleet;
mod gate;
pub mod http;
mod lane;
mod list_pages;
pub mod lists;
mod metrics;
mod reclaim;
mod service;
mod shares;
mod sources;

pub use conduct::{QueueOutages, Tune};
pub use discover::top_fields;
pub use lane::Lane;
pub use list_pages::is_shown;
pub use reclaim::{Readers, reclaim};
pub use service::{CoordinatorError, Ending, Outcome, Parts, StopReason, end_early, run_job};
