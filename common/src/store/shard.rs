//! The port of a backend: it loads, commits under guards, scans and forgets. No rule is in it.

use async_trait::async_trait;
use domain::answer::commit::{Commit, Footprint, Slice, Space, Versioned};
use domain::answer::shard::Applied;
use domain::disposition::ErrorClass;
use domain::ids::JobId;

/// What became of a commit.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Applied.
    Committed(Applied),
    /// A guard did not hold: the current values of everything the commit guards.
    Conflict(Slice),
}

/// A backend that failed.
#[derive(Debug, Clone, thiserror::Error)]
#[error("the store failed: {message}")]
pub struct ShardError {
    /// The backend's words.
    pub message: String,
    /// Whether trying again may help.
    pub class: ErrorClass,
}

/// Records of a scan: ids with what lies under them.
pub type Page = Vec<(String, Versioned)>;

/// One backend for the shards of many jobs.
#[async_trait]
pub trait ShardStore: Send + Sync {
    /// The values of a footprint: every name that is asked for is answered, with 0 or version 0
    /// where nothing is there.
    async fn load(&self, job: &JobId, footprint: &Footprint) -> Result<Slice, ShardError>;
    /// Applies a commit if all of its guards hold, all at once.
    async fn commit(&self, job: &JobId, commit: Commit) -> Result<Outcome, ShardError>;
    /// Records of a space in the order of their ids, after an id.
    async fn scan(
        &self,
        job: &JobId,
        space: Space,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page, ShardError>;
    /// Deletes a job's shard.
    async fn forget(&self, job: &JobId) -> Result<(), ShardError>;
}
