//! The archive in an object store: below each job one object for each page, each draft and each snapshot.
//! Any number of workers write it; none of them has to know of the others.

use std::sync::Arc;

use async_trait::async_trait;
use domain::ids::JobId;
use domain::job::JobFile;
use domain::snapshot::Snapshot;
use futures::{StreamExt as _, TryStreamExt as _};
use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt as _};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::snapshots::{Snapshots, damaged, digest};
use super::{Archive, ArchiveError, DraftLine, PageLine, picture};

/// Objects asked for at once.
const AT_ONCE: usize = 16;

/// `ROOT/<job>/job/*.json`, `pages/*.json`, `drafts/*.json` and `snapshots/<xx>/*.json.z`; names of pages and
/// drafts are hashes of the page's address, of list pages with the word `list` before it, that of the job is
/// the hash of what it holds.
#[derive(Debug, Clone)]
pub struct ObjectArchive {
    store: Arc<dyn ObjectStore>,
    root: Path,
}

impl ObjectArchive {
    /// An archive below a place of a store.
    pub fn new(store: Arc<dyn ObjectStore>, root: Path) -> Self {
        Self { store, root }
    }

    fn job(&self, job: &JobId) -> Path {
        self.root.clone().join(job.0.as_str())
    }

    fn snapshots(&self, job: &JobId) -> Snapshots {
        Snapshots::new(Arc::clone(&self.store), self.job(job))
    }

    async fn put(
        &self,
        job: &JobId,
        kind: &str,
        name: &str,
        line: &impl Serialize,
    ) -> Result<(), ArchiveError> {
        let place = self.job(job).join(kind);
        let place = place.join(format!("{}.json", digest(name.as_bytes())));
        let json = serde_json::to_vec(line).map_err(|error| damaged(name, &error))?;
        self.store.put(&place, json.into()).await?;
        Ok(())
    }

    /// The jobs of which anything is kept, by name.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn jobs(&self) -> Result<Vec<String>, ArchiveError> {
        let jobs = self.store.list_with_delimiter(Some(&self.root)).await?;
        let names = jobs.common_prefixes.iter().filter_map(Path::filename);
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.sort();
        Ok(names)
    }

    /// The last draft of every page, by address.
    ///
    /// # Errors
    /// The store cannot be read, or what it holds is damaged.
    pub async fn drafts(&self, job: &JobId) -> Result<Vec<DraftLine>, ArchiveError> {
        let mut drafts: Vec<DraftLine> = self.lines(job, "drafts").await?;
        drafts.sort_by(|one, other| one.url.cmp(&other.url));
        Ok(drafts)
    }

    /// What a job's pages were last drafted by; `None` if it was not, or is no longer, kept.
    ///
    /// # Errors
    /// The store cannot be read, or what it holds is damaged.
    pub async fn job_file(&self, job: &JobId) -> Result<Option<JobFile>, ArchiveError> {
        let place = self.job(job).join("job");
        let kept: Vec<ObjectMeta> = self.store.list(Some(&place)).try_collect().await?;
        let last = kept.into_iter().max_by_key(|meta| meta.last_modified);
        match last {
            Some(meta) => self.line(meta).await,
            None => Ok(None),
        }
    }

    async fn lines<T: DeserializeOwned>(
        &self,
        job: &JobId,
        kind: &str,
    ) -> Result<Vec<T>, ArchiveError> {
        let place = self.job(job).join(kind);
        let objects = self.store.list(Some(&place)).map_err(ArchiveError::from);
        let lines = objects
            .map_ok(|meta| self.line(meta))
            .try_buffer_unordered(AT_ONCE);
        lines
            .try_filter_map(|line| std::future::ready(Ok(line)))
            .try_collect()
            .await
    }

    async fn line<T: DeserializeOwned>(&self, meta: ObjectMeta) -> Result<Option<T>, ArchiveError> {
        let found = match self.store.get(&meta.location).await {
            Ok(found) => found,
            // Swept in between.
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let json = found.bytes().await?;
        let line = serde_json::from_slice(&json);
        line.map(Some)
            .map_err(|error| damaged(meta.location.as_ref(), &error))
    }

    /// `name` is a path below the job.
    async fn put_picture(&self, job: &JobId, name: &str, png: &[u8]) -> Result<(), ArchiveError> {
        let parts = name.split('/').map(str::to_owned);
        let place = parts.fold(self.job(job), Path::join);
        self.store.put(&place, png.to_vec().into()).await?;
        Ok(())
    }

    /// Whether nothing of a job was kept since a time.
    async fn is_over(&self, job: &Path, since: u64) -> Result<bool, ArchiveError> {
        let mut objects = self.store.list(Some(job));
        while let Some(meta) = objects.try_next().await? {
            let kept = u64::try_from(meta.last_modified.timestamp_millis()).unwrap_or(0);
            if kept >= since {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn remove(&self, job: &Path) -> Result<(), ArchiveError> {
        let objects = self.store.list(Some(job)).map_ok(|meta| meta.location);
        let mut removed = self.store.delete_stream(objects.boxed());
        while let Some(gone) = removed.next().await {
            match gone {
                Ok(_) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

#[async_trait]
impl Archive for ObjectArchive {
    async fn put_job(&self, job: &JobId, file: &JobFile) -> Result<(), ArchiveError> {
        let mut file = file.clone();
        file.read.headers.clear();
        file.pages.clear();
        file.start.clear();
        let json = serde_json::to_vec(&file).map_err(|error| damaged("a job", &error))?;
        let name = format!("{}.json", digest(&json));
        let place = self.job(job).join("job").join(name);
        self.store.put(&place, json.into()).await?;
        Ok(())
    }

    async fn put_page(
        &self,
        job: &JobId,
        mut line: PageLine,
        snapshot: &Snapshot,
    ) -> Result<(), ArchiveError> {
        let pictured = match picture(&line, snapshot) {
            Some((name, png)) => self.put_picture(job, name, png).await,
            None => Ok(()),
        };
        if pictured.is_err() {
            line.screenshot = None;
        }
        // First the snapshot: a page line never names what is not there.
        line.snapshot = Some(self.snapshots(job).put(snapshot).await?);
        let name = match line.list {
            Some(_) => format!("list {}", line.url),
            None => line.url.clone(),
        };
        self.put(job, "pages", &name, &line).await?;
        pictured
    }

    async fn put_draft(&self, job: &JobId, line: DraftLine) -> Result<(), ArchiveError> {
        self.put(job, "drafts", &line.url, &line).await
    }

    async fn pages(&self, job: &JobId) -> Result<Vec<PageLine>, ArchiveError> {
        let mut pages: Vec<PageLine> = self.lines(job, "pages").await?;
        pages.sort_by(|one, other| (one.read_at, &one.url).cmp(&(other.read_at, &other.url)));
        Ok(pages)
    }

    async fn snapshot(&self, job: &JobId, name: &str) -> Result<Option<Snapshot>, ArchiveError> {
        self.snapshots(job).get(name).await
    }

    async fn sweep(&self, since: u64) -> Result<usize, ArchiveError> {
        let jobs = self.store.list_with_delimiter(Some(&self.root)).await?;
        let mut swept = 0;
        for job in jobs.common_prefixes {
            if self.is_over(&job, since).await? {
                self.remove(&job).await?;
                swept += 1;
            }
        }
        Ok(swept)
    }
}
