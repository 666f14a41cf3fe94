//! A small web server for tests and the demo: serves a [`Content`] on loopback, counts every
//! request, and misbehaves on demand. What it serves lives beside it, not here.

mod catalogue;
mod faults;
mod framed_board;
mod gate;
mod html;
mod job_board;
mod lists;
mod log;
mod moorings;
mod page;
mod plain_shop;
mod sample;
mod server;
mod sheets;

pub use faults::{Fault, Faults};
pub use gate::Gate;
pub use log::RequestLog;
pub use page::{Content, Page, Pages};
pub use sample::{PLACEHOLDER, SampleSite, Scenario};
pub use server::SiteServer;
pub use sheets::{Sheet, Sheets};

#[cfg(test)]
mod tests;
