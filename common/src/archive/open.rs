//! From the address in the settings to the archive behind it.

use std::sync::Arc;

use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;

use super::{Archive, ArchiveError, NoArchive, ObjectArchive};
use crate::config::{self, ArchiveAt};

/// Opens the archive that a fleet's programs share. Nothing is contacted yet.
///
/// # Errors
/// A folder that cannot be made, or an address that says too little.
pub fn open(archive: &config::Archive) -> Result<Arc<dyn Archive>, ArchiveError> {
    if archive.keep.is_zero() {
        return Ok(Arc::new(NoArchive));
    }
    open_at(&archive.at)
}

pub(super) fn open_at(at: &ArchiveAt) -> Result<Arc<dyn Archive>, ArchiveError> {
    Ok(match at {
        ArchiveAt::Nowhere => Arc::new(NoArchive),
        ArchiveAt::Memory => Arc::new(ObjectArchive::new(
            Arc::new(InMemory::new()),
            Path::default(),
        )),
        ArchiveAt::Folder(folder) => {
            let file = folder.display().to_string();
            std::fs::create_dir_all(folder)
                .map_err(|source| ArchiveError::File { file, source })?;
            let store = LocalFileSystem::new_with_prefix(folder)?.with_automatic_cleanup(true);
            Arc::new(ObjectArchive::new(Arc::new(store), Path::default()))
        }
        ArchiveAt::Cloud { url, options } => {
            // The client of the cloud stores takes the process's cryptography.
            crate::tls::install_provider();
            let given = options
                .iter()
                .map(|(key, value)| (key.as_str(), value.as_str()));
            let (store, root) = object_store::parse_url_opts(url, given)
                .map_err(|error| ArchiveError::Address(error.to_string()))?;
            Arc::new(ObjectArchive::new(Arc::from(store), root))
        }
    })
}
