//! The repository's files: what Git would track, read once. Build output and run folders are not
//! part of it.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::OnceLock;

use walkdir::{DirEntry, WalkDir};

/// One file.
#[derive(Debug, Default)]
pub(super) struct File {
    /// From the repository's root, with `/`.
    pub(super) path: String,
    /// Its text; empty for a file that is not UTF-8.
    pub(super) text: String,
    /// The run bit.
    pub(super) executable: bool,
}

impl File {
    /// Whether the path ends in `.` and this.
    pub(super) fn is(&self, extension: &str) -> bool {
        Path::new(&self.path)
            .extension()
            .is_some_and(|own| own == extension)
    }

    /// Whether it lies below this folder.
    pub(super) fn within(&self, folder: &str) -> bool {
        Path::new(&self.path).starts_with(folder)
    }

    /// Whether it is compiled for tests only.
    pub(super) fn is_test(&self) -> bool {
        self.within("tests")
            || Path::new(&self.path)
                .file_stem()
                .is_some_and(|s| s == "tests")
    }
}

/// Everything below the root, in the order of paths.
pub(super) fn files() -> &'static [File] {
    static FILES: OnceLock<Vec<File>> = OnceLock::new();
    FILES.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        WalkDir::new(&root)
            .min_depth(1)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(is_ours)
            .map(|entry| entry.expect("a readable folder"))
            .filter(|entry| entry.file_type().is_file())
            .map(|entry| read(&root, &entry))
            .collect()
    })
}

fn is_ours(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let foreign = matches!(&*name, "target" | "runs" | ".git");
    let hidden = name.starts_with('.') && !matches!(&*name, ".ci" | ".config" | ".github");
    let skipped = foreign || (hidden && entry.file_type().is_dir());
    !skipped
}

fn read(root: &Path, entry: &DirEntry) -> File {
    let bytes = std::fs::read(entry.path()).expect("a readable file");
    let mode = entry.metadata().expect("metadata").permissions().mode();
    let path = entry.path().strip_prefix(root).expect("a path below");
    File {
        path: path.to_string_lossy().replace('\\', "/"),
        text: String::from_utf8(bytes).unwrap_or_default(),
        executable: mode & 0o111 != 0,
    }
}
