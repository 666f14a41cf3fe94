//! The archive of a fleet's worker: a folder for each job, below it one for each worker, so that no
//! two processes write one file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use domain::ids::JobId;

use super::{Archive, ArchiveError, DraftLine, FolderArchive, PageLine};

/// `DIR/<job>/<worker>/` with the files of a [`FolderArchive`].
pub struct JobFolders {
    root: PathBuf,
    worker: String,
    open: Mutex<BTreeMap<JobId, Arc<FolderArchive>>>,
}

impl JobFolders {
    /// Folders below `root`, made as pages come; `worker` is a name that no other process has.
    pub fn new(root: PathBuf, worker: String) -> Self {
        Self {
            root,
            worker,
            open: Mutex::default(),
        }
    }

    fn of(&self, job: &JobId) -> Result<Arc<FolderArchive>, ArchiveError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(archive) = open.get(job) {
            return Ok(Arc::clone(archive));
        }
        let folder = self.root.join(&job.0).join(&self.worker);
        std::fs::create_dir_all(&folder).map_err(|source| ArchiveError {
            file: folder.display().to_string(),
            source,
        })?;
        let archive = Arc::new(FolderArchive::open(&folder)?);
        // A worker sees many jobs and few at a time.
        if open.len() >= 64 {
            open.clear();
        }
        open.insert(job.clone(), Arc::clone(&archive));
        Ok(archive)
    }
}

impl Archive for JobFolders {
    fn put_page(&self, job: &JobId, line: &PageLine) -> Result<(), ArchiveError> {
        self.of(job)?.put_page(job, line)
    }

    fn put_draft(&self, job: &JobId, line: &DraftLine) -> Result<(), ArchiveError> {
        self.of(job)?.put_draft(job, line)
    }

    fn put_picture(&self, job: &JobId, name: &str, png: &[u8]) -> Result<(), ArchiveError> {
        self.of(job)?.put_picture(job, name, png)
    }
}

/// Keeps nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoArchive;

impl Archive for NoArchive {
    fn put_page(&self, _: &JobId, _: &PageLine) -> Result<(), ArchiveError> {
        Ok(())
    }

    fn put_draft(&self, _: &JobId, _: &DraftLine) -> Result<(), ArchiveError> {
        Ok(())
    }

    fn put_picture(&self, _: &JobId, _: &str, _: &[u8]) -> Result<(), ArchiveError> {
        Ok(())
    }
}
