//! The archive of a run folder: two files of JSON lines, appended as pages are read.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use super::{Archive, ArchiveError, DraftLine, PageLine};

/// `pages.ndjson` and `rows_draft.ndjson` in one folder.
#[derive(Debug)]
pub struct FolderArchive {
    pages: Lines,
    drafts: Lines,
}

impl FolderArchive {
    /// Creates both files, empty.
    pub fn create(folder: &Path) -> Result<Self, ArchiveError> {
        Ok(Self {
            pages: Lines::create(&folder.join("pages.ndjson"))?,
            drafts: Lines::create(&folder.join("rows_draft.ndjson"))?,
        })
    }
}

impl Archive for FolderArchive {
    fn put_page(&self, line: &PageLine) -> Result<(), ArchiveError> {
        self.pages.append(line)
    }

    fn put_draft(&self, line: &DraftLine) -> Result<(), ArchiveError> {
        self.drafts.append(line)
    }
}

#[derive(Debug)]
struct Lines {
    name: String,
    file: Mutex<BufWriter<File>>,
}

impl Lines {
    fn create(path: &Path) -> Result<Self, ArchiveError> {
        let name = path.display().to_string();
        match File::create(path) {
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
