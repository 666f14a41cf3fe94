//! One test's world: its page server, its reader, and a folder by which every process of its
//! browsers can be found.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use common::browser::{BrowserOptions, PageReader, ReadError, ReadRequest, WebDriverReader};
use domain::job::{ReadOptions, Span};
use domain::snapshot::{NodeKind, Snapshot, Visibility};
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::server::Site;

pub(crate) struct World {
    pub(crate) site: Site,
    pub(crate) reader: Arc<WebDriverReader>,
    pub(crate) folder: TempDir,
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::with(|options| options.lanes = 4).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut BrowserOptions)) -> Self {
        let folder = TempDir::new().unwrap();
        let mut options = BrowserOptions {
            folder: Some(folder.path().to_owned()),
            ..BrowserOptions::default()
        };
        change(&mut options);
        let reader = match WebDriverReader::start(options).await {
            Ok(reader) => Arc::new(reader),
            Err(error) => panic!("{error}"),
        };
        Self {
            site: Site::start().await,
            reader,
            folder,
        }
    }

    pub(crate) fn request(&self, path: &str) -> ReadRequest {
        ReadRequest {
            url: self.site.url(path),
            options: options(),
            scroll: false,
            alone: false,
        }
    }

    pub(crate) async fn read(&self, path: &str) -> Result<Snapshot, ReadError> {
        self.reader.read(self.request(path)).await
    }

    /// Begins a read beside the test.
    pub(crate) fn spawn(&self, request: ReadRequest) -> JoinHandle<Result<Snapshot, ReadError>> {
        let reader = Arc::clone(&self.reader);
        tokio::spawn(async move { reader.read(request).await })
    }

    /// Reads a page that must be readable.
    pub(crate) async fn page(&self, path: &str) -> Snapshot {
        self.read(path).await.unwrap()
    }

    /// Ends the browser and asserts that nothing of it is left.
    pub(crate) async fn close(self) {
        self.reader.close().await;
        self.reader.close().await;
        assert_nothing_left(self.folder.path()).await;
    }

    /// The processes of this world's browsers whose command line contains `word`.
    pub(crate) fn processes(&self, word: &str) -> Vec<i32> {
        processes(self.folder.path())
            .into_iter()
            .filter(|(_, line)| line.contains(word))
            .map(|(pid, _)| pid)
            .collect()
    }
}

pub(crate) fn options() -> ReadOptions {
    ReadOptions {
        timeout: Span::seconds(60),
        ..ReadOptions::default()
    }
}

/// Living processes that were started with `folder` in their command line or environment.
fn processes(folder: &Path) -> Vec<(i32, String)> {
    let folder = folder.to_str().unwrap();
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter_map(|entry| {
            let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
            let text = |name| {
                let bytes = std::fs::read(entry.path().join(name)).unwrap_or_default();
                String::from_utf8_lossy(&bytes).replace('\0', " ")
            };
            let line = text("cmdline");
            let ours = line.contains(folder) || text("environ").contains(folder);
            (ours && !line.is_empty()).then_some((pid, line))
        })
        .collect()
}

/// Asserts, with patience, that no process and no file is left.
pub(crate) async fn assert_nothing_left(folder: &Path) {
    let left = || {
        let files = std::fs::read_dir(folder).map_or(0, |files| files.flatten().count());
        (processes(folder), files)
    };
    eventually(|| left() == (Vec::new(), 0), || format!("{:?}", left())).await;
}

/// Waits until `is` holds; says what was there instead if it never does.
pub(crate) async fn eventually(is: impl Fn() -> bool, what: impl Fn() -> String) {
    for _ in 0..600 {
        if is() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("never came to be: {}", what());
}

/// The text a person sees, words parted by single spaces.
pub(crate) fn visible(page: &Snapshot) -> String {
    text(page, Visibility::Visible)
}

/// The text of one visibility, words and nodes parted by single spaces.
pub(crate) fn text(page: &Snapshot, visibility: Visibility) -> String {
    let texts = page.dom.nodes.iter().filter_map(|node| match &node.kind {
        NodeKind::Text(text) if node.visibility == visibility => Some(text.as_str()),
        _ => None,
    });
    texts
        .flat_map(str::split_whitespace)
        .collect::<Vec<_>>()
        .join(" ")
}
