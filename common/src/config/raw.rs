//! The settings as written, before any is checked: the shape of `default.toml`.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Raw {
    pub(super) browser: RawBrowser,
    pub(super) run: RawRun,
    pub(super) log: RawLog,
    pub(super) queue: RawQueue,
    pub(super) store: RawStore,
    pub(super) archive: RawArchive,
    pub(super) coordinator: RawCoordinator,
    pub(super) worker: RawWorker,
    pub(super) fleet: RawFleet,
    pub(super) client: RawClient,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RawBrowser {
    pub(super) webdriver_url: String,
    pub(super) binary: String,
    pub(super) driver: String,
    pub(super) lanes: u32,
    pub(super) allow_ranges: Vec<String>,
    pub(super) sandbox: String,
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
pub(super) struct RawQueue {
    pub(super) url: String,
    pub(super) prefix: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RawStore {
    pub(super) url: String,
    pub(super) prefix: String,
    pub(super) authorities: String,
    pub(super) keep: String,
    pub(super) max_job_bytes: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RawArchive {
    pub(super) url: String,
    pub(super) keep: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RawCoordinator {
    pub(super) listen: String,
    pub(super) token: String,
    pub(super) lease: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RawWorker {
    pub(super) listen: String,
    pub(super) wave: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RawFleet {
    pub(super) wait: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RawClient {
    pub(super) url: String,
    pub(super) token: String,
}
