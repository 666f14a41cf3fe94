//! The settings as written, before any is checked: the shape of `default.toml`.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Raw {
    pub(super) browser: RawBrowser,
    pub(super) run: RawRun,
    pub(super) log: RawLog,
    pub(super) queue: RawBackend,
    pub(super) store: RawBackend,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RawBrowser {
    pub(super) webdriver_url: String,
    pub(super) binary: String,
    pub(super) driver: String,
    pub(super) lanes: u32,
    pub(super) allow_ranges: Vec<String>,
    pub(super) recycle_after: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RawRun {
    pub(super) out: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RawLog {
    pub(super) level: String,
    pub(super) format: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RawBackend {
    pub(super) url: String,
}
