//! The frames of a saved page that its browser saved in a folder beside it. Only files below the page's own
//! folder are read, and no more than a page has.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use url::Url;

use super::folder::ENDINGS;
use super::pages::ends_in;
use super::saved::{bytes, text};

/// The most frames of a page, and the most bytes of one.
const MOST: usize = 32;
const MOST_BYTES: u64 = 16 << 20;

/// Where a page's frames may be.
pub(super) struct Frames {
    /// The page's folder, without links.
    folder: PathBuf,
    left: Cell<usize>,
}

impl Frames {
    /// Of a page in a file.
    pub(super) fn beside(page: &Path) -> Option<Self> {
        let page = page.canonicalize().ok()?;
        Some(Self {
            folder: page.parent()?.to_owned(),
            left: Cell::new(MOST),
        })
    }

    /// A frame's place and HTML, from its `src` in the document at this place: the path of a folder below the
    /// page's. `None` if it is no such file.
    pub(super) fn read(&self, src: &str, place: &str) -> Option<(String, String)> {
        let path = self.file(src, place)?;
        let left = self.left.get().checked_sub(1)?;
        if path.metadata().ok()?.len() > MOST_BYTES {
            return None;
        }
        let html = text(bytes(&path).ok()?).ok()?;
        self.left.set(left);
        let folder = path.parent()?.strip_prefix(&self.folder).ok()?;
        Some((folder.to_str()?.to_owned(), html))
    }

    fn file(&self, src: &str, place: &str) -> Option<PathBuf> {
        // What names a scheme, a host or the root was not saved here.
        if src.is_empty() || src.starts_with(['/', '\\', '#', '?']) || Url::parse(src).is_ok() {
            return None;
        }
        let around = self.folder.join(place);
        let named = Url::from_directory_path(&around).ok()?.join(src).ok()?;
        let path = named.to_file_path().ok()?.canonicalize().ok()?;
        let inside = path.starts_with(&self.folder) && path.is_file();
        (inside && ends_in(&path, &ENDINGS)).then_some(path)
    }
}
