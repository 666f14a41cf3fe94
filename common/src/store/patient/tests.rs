//! A backend that is away for some calls, behind patience and without.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use domain::answer::command::Command;
use domain::answer::commit::{Commit, Footprint, Slice, Space};
use domain::disposition::ErrorClass;
use domain::ids::JobId;
use domain::job::JobFile;
use serde_json::json;

use super::Patient;
use crate::clock::Clock;
use crate::jobs::{OpenJob, compile};
use crate::store::{MemoryStore, Outcome, Page, ShardError, ShardStore, StoreError};

/// A memory store that answers its first calls with an error; commits land all the same.
struct Away {
    inner: MemoryStore,
    calls: AtomicU32,
    class: ErrorClass,
}

impl Away {
    fn for_calls(calls: u32, class: ErrorClass) -> Self {
        Self {
            inner: MemoryStore::default(),
            calls: AtomicU32::new(calls),
            class,
        }
    }

    fn answer(&self) -> Result<(), ShardError> {
        let left = |n: u32| n.checked_sub(1);
        match self
            .calls
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, left)
        {
            Err(_) => Ok(()),
            Ok(_) => Err(ShardError {
                message: "away".to_owned(),
                class: self.class,
                full: false,
            }),
        }
    }
}

#[async_trait]
impl ShardStore for Away {
    async fn load(&self, job: &JobId, footprint: &Footprint) -> Result<Slice, ShardError> {
        self.answer()?;
        self.inner.load(job, footprint).await
    }

    async fn commit(&self, job: &JobId, commit: Commit) -> Result<Outcome, ShardError> {
        let outcome = self.inner.commit(job, commit).await;
        self.answer()?;
        outcome
    }

    async fn scan(
        &self,
        job: &JobId,
        space: Space,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page, ShardError> {
        self.answer()?;
        self.inner.scan(job, space, after, limit).await
    }

    async fn forget(&self, job: &JobId) -> Result<(), ShardError> {
        self.inner.forget(job).await
    }

    async fn expire(&self, job: &JobId, after: Option<Duration>) -> Result<(), ShardError> {
        self.inner.expire(job, after).await
    }
}

fn job(shards: Arc<dyn ShardStore>) -> OpenJob {
    let file = JobFile {
        name: "a".to_owned(),
        schema: json!({ "type": "object", "properties": { "rows": { "type": "array", "items": {
            "type": "object", "properties": { "title": { "type": ["string", "null"] } } } } } }),
        ..JobFile::default()
    };
    let schema = Arc::new(compile(&file).unwrap());
    let id = JobId("a".to_owned());
    OpenJob::new(shards, id, file, schema, Clock::manual())
}

/// Submits over a store that is away for that many calls; says whether it went through.
async fn check(calls: u32, class: ErrorClass, patience_ms: u64) -> Result<(), StoreError> {
    let away = Arc::new(Away::for_calls(calls, class));
    let patient = Patient::new(away.clone(), Duration::from_millis(patience_ms));
    let job = job(Arc::new(patient));
    let submitted = job.store.submit_one(Command::Open).await.map(|_| ());
    // Whatever was said, at most one commit was made of it.
    let page = away
        .inner
        .scan(&job.id, Space::Job, None, 10)
        .await
        .unwrap();
    assert!(page.len() <= 1, "{page:?}");
    submitted
}

#[tokio::test]
async fn a_server_that_comes_back_is_waited_for() {
    for calls in [0, 1, 2, 4] {
        check(calls, ErrorClass::Transient, 60_000).await.unwrap();
    }
}

#[tokio::test]
async fn patience_ends() {
    let error = check(100, ErrorClass::Transient, 150).await.unwrap_err();
    assert_eq!(error.class(), ErrorClass::Transient);
}

#[tokio::test]
async fn what_does_not_pass_is_not_waited_for() {
    let error = check(1, ErrorClass::Permanent, 60_000).await.unwrap_err();
    assert_eq!(error.class(), ErrorClass::Permanent);
}
