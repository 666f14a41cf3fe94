//! A run is its folder: created under a lock, written as the run goes, complete on every exit.

use std::fs::{File, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::exit::{Exit, Failure};

/// An open run folder. The lock is held until it is dropped.
#[derive(Debug)]
pub(crate) struct RunFolder {
    path: PathBuf,
    _lock: File,
}

impl RunFolder {
    /// Creates the folder; one that holds a run already needs `replace`.
    pub(crate) fn create(path: &Path, replace: bool) -> Result<Self, Failure> {
        std::fs::create_dir_all(path).map_err(|error| failed("create", path, &error))?;
        let lock_path = path.join(".lock");
        let lock =
            File::create(&lock_path).map_err(|error| failed("create", &lock_path, &error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::new(
                    Exit::Failed,
                    format!(
                        "another run is writing to {}; wait for it or use --out",
                        path.display()
                    ),
                ));
            }
            Err(TryLockError::Error(error)) => return Err(failed("lock", &lock_path, &error)),
        }
        let folder = Self {
            path: path.to_owned(),
            _lock: lock,
        };
        folder.clear(replace)?;
        Ok(folder)
    }

    /// Removes what an earlier run left; only files this program writes.
    fn clear(&self, replace: bool) -> Result<(), Failure> {
        for name in FILES {
            let file = self.path.join(name);
            if !file.exists() {
                continue;
            }
            if !replace {
                return Err(Failure::new(
                    Exit::Usage,
                    format!(
                        "{} holds a run already: use --replace to replace it or --out for another folder",
                        self.path.display()
                    ),
                ));
            }
            std::fs::remove_file(&file).map_err(|error| failed("remove", &file, &error))?;
        }
        Ok(())
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// A new, empty file, to be appended to as the run goes.
    pub(crate) fn create_file(&self, name: &str) -> Result<File, Failure> {
        let file = self.path.join(name);
        File::create(&file).map_err(|error| failed("create", &file, &error))
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

/// Every file of a run.
const FILES: [&str; 9] = [
    "job.json",
    "output.json",
    "rows.ndjson",
    "rows.csv",
    "rows_draft.ndjson",
    "receipts.json",
    "pages.ndjson",
    "events.ndjson",
    "report.json",
];

fn failed(what: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(
        Exit::Failed,
        format!("cannot {what} {}: {error}", path.display()),
    )
}
