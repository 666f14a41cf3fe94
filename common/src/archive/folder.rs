//! The archive of a run folder: two files of JSON lines, appended as pages are read.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use domain::ids::JobId;
use serde::Serialize;

use super::{Archive, ArchiveError, DraftLine, PageLine};

/// `pages.ndjson` and `rows_draft.ndjson` in one folder.
#[derive(Debug)]
pub struct FolderArchive {
    folder: PathBuf,
    pages: Lines,
    drafts: Lines,
}

impl FolderArchive {
    /// Opens both files to be appended to; they are created where they are missing.
    pub fn open(folder: &Path) -> Result<Self, ArchiveError> {
        Ok(Self {
            folder: folder.to_owned(),
            pages: Lines::open(&folder.join("pages.ndjson"))?,
            drafts: Lines::open(&folder.join("rows_draft.ndjson"))?,
        })
    }
}

impl Archive for FolderArchive {
    fn put_page(&self, _: &JobId, line: &PageLine) -> Result<(), ArchiveError> {
        self.pages.append(line)
    }

    fn put_draft(&self, _: &JobId, line: &DraftLine) -> Result<(), ArchiveError> {
        self.drafts.append(line)
    }

    /// `name` lies below the folder: its parts are made as needed.
    fn put_picture(&self, _: &JobId, name: &str, png: &[u8]) -> Result<(), ArchiveError> {
        let path = self.folder.join(name);
        let parent = path.parent().unwrap_or(&self.folder);
        std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(&path, png))
            .map_err(|source| ArchiveError {
                file: path.display().to_string(),
                source,
            })
    }
}

#[derive(Debug)]
struct Lines {
    name: String,
    file: Mutex<BufWriter<File>>,
}

impl Lines {
    fn open(path: &Path) -> Result<Self, ArchiveError> {
        let name = path.display().to_string();
        let opened = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(path);
        match opened.and_then(|mut file| end_with_a_whole_line(&mut file).map(|()| file)) {
            Ok(file) => Ok(Self {
                name,
                file: Mutex::new(BufWriter::new(file)),
            }),
            Err(source) => Err(ArchiveError { file: name, source }),
        }
    }

    /// Appends a line and flushes it, so that a killed run keeps what it read.
    fn append(&self, line: &impl Serialize) -> Result<(), ArchiveError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        serde_json::to_writer(&mut *file, line)
            .map_err(std::io::Error::from)
            .and_then(|()| file.write_all(b"\n"))
            .and_then(|()| file.flush())
            .map_err(|source| ArchiveError {
                file: self.name.clone(),
                source,
            })
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
