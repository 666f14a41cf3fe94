//! The port of a backend: it loads, commits under guards, scans and forgets. No rule is in it.

use std::time::Duration;

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
    /// The job has its share: it can be read, and it takes nothing more.
    pub full: bool,
}

/// What a job may take in a backend where nothing else is said: 2 GiB.
pub const MAX_JOB_BYTES: u64 = 2 << 30;

/// A commit that would take a job above its share.
pub(super) fn too_large(job: &JobId, bytes: u64, share: u64) -> ShardError {
    ShardError {
        message: format!(
            "the answer of {} would take {bytes} bytes, and store.max_job_bytes allows it {share}; \
             raise that, or split the job",
            job.0
        ),
        class: ErrorClass::Permanent,
        full: true,
    }
}

/// A time span in milliseconds; beyond 64 bits the longest there is.
pub(super) fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

/// Records of a scan: ids with what lies under them.
pub type Page = Vec<(String, Versioned)>;

/// One backend for the shards of many jobs.
#[async_trait]
pub trait ShardStore: Send + Sync {
    /// The values of a footprint: every name that is asked for is answered, with 0 or version 0
    /// where nothing is there.
    async fn load(&self, job: &JobId, footprint: &Footprint) -> Result<Slice, ShardError>;
    /// Applies a commit if all of its guards hold, all at once. One that makes a job larger than its
    /// share changes nothing and fails for good: counted are the bytes of ids and bodies, as the
    /// backend writes them.
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
    /// Deletes a job's shard after a time, or never; the last word counts, and a commit changes nothing
    /// about it. Without a shard there is nothing to delete, now or then.
    async fn expire(&self, job: &JobId, after: Option<Duration>) -> Result<(), ShardError>;
}
