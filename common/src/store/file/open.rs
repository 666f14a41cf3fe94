//! Opening the file: creates it, checks all of it, and says in words what is wrong with it.

use std::io::ErrorKind;
use std::path::Path;

use domain::disposition::ErrorClass;
use redb::{Builder, Database, DatabaseError, StorageError};

use super::super::shard::ShardError;
use super::tables::{self, Fault};

/// Bytes of pages that are kept in memory.
const CACHE: usize = 64 << 20;

/// Opens or creates the file. Every page of it is checked, so that damage is found here and not in
/// the middle of a run.
pub(super) fn open(path: &Path, now: u64) -> Result<Database, ShardError> {
    let new = make_room(path).map_err(|error| unreachable(path, &error))?;
    let database = Builder::new()
        .set_cache_size(CACHE)
        .set_check_integrity_on_open(true)
        .create(path)
        .map_err(|error| explain(path, error))?;
    tables::prepare(&database, now).map_err(|fault| damaged(path, &words(&fault)))?;
    if new {
        keep_name(path).map_err(|error| unreachable(path, &error))?;
    }
    Ok(database)
}

/// What a file is that cannot be used as it is.
pub(super) fn damaged(path: &Path, why: &str) -> ShardError {
    permanent(format!(
        "{} is damaged or no answer store: {why}. Put a whole copy in its place, or start anew",
        path.display()
    ))
}

/// Makes the folder; whether the file has yet to be made.
fn make_room(path: &Path) -> std::io::Result<bool> {
    if let Some(folder) = folder(path) {
        std::fs::create_dir_all(folder)?;
    }
    Ok(!path.try_exists()?)
}

/// The name of a new file has to reach the disk too (fsync(2)).
fn keep_name(path: &Path) -> std::io::Result<()> {
    folder(path).map_or(Ok(()), |folder| std::fs::File::open(folder)?.sync_all())
}

fn folder(path: &Path) -> Option<&Path> {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
}

fn explain(path: &Path, error: DatabaseError) -> ShardError {
    match error {
        DatabaseError::DatabaseAlreadyOpen | DatabaseError::LockProtocolMismatch => ShardError {
            message: format!("{} is in use by another process", path.display()),
            class: ErrorClass::Transient,
            full: false,
        },
        DatabaseError::Storage(StorageError::Io(error)) if !is_content(&error) => {
            unreachable(path, &error)
        }
        error => damaged(path, &words(&error.into())),
    }
}

/// The database's words, without its own preface.
fn words(fault: &Fault) -> String {
    match fault {
        Fault::Corrupted(why) => why.clone(),
        fault => fault.to_string(),
    }
}

/// Whether an error is about what the file holds, not about reaching it.
fn is_content(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof | ErrorKind::InvalidInput
    )
}

fn unreachable(path: &Path, error: &std::io::Error) -> ShardError {
    permanent(format!("{} cannot be opened: {error}", path.display()))
}

fn permanent(message: String) -> ShardError {
    ShardError {
        message,
        class: ErrorClass::Permanent,
        full: false,
    }
}
