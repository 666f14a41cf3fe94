//! The memory backend: shards in a map behind a mutex. Nothing outlives the process. A shard whose
//! time has come is gone for all who ask, and its memory is given back when another one is to end.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use domain::answer::commit::{Commit, Footprint, Slice, Space};
use domain::answer::shard::Shard;
use domain::ids::JobId;
use serde_json::Value;

use super::shard::{MAX_JOB_BYTES, Outcome, Page, ShardError, ShardStore, millis, too_large};
use crate::clock::Clock;

/// Shards of any number of jobs.
#[derive(Debug)]
pub struct MemoryStore {
    shards: Mutex<HashMap<JobId, Held>>,
    max_job_bytes: u64,
    clock: Clock,
}

#[derive(Debug, Default)]
struct Held {
    shard: Shard,
    /// Of ids and bodies as JSON.
    bytes: u64,
    /// When it is to be gone, milliseconds since the epoch.
    ends: Option<u64>,
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self {
            shards: Mutex::default(),
            max_job_bytes: MAX_JOB_BYTES,
            clock: Clock::system(),
        }
    }
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// What a job may take: bytes of ids and of bodies as JSON.
    #[must_use]
    pub fn with_max_job_bytes(mut self, bytes: u64) -> Self {
        self.max_job_bytes = bytes;
        self
    }

    /// A copy of a job's shard, for comparisons and recounts.
    pub fn dump(&self, job: &JobId) -> Shard {
        let mut shards = self.lock();
        self.held(&mut shards, job)
            .map_or_else(Shard::default, |held| held.shard.clone())
    }

    /// A commit is applied all at once or not at all, so the data behind a poisoned lock is whole.
    fn lock(&self) -> MutexGuard<'_, HashMap<JobId, Held>> {
        self.shards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A job's shard, if there is one whose time has not come.
    fn held<'a>(&self, shards: &'a mut HashMap<JobId, Held>, job: &JobId) -> Option<&'a mut Held> {
        let now = self.clock.now_ms();
        if shards.get(job)?.is_over(now) {
            shards.remove(job);
        }
        shards.get_mut(job)
    }
}

impl Held {
    fn is_over(&self, now: u64) -> bool {
        self.ends.is_some_and(|ends| ends <= now)
    }

    /// What the bytes will be after a commit.
    fn bytes_with(&self, commit: &Commit) -> u64 {
        let mut bytes = self.bytes;
        for (key, body) in &commit.puts {
            let id = key.id.len() as u64;
            if let Some(old) = self.shard.records().get(key) {
                bytes = bytes.saturating_sub(id + size(&old.body));
            }
            bytes += body.as_ref().map_or(0, |body| id + size(body));
        }
        bytes
    }
}

#[async_trait]
impl ShardStore for MemoryStore {
    async fn load(&self, job: &JobId, footprint: &Footprint) -> Result<Slice, ShardError> {
        let mut shards = self.lock();
        Ok(match self.held(&mut shards, job) {
            Some(held) => held.shard.load(footprint),
            None => Shard::default().load(footprint),
        })
    }

    async fn commit(&self, job: &JobId, commit: Commit) -> Result<Outcome, ShardError> {
        let mut shards = self.lock();
        // Makes room for a shard whose time has come.
        self.held(&mut shards, job);
        let held = shards.entry(job.clone()).or_default();
        if !held.shard.holds(&commit) {
            return Ok(Outcome::Conflict(held.shard.load(&commit.guarded())));
        }
        let bytes = held.bytes_with(&commit);
        if bytes > held.bytes.max(self.max_job_bytes) {
            return Err(too_large(job, bytes, self.max_job_bytes));
        }
        Ok(match held.shard.apply(&commit) {
            Ok(applied) => {
                held.bytes = bytes;
                Outcome::Committed(applied)
            }
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
        let mut shards = self.lock();
        Ok(self
            .held(&mut shards, job)
            .map_or_else(Vec::new, |held| held.shard.scan(space, after, limit)))
    }

    async fn forget(&self, job: &JobId) -> Result<(), ShardError> {
        self.lock().remove(job);
        Ok(())
    }

    async fn expire(&self, job: &JobId, after: Option<Duration>) -> Result<(), ShardError> {
        let mut shards = self.lock();
        let now = self.clock.now_ms();
        if let Some(held) = self.held(&mut shards, job) {
            held.ends = after.map(|after| now.saturating_add(millis(after)));
        }
        shards.retain(|_, held| !held.is_over(now));
        Ok(())
    }
}

/// The length of a value as JSON.
fn size(body: &Value) -> u64 {
    struct Count(u64);
    impl Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len() as u64;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // Counting cannot fail, and a value has text for keys.
    drop(serde_json::to_writer(&mut count, body));
    count.0
}
