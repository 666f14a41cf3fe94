//! A store in memory that stops answering after so many calls, as one behind a network may.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use common::store::{MemoryStore, Outcome, Page, ShardError, ShardStore};
use domain::answer::commit::{Commit, Footprint, Slice, Space};
use domain::disposition::ErrorClass;
use domain::ids::JobId;

/// A store that answers `patience` more calls.
pub(super) struct Fickle {
    pub(super) patience: AtomicU64,
    /// The most records that one call gave.
    pub(super) most: AtomicUsize,
    store: MemoryStore,
}

impl Default for Fickle {
    fn default() -> Self {
        Self {
            patience: AtomicU64::new(u64::MAX),
            most: AtomicUsize::new(0),
            store: MemoryStore::default(),
        }
    }
}

impl Fickle {
    fn answers(&self) -> Result<&MemoryStore, ShardError> {
        let less = |left: u64| left.checked_sub(1);
        let order = Ordering::Relaxed;
        match self.patience.fetch_update(order, order, less) {
            Ok(_) => Ok(&self.store),
            Err(_) => Err(ShardError {
                message: "nobody answers".to_owned(),
                class: ErrorClass::Transient,
                full: false,
            }),
        }
    }
}

#[async_trait]
impl ShardStore for Fickle {
    async fn load(&self, job: &JobId, footprint: &Footprint) -> Result<Slice, ShardError> {
        let slice = self.answers()?.load(job, footprint).await?;
        let whole = slice.records.values().filter(|one| one.version > 0);
        self.most.fetch_max(whole.count(), Ordering::Relaxed);
        Ok(slice)
    }

    async fn commit(&self, job: &JobId, commit: Commit) -> Result<Outcome, ShardError> {
        self.answers()?.commit(job, commit).await
    }

    async fn scan(
        &self,
        job: &JobId,
        space: Space,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page, ShardError> {
        let page = self.answers()?.scan(job, space, after, limit).await?;
        self.most.fetch_max(page.len(), Ordering::Relaxed);
        Ok(page)
    }

    async fn forget(&self, job: &JobId) -> Result<(), ShardError> {
        self.answers()?.forget(job).await
    }

    async fn expire(&self, job: &JobId, after: Option<Duration>) -> Result<(), ShardError> {
        self.answers()?.expire(job, after).await
    }
}
