//! Snapshots in an object store: JSON, deflated (RFC 1950), each named by the SHA-256 of its JSON, so that
//! what is the same is kept once and what was damaged is noticed.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::sync::Arc;

use domain::snapshot::Snapshot;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};
use sha2::{Digest as _, Sha256};

use super::ArchiveError;

/// The most bytes one snapshot may unpack to.
const MOST: u64 = 1 << 30;

/// The snapshots below one place of a store.
#[derive(Debug, Clone)]
pub(super) struct Snapshots {
    store: Arc<dyn ObjectStore>,
    root: Path,
}

impl Snapshots {
    pub(super) fn new(store: Arc<dyn ObjectStore>, root: Path) -> Self {
        Self { store, root }
    }

    /// Keeps a snapshot and gives its name.
    pub(super) async fn put(&self, snapshot: &Snapshot) -> Result<String, ArchiveError> {
        let json = serde_json::to_vec(snapshot).map_err(|error| damaged("a snapshot", &error))?;
        let name = digest(&json);
        let place = self.place(&name);
        match self.store.head(&place).await {
            Ok(_) => return Ok(name),
            Err(object_store::Error::NotFound { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        let packed = deflate(&json).map_err(|error| damaged(&name, &error))?;
        self.store.put(&place, packed.into()).await?;
        Ok(name)
    }

    /// A snapshot by its name.
    pub(super) async fn get(&self, name: &str) -> Result<Option<Snapshot>, ArchiveError> {
        let found = match self.store.get(&self.place(name)).await {
            Ok(found) => found,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let packed = found.bytes().await?;
        let json = inflate(&packed).map_err(|error| damaged(name, &error))?;
        if digest(&json) != name {
            return Err(damaged(name, &"it holds something else"));
        }
        let snapshot = serde_json::from_slice(&json).map_err(|error| damaged(name, &error))?;
        Ok(Some(snapshot))
    }

    /// Spread by the first digits, so that no folder holds all of them.
    fn place(&self, name: &str) -> Path {
        let start = name.get(..2).unwrap_or("00");
        self.root
            .clone()
            .join("snapshots")
            .join(start)
            .join(format!("{name}.json.z"))
    }
}

/// The SHA-256 (FIPS 180-4) in hex.
pub(super) fn digest(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        write!(hex, "{byte:02x}").ok();
    }
    hex
}

fn deflate(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn inflate(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    ZlibDecoder::new(bytes).take(MOST).read_to_end(&mut plain)?;
    Ok(plain)
}

pub(super) fn damaged(place: &str, why: &impl ToString) -> ArchiveError {
    ArchiveError::Damaged {
        place: place.to_owned(),
        why: why.to_string(),
    }
}
