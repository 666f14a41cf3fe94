//! From the address in the settings to the archive behind it.

use std::sync::Arc;

use object_store::ObjectStore;
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
    if let ArchiveAt::Folder(folder) = at {
        let file = folder.display().to_string();
        std::fs::create_dir_all(folder).map_err(|source| ArchiveError::File { file, source })?;
    }
    Ok(match open_objects(at)? {
        Some(objects) => Arc::new(objects),
        None => Arc::new(NoArchive),
    })
}

/// The objects that a fleet's programs kept there; `None` if that is nowhere. Nothing is contacted yet.
///
/// # Errors
/// A folder that is not there, or an address that says too little.
pub fn open_objects(at: &ArchiveAt) -> Result<Option<ObjectArchive>, ArchiveError> {
    let (store, root): (Arc<dyn ObjectStore>, Path) = match at {
        ArchiveAt::Nowhere => return Ok(None),
        ArchiveAt::Memory => (Arc::new(InMemory::new()), Path::default()),
        ArchiveAt::Folder(folder) => {
            let store = LocalFileSystem::new_with_prefix(folder)?.with_automatic_cleanup(true);
            (Arc::new(store), Path::default())
        }
        ArchiveAt::Cloud { url, options } => {
            // The client of the cloud stores takes the process's cryptography.
            crate::tls::install_provider();
            let given = options
                .iter()
                .map(|(key, value)| (key.as_str(), value.as_str()));
            let (store, root) = object_store::parse_url_opts(url, given)
                .map_err(|error| ArchiveError::Address(error.to_string()))?;
            (Arc::from(store), root)
        }
    };
    Ok(Some(ObjectArchive::new(store, root)))
}
