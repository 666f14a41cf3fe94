//! The memory backend: shards in a map behind a mutex. Nothing outlives the process.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use domain::answer::commit::{Commit, Footprint, Slice, Space};
use domain::answer::shard::Shard;
use domain::ids::JobId;

use super::shard::{Outcome, Page, ShardError, ShardStore};

/// Shards of any number of jobs.
#[derive(Debug, Default)]
pub struct MemoryStore {
    shards: Mutex<HashMap<JobId, Shard>>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// A copy of a job's shard, for comparisons and recounts.
    pub fn dump(&self, job: &JobId) -> Shard {
        self.lock().get(job).cloned().unwrap_or_default()
    }

    /// A commit is applied all at once or not at all, so the data behind a poisoned lock is whole.
    fn lock(&self) -> MutexGuard<'_, HashMap<JobId, Shard>> {
        self.shards.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl ShardStore for MemoryStore {
    async fn load(&self, job: &JobId, footprint: &Footprint) -> Result<Slice, ShardError> {
        let mut shards = self.lock();
        Ok(shards.entry(job.clone()).or_default().load(footprint))
    }

    async fn commit(&self, job: &JobId, commit: Commit) -> Result<Outcome, ShardError> {
        let mut shards = self.lock();
        let shard = shards.entry(job.clone()).or_default();
        Ok(match shard.apply(&commit) {
            Ok(applied) => Outcome::Committed(applied),
            Err(current) => Outcome::Conflict(current),
        })
    }

    async fn scan(
        &self,
        job: &JobId,
        space: Space,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page, ShardError> {
        let shards = self.lock();
        Ok(shards
            .get(job)
            .map_or_else(Vec::new, |shard| shard.scan(space, after, limit)))
    }

    async fn forget(&self, job: &JobId) -> Result<(), ShardError> {
        self.lock().remove(job);
        Ok(())
    }
}
