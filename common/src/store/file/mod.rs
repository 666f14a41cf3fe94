//! The file backend: shards in one database file of a run folder. What was acknowledged is on the
//! disk; one process at a time holds the file. A shard whose time has come is gone for all who ask;
//! it leaves the file when this is opened, or when another one is to end.

mod open;
mod tables;
#[cfg(test)]
mod tests;
mod writer;
mod writing;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::answer::commit::{Commit, Footprint, Slice, Space};
use domain::answer::shard::Shard;
use domain::disposition::ErrorClass;
use domain::ids::JobId;
use redb::{Database, ReadableDatabase};

use super::shard::{MAX_JOB_BYTES, Outcome, Page, ShardError, ShardStore, millis};
use tables::{Fault, Reading};
use writer::{Change, Writer};

use crate::clock::Clock;

/// How a file is used.
#[derive(Debug, Clone)]
pub struct FileOptions {
    /// What a job may take: bytes of ids and of bodies as JSON.
    pub max_job_bytes: u64,
}

impl Default for FileOptions {
    fn default() -> Self {
        Self {
            max_job_bytes: MAX_JOB_BYTES,
        }
    }
}

/// Shards of any number of jobs in one file. Dropping it waits for the commits that are under way
/// and gives the file free.
#[derive(Debug)]
pub struct FileStore {
    // Before the database, so that its thread has ended when the file is closed.
    writer: Writer,
    database: Arc<Database>,
    path: Arc<Path>,
    options: FileOptions,
    clock: Clock,
}

impl FileStore {
    /// Opens the file, or creates it with its folder.
    ///
    /// # Errors
    /// Names the file and says whether another process holds it, whether it cannot be reached, or
    /// whether it is damaged or no answer store.
    pub async fn open(path: impl Into<PathBuf>) -> Result<Self, ShardError> {
        Self::open_with(path, FileOptions::default()).await
    }

    /// The same with other options.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub async fn open_with(
        path: impl Into<PathBuf>,
        options: FileOptions,
    ) -> Result<Self, ShardError> {
        let path: Arc<Path> = path.into().into();
        let file = Arc::clone(&path);
        let clock = Clock::system();
        let now = clock.now_ms();
        // The database may panic on a file that was altered behind its back.
        let opened = tokio::task::spawn_blocking(move || open::open(&file, now)).await;
        let database = Arc::new(opened.map_err(|_| open::damaged(&path, "it cannot be read"))??);
        let writer = Writer::start(Arc::clone(&database), Arc::clone(&path))
            .map_err(|error| failed(&path, &error))?;
        Ok(Self {
            writer,
            database,
            path,
            options,
            clock,
        })
    }

    /// All cells that are not 0 and all records of a job, for comparisons and recounts.
    ///
    /// # Errors
    /// The backend failed.
    pub async fn dump(&self, job: &JobId) -> Result<Slice, ShardError> {
        let dump = self.read(job, Reading::dump).await?;
        Ok(dump.unwrap_or_default())
    }

    /// Reads a job in one snapshot, off the async threads; nothing if its time has come.
    async fn read<T, F>(&self, job: &JobId, work: F) -> Result<Option<T>, ShardError>
    where
        T: Send + 'static,
        F: FnOnce(&Reading, &JobId) -> Result<T, Fault> + Send + 'static,
    {
        let (database, job) = (Arc::clone(&self.database), job.clone());
        let now = self.clock.now_ms();
        let read = move || {
            let tables = Reading::open(&database.begin_read()?)?;
            if tables.is_over(&job, now)? {
                return Ok(None);
            }
            work(&tables, &job).map(Some)
        };
        match tokio::task::spawn_blocking(read).await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(fault)) => Err(failed(&self.path, &fault)),
            Err(error) => Err(failed(&self.path, &error)),
        }
    }
}

#[async_trait]
impl ShardStore for FileStore {
    async fn load(&self, job: &JobId, footprint: &Footprint) -> Result<Slice, ShardError> {
        let names = footprint.clone();
        let slice = self.read(job, move |tables, job| tables.load(job, &names));
        let nothing = || Shard::default().load(footprint);
        Ok(slice.await?.unwrap_or_else(nothing))
    }

    async fn commit(&self, job: &JobId, commit: Commit) -> Result<Outcome, ShardError> {
        let change = Change::Commit(commit, self.options.max_job_bytes);
        self.writer.submit(job, change, self.clock.now_ms()).await
    }

    async fn scan(
        &self,
        job: &JobId,
        space: Space,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page, ShardError> {
        let after = after.map(str::to_owned);
        let page = self.read(job, move |tables, job| {
            tables.scan(job, space, after.as_deref(), limit)
        });
        Ok(page.await?.unwrap_or_default())
    }

    async fn forget(&self, job: &JobId) -> Result<(), ShardError> {
        let now = self.clock.now_ms();
        self.writer.submit(job, Change::Forget, now).await?;
        Ok(())
    }

    async fn expire(&self, job: &JobId, after: Option<Duration>) -> Result<(), ShardError> {
        let now = self.clock.now_ms();
        let change = Change::Expire(after.map(|after| now.saturating_add(millis(after))));
        self.writer.submit(job, change, now).await?;
        Ok(())
    }
}

/// A failure of an open file. The database takes no more work after it lost a write, so trying
/// again in this process does not help.
fn failed(path: &Path, error: &dyn std::fmt::Display) -> ShardError {
    ShardError {
        message: format!("{}: {error}", path.display()),
        class: ErrorClass::Permanent,
        full: false,
    }
}
