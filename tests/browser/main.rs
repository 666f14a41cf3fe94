//! The WebDriver reader against real Chromium and a small server of nasty pages. A missing browser
//! fails these tests with the command that installs it.

#![expect(
    clippy::unwrap_used,
    reason = "the kit of these tests is only ever called by tests"
)]

mod consume;
mod death;
mod frame_pages;
mod framed;
mod lists;
mod pages;
mod profiles;
mod reading;
mod remote;
mod server;
mod sheets;
mod sites;
mod world;
