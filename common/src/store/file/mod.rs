//! The file backend: shards in one database file of a run folder. What was acknowledged is on the
//! disk; one process at a time holds the file.

mod open;
mod tables;
#[cfg(test)]
mod tests;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use domain::answer::commit::{Commit, Footprint, Slice, Space};
use domain::disposition::ErrorClass;
use domain::ids::JobId;
use redb::{Database, ReadableDatabase};

use super::shard::{Outcome, Page, ShardError, ShardStore};
use tables::{Fault, Reading};
use writer::{Change, Writer};

/// Shards of any number of jobs in one file. Dropping it waits for the commits that are under way
/// and gives the file free.
#[derive(Debug)]
pub struct FileStore {
    // Before the database, so that its thread has ended when the file is closed.
    writer: Writer,
    database: Arc<Database>,
    path: Arc<Path>,
}

impl FileStore {
    /// Opens the file, or creates it with its folder.
    ///
    /// # Errors
    /// Names the file and says whether another process holds it, whether it cannot be reached, or
    /// whether it is damaged or no answer store.
    pub async fn open(path: impl Into<PathBuf>) -> Result<Self, ShardError> {
        let path: Arc<Path> = path.into().into();
        let file = Arc::clone(&path);
        // The database may panic on a file that was altered behind its back.
        let opened = tokio::task::spawn_blocking(move || open::open(&file)).await;
        let database = Arc::new(opened.map_err(|_| open::damaged(&path, "it cannot be read"))??);
        let writer = Writer::start(Arc::clone(&database), Arc::clone(&path))
            .map_err(|error| failed(&path, &error))?;
        Ok(Self {
            writer,
            database,
            path,
        })
    }

    /// All cells that are not 0 and all records of a job, for comparisons and recounts.
    ///
    /// # Errors
    /// The backend failed.
    pub async fn dump(&self, job: &JobId) -> Result<Slice, ShardError> {
        let job = job.clone();
        self.read(move |tables| tables.dump(&job)).await
    }

    /// Reads in one snapshot, off the async threads.
    async fn read<T, F>(&self, work: F) -> Result<T, ShardError>
    where
        T: Send + 'static,
        F: FnOnce(&Reading) -> Result<T, Fault> + Send + 'static,
    {
        let database = Arc::clone(&self.database);
        let read = move || work(&Reading::open(&database.begin_read()?)?);
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
        let (job, footprint) = (job.clone(), footprint.clone());
        self.read(move |tables| tables.load(&job, &footprint)).await
    }

    async fn commit(&self, job: &JobId, commit: Commit) -> Result<Outcome, ShardError> {
        self.writer.submit(job, Change::Commit(commit)).await
    }

    async fn scan(
        &self,
        job: &JobId,
        space: Space,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page, ShardError> {
        let (job, after) = (job.clone(), after.map(str::to_owned));
        self.read(move |tables| tables.scan(&job, space, after.as_deref(), limit))
            .await
    }

    async fn forget(&self, job: &JobId) -> Result<(), ShardError> {
        self.writer.submit(job, Change::Forget).await.map(|_| ())
    }
}

/// A failure of an open file. The database takes no more work after it lost a write, so trying
/// again in this process does not help.
fn failed(path: &Path, error: &dyn std::fmt::Display) -> ShardError {
    ShardError {
        message: format!("{}: {error}", path.display()),
        class: ErrorClass::Permanent,
    }
}
