//! The pure core of Windrow: what a job, a page, a schema, a row and a commit are, and every rule
//! that decides about them. It does no IO, reads no clock and imports nothing of ours.

pub mod answer;
pub mod disposition;
pub mod evidence;
pub mod frontier;
pub mod ids;
pub mod job;
pub mod page_class;
pub mod paging;
pub mod panel;
pub mod pointer;
pub mod schema;
pub mod snapshot;
mod spelling;
pub mod task;
