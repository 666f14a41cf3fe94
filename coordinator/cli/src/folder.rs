//! A run is its folder: created, opened again or continued under a lock, written as the run goes,
//! complete on every exit.

mod manifest;
#[cfg(test)]
mod tests;

pub(crate) use manifest::Manifest;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use common::archive::{FolderArchive, end_with_a_whole_line};

use crate::exit::{Exit, Failure};

/// What a run begins with: without it a folder holds no run.
const MANIFEST: &str = "job.json";
/// The folder of the answer store within a run folder, and its file.
const STORE: &str = "store";
const ANSWER: &str = "answer.redb";

/// Every file of a run.
const FILES: [&str; 9] = [
    MANIFEST,
    "output.json",
    "rows.ndjson",
    "rows.csv",
    "rows_draft.ndjson",
    "receipts.json",
    "pages.ndjson",
    "events.ndjson",
    "report.json",
];

/// An open run folder. The lock is held until it is dropped.
#[derive(Debug)]
pub(crate) struct RunFolder {
    path: PathBuf,
    _lock: File,
}

impl RunFolder {
    /// The folder for a new run, as it stands; one that holds a run already needs `replace`.
    pub(crate) fn claim(path: &Path, replace: bool) -> Result<Self, Failure> {
        std::fs::create_dir_all(path).map_err(|error| failed("create", path, &error))?;
        let folder = Self::locked(path)?;
        if replace || folder.left().is_empty() {
            return Ok(folder);
        }
        Err(Failure::new(
            Exit::Usage,
            format!(
                "{} holds a run already: use --replace to replace it, --resume to continue it, \
                 or --out for another folder",
                path.display()
            ),
        ))
    }

    /// Opens a folder that holds a run.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let manifest = path.join(MANIFEST);
        match manifest.try_exists() {
            Ok(true) => Self::locked(path),
            Ok(false) => {
                let message = format!(
                    "{} holds no run: it has no {MANIFEST}. Name a folder that `windrow run` made",
                    path.display()
                );
                Err(Failure::new(Exit::Usage, message))
            }
            Err(error) => Err(failed("read", &manifest, &error)),
        }
    }

    /// Whether a folder holds a run, whole or not.
    pub(crate) fn holds_run(path: &Path) -> bool {
        path.join(MANIFEST).is_file()
    }

    fn locked(path: &Path) -> Result<Self, Failure> {
        let lock_path = path.join(".lock");
        let lock =
            File::create(&lock_path).map_err(|error| failed("create", &lock_path, &error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self {
                path: path.to_owned(),
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => Err(Failure::new(
                Exit::Failed,
                format!(
                    "another windrow works on {}: wait until it has ended, or use another folder",
                    path.display()
                ),
            )),
            Err(TryLockError::Error(error)) => Err(failed("lock", &lock_path, &error)),
        }
    }

    /// What an earlier run left; only what this program writes.
    fn left(&self) -> Vec<&'static str> {
        let there = |name: &&str| self.path.join(name).exists();
        let folders = [STORE, FolderArchive::SNAPSHOTS];
        FILES.into_iter().chain(folders).filter(there).collect()
    }

    /// Removes what an earlier run left.
    pub(crate) fn clear(&self) -> Result<(), Failure> {
        for name in self.left() {
            let path = self.path.join(name);
            let removed = if path.is_dir() {
                std::fs::remove_dir_all(&path)
            } else {
                std::fs::remove_file(&path)
            };
            removed.map_err(|error| failed("remove", &path, &error))?;
        }
        Ok(())
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The file of the answer store.
    pub(crate) fn store(&self) -> PathBuf {
        self.path.join(STORE).join(ANSWER)
    }

    /// Refuses a run that has read pages and lost its answer store: a new one would be empty, and so would
    /// be the files that are written from it.
    pub(crate) fn whole(&self) -> Result<(), Failure> {
        let filled = |path: &Path| path.metadata().is_ok_and(|file| file.len() > 0);
        let store = self.store();
        let written = ["pages.ndjson", "output.json"];
        if filled(&store) || !written.iter().any(|name| filled(&self.path.join(name))) {
            return Ok(());
        }
        let message = format!(
            "{} is missing or empty, and with it the answer of this run; its other files stay as they are. Put a \
             copy in its place, or start anew with `windrow run JOB --replace`",
            store.display()
        );
        Err(Failure::new(Exit::Failed, message))
    }

    /// What the run was started with.
    pub(crate) fn manifest(&self) -> Result<Manifest, Failure> {
        let path = self.path.join(MANIFEST);
        let text = std::fs::read(&path).map_err(|error| failed("read", &path, &error))?;
        serde_json::from_slice(&text).map_err(|error| {
            let message = format!(
                "{} is damaged: {error}. Put a whole copy in its place, or start anew with `windrow run JOB \
                 --replace`",
                path.display()
            );
            Failure::new(Exit::Failed, message)
        })
    }

    /// Keeps what the run is started with.
    pub(crate) fn write_manifest(&self, manifest: &Manifest) -> Result<(), Failure> {
        let mut text = serde_json::to_vec_pretty(manifest).unwrap_or_default();
        text.push(b'\n');
        self.write(MANIFEST, &text)
    }

    /// A file of lines to be appended to. What a killed process left of a last line is cut off.
    pub(crate) fn append_file(&self, name: &str) -> Result<File, Failure> {
        let path = self.path.join(name);
        let opened = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(&path);
        opened
            .and_then(|mut file| end_with_a_whole_line(&mut file).map(|()| file))
            .map_err(|error| failed("open", &path, &error))
    }

    /// A file of the run, if it is there.
    pub(crate) fn read(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.path.join(name)).ok()
    }

    /// Writes a whole file: first beside it, then renamed, so a reader never sees half of it.
    pub(crate) fn write(&self, name: &str, content: &[u8]) -> Result<(), Failure> {
        let file = self.path.join(name);
        let beside = self.path.join(format!(".{name}.new"));
        let written = File::create(&beside)
            .and_then(|mut new| new.write_all(content).and_then(|()| new.sync_all()))
            .and_then(|()| std::fs::rename(&beside, &file));
        written.map_err(|error| failed("write", &file, &error))
    }
}

fn failed(what: &str, path: &Path, error: &std::io::Error) -> Failure {
    let remedy = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            ". Make room there; what was stored is kept, and `windrow run JOB --resume` goes on from it"
        }
        ErrorKind::PermissionDenied => {
            ". A run is worked on under a lock, so this user must be able to write its folder"
        }
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => ". Name a folder, not a file",
        _ => "",
    };
    let path = path.display();
    Failure::new(
        Exit::Failed,
        format!("cannot {what} {path}: {error}{remedy}"),
    )
}
