//! The archive of a run folder: two files of JSON lines, appended as pages are read, and beside them the
//! snapshots.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use domain::frontier::Listing;
use domain::ids::JobId;
use domain::snapshot::Snapshot;
use object_store::local::LocalFileSystem;
use serde::Serialize;

use super::snapshots::{Snapshots, damaged};
use super::{Archive, ArchiveError, DraftLine, PageLine, picture};

/// `pages.ndjson`, `rows_draft.ndjson` and the folder `archive` in one folder, which is one job's.
#[derive(Debug)]
pub struct FolderArchive {
    pages: Lines,
    drafts: Lines,
    folder: PathBuf,
    /// None: pages are not kept, only their lines.
    snapshots: Option<Snapshots>,
}

impl FolderArchive {
    /// The folder of the snapshots.
    pub const SNAPSHOTS: &str = "archive";

    /// Opens both files to be appended to; they are created where they are missing. `keep` says whether
    /// snapshots are kept.
    pub fn open(folder: &Path, keep: bool) -> Result<Self, ArchiveError> {
        Ok(Self {
            pages: Lines::open(&folder.join("pages.ndjson"))?,
            drafts: Lines::open(&folder.join("rows_draft.ndjson"))?,
            snapshots: keep.then(|| snapshots(folder)).transpose()?,
            folder: folder.to_owned(),
        })
    }
}

fn snapshots(folder: &Path) -> Result<Snapshots, ArchiveError> {
    let place = folder.join(FolderArchive::SNAPSHOTS);
    std::fs::create_dir_all(&place).map_err(|source| failed(&place, source))?;
    let store = LocalFileSystem::new_with_prefix(&place)?;
    Ok(Snapshots::new(
        Arc::new(store),
        object_store::path::Path::default(),
    ))
}

#[async_trait]
impl Archive for FolderArchive {
    async fn put_page(
        &self,
        _: &JobId,
        mut line: PageLine,
        snapshot: &Snapshot,
    ) -> Result<(), ArchiveError> {
        let pictured = match picture(&line, snapshot) {
            Some((name, png)) => self.put_picture(name, png),
            None => Ok(()),
        };
        if pictured.is_err() {
            line.screenshot = None;
        }
        // A run's own store has it.
        line.listing = Listing::default();
        if let Some(snapshots) = &self.snapshots {
            line.snapshot = Some(snapshots.put(snapshot).await?);
        }
        self.pages.append(&line)?;
        pictured
    }

    async fn put_draft(&self, _: &JobId, line: DraftLine) -> Result<(), ArchiveError> {
        self.drafts.append(&line)
    }

    async fn pages(&self, _: &JobId) -> Result<Vec<PageLine>, ArchiveError> {
        let file = &self.pages.path;
        let lines = File::open(file).map_err(|source| failed(file, source))?;
        let mut last: HashMap<(bool, String), usize> = HashMap::new();
        let mut pages: Vec<Option<PageLine>> = Vec::new();
        for (line, number) in BufReader::new(lines).lines().zip(1..) {
            let line = line.map_err(|source| failed(file, source))?;
            let page: PageLine = serde_json::from_str(&line).map_err(|error| {
                let why = format!("{error}. Without the line its page counts as not kept");
                damaged(&format!("line {number} of {}", file.display()), &why)
            })?;
            if let Some(earlier) = last.insert((page.list.is_some(), page.url.clone()), pages.len())
            {
                pages[earlier] = None;
            }
            pages.push(Some(page));
        }
        Ok(pages.into_iter().flatten().collect())
    }

    async fn snapshot(&self, _: &JobId, name: &str) -> Result<Option<Snapshot>, ArchiveError> {
        match &self.snapshots {
            Some(snapshots) => snapshots.get(name).await,
            None => Ok(None),
        }
    }

    async fn sweep(&self, since: u64) -> Result<usize, ArchiveError> {
        let pages = self.pages(&JobId(String::new())).await?;
        let place = self.folder.join(Self::SNAPSHOTS);
        if !place.is_dir() || pages.iter().any(|page| page.read_at >= since) {
            return Ok(0);
        }
        std::fs::remove_dir_all(&place).map_err(|source| failed(&place, source))?;
        Ok(1)
    }
}

impl FolderArchive {
    /// `name` lies below the folder: its parts are made as needed.
    fn put_picture(&self, name: &str, png: &[u8]) -> Result<(), ArchiveError> {
        let path = self.folder.join(name);
        let parent = path.parent().unwrap_or(&self.folder);
        std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(&path, png))
            .map_err(|source| failed(&path, source))
    }
}

#[derive(Debug)]
struct Lines {
    path: PathBuf,
    file: Mutex<BufWriter<File>>,
}

impl Lines {
    fn open(path: &Path) -> Result<Self, ArchiveError> {
        let opened = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(path);
        match opened.and_then(|mut file| end_with_a_whole_line(&mut file).map(|()| file)) {
            Ok(file) => Ok(Self {
                path: path.to_owned(),
                file: Mutex::new(BufWriter::new(file)),
            }),
            Err(source) => Err(failed(path, source)),
        }
    }

    /// Appends a line and flushes it, so that a killed run keeps what it read.
    fn append(&self, line: &impl Serialize) -> Result<(), ArchiveError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        serde_json::to_writer(&mut *file, line)
            .map_err(std::io::Error::from)
            .and_then(|()| file.write_all(b"\n"))
            .and_then(|()| file.flush())
            .map_err(|source| failed(&self.path, source))
    }
}

fn failed(path: &Path, source: std::io::Error) -> ArchiveError {
    ArchiveError::File {
        file: path.display().to_string(),
        source,
    }
}

/// Cuts off what a killed process left of a last line. The file must be open to read and write.
pub fn end_with_a_whole_line(file: &mut File) -> std::io::Result<()> {
    const STEP: u64 = 64 * 1024;
    let mut end = file.metadata()?.len();
    while end > 0 {
        let from = end.saturating_sub(STEP);
        let mut part = Vec::new();
        file.seek(SeekFrom::Start(from))?;
        std::io::Read::by_ref(file)
            .take(end - from)
            .read_to_end(&mut part)?;
        let whole = part.iter().rposition(|byte| *byte == b'\n');
        if let Some(at) = whole {
            end = from + u64::try_from(at).unwrap_or(0) + 1;
            break;
        }
        end = from;
    }
    file.set_len(end)
}
