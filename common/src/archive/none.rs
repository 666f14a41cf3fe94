//! The archive of those who want none.

use async_trait::async_trait;
use domain::ids::JobId;
use domain::snapshot::Snapshot;

use super::{Archive, ArchiveError, DraftLine, PageLine};

/// Keeps nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoArchive;

#[async_trait]
impl Archive for NoArchive {
    async fn put_page(&self, _: &JobId, _: PageLine, _: &Snapshot) -> Result<(), ArchiveError> {
        Ok(())
    }

    async fn put_draft(&self, _: &JobId, _: DraftLine) -> Result<(), ArchiveError> {
        Ok(())
    }

    async fn pages(&self, _: &JobId) -> Result<Vec<PageLine>, ArchiveError> {
        Ok(Vec::new())
    }

    async fn snapshot(&self, _: &JobId, _: &str) -> Result<Option<Snapshot>, ArchiveError> {
        Ok(None)
    }

    async fn sweep(&self, _: u64) -> Result<usize, ArchiveError> {
        Ok(0)
    }
}
