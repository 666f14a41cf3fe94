//! A backend that waits for its server: reads are asked again while what stands in the way is of the
//! passing kind. A commit is never repeated here, because it may have landed: the submit loop reads
//! again and decides again.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::answer::commit::{Commit, Footprint, Slice, Space};
use domain::disposition::ErrorClass;
use domain::ids::JobId;

use super::shard::{Outcome, Page, ShardError, ShardStore};
use crate::telemetry::Outage;

/// The first pause; each next one is twice as long, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// A backend behind patience.
pub struct Patient {
    inner: Arc<dyn ShardStore>,
    patience: Duration,
    outage: Outage,
}

impl Patient {
    /// Waits up to `patience` in pauses, besides the time that the vain attempts take.
    pub fn new(inner: Arc<dyn ShardStore>, patience: Duration) -> Self {
        let outage = Outage::default();
        Self {
            inner,
            patience,
            outage,
        }
    }

    /// What works again is told once.
    fn note<T>(&self, done: &Result<T, ShardError>) {
        if done.is_ok()
            && let Some(after) = self.outage.ends()
        {
            tracing::info!(%after, "the store is back");
        }
    }

    async fn insist<T, F>(&self, attempt: impl Fn() -> F) -> Result<T, ShardError>
    where
        F: Future<Output = Result<T, ShardError>>,
    {
        let (mut left, mut pause) = (self.patience, FIRST_PAUSE);
        loop {
            match attempt().await {
                Err(error) if error.class == ErrorClass::Transient && !left.is_zero() => {
                    if let Some(since) = self.outage.goes_on(&error) {
                        tracing::warn!(%error, %since, "the store is waited for");
                    }
                    let rest = pause.min(left);
                    tokio::time::sleep(rest).await;
                    left -= rest;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
                done => {
                    self.note(&done);
                    return done;
                }
            }
        }
    }
}

#[async_trait]
impl ShardStore for Patient {
    async fn load(&self, job: &JobId, footprint: &Footprint) -> Result<Slice, ShardError> {
        self.insist(|| self.inner.load(job, footprint)).await
    }

    async fn commit(&self, job: &JobId, commit: Commit) -> Result<Outcome, ShardError> {
        self.inner.commit(job, commit).await
    }

    async fn scan(
        &self,
        job: &JobId,
        space: Space,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page, ShardError> {
        self.insist(|| self.inner.scan(job, space, after, limit))
            .await
    }

    async fn forget(&self, job: &JobId) -> Result<(), ShardError> {
        self.insist(|| self.inner.forget(job)).await
    }

    async fn expire(&self, job: &JobId, after: Option<Duration>) -> Result<(), ShardError> {
        self.insist(|| self.inner.expire(job, after)).await
    }
}

#[cfg(test)]
mod tests;
