//! One test's world: its page server, its reader, and a folder by which every process of its
//! browsers can be found.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use common::browser::{BrowserOptions, PageReader, ReadError, ReadRequest, WebDriverReader};
use domain::ids::JobId;
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
        let job = JobId("browser".to_owned());
        ReadRequest::of(job, self.site.url(path), options())
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
        let groups = self.groups();
        self.reader.close().await;
        self.reader.close().await;
        assert_nothing_left(self.folder.path(), &groups).await;
    }

    /// The processes of this world's browsers whose command line contains `word`.
    pub(crate) fn processes(&self, word: &str) -> Vec<i32> {
        let all = living()
            .into_iter()
            .filter(|p| self.groups().contains(&p.group));
        all.filter(|p| p.line.contains(word))
            .map(|p| p.pid)
            .collect()
    }

    /// The process groups of this world's browsers.
    pub(crate) fn groups(&self) -> Vec<i32> {
        let folder = self.folder.path().to_str().unwrap();
        let ours = living().into_iter().filter(|p| p.says(folder));
        ours.map(|p| p.group).collect()
    }
}

pub(crate) fn options() -> ReadOptions {
    ReadOptions {
        timeout: Span::seconds(60),
        ..ReadOptions::default()
    }
}

/// A living process.
#[derive(Debug)]
struct Process {
    pid: i32,
    group: i32,
    line: String,
    environment: String,
}

impl Process {
    /// Whether it was started with this text in its command line or environment.
    fn says(&self, text: &str) -> bool {
        self.line.contains(text) || self.environment.contains(text)
    }
}

fn living() -> Vec<Process> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter_map(|entry| {
            let text = |name| {
                let bytes = std::fs::read(entry.path().join(name)).unwrap_or_default();
                String::from_utf8_lossy(&bytes).replace('\0', " ")
            };
            let stat = text("stat");
            // After the name in brackets: state, parent, group.
            let after: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
            (after[0] != "Z").then_some(())?;
            Some(Process {
                pid: entry.file_name().to_str()?.parse().ok()?,
                group: after[2].parse().ok()?,
                line: text("cmdline"),
                environment: text("environ"),
            })
        })
        .collect()
}

/// Asserts, with patience, that no process of the groups or the folder, and no file is left.
pub(crate) async fn assert_nothing_left(folder: &Path, groups: &[i32]) {
    let left = || {
        let files = std::fs::read_dir(folder).map_or(0, |files| files.flatten().count());
        let folder = folder.to_str().unwrap();
        let mut all = living();
        all.retain(|p| groups.contains(&p.group) || p.says(folder));
        (all, files)
    };
    let none = || matches!(left(), (all, 0) if all.is_empty());
    eventually(none, || format!("{:?}", left())).await;
}

/// Waits until `is` holds; says what was there instead if it never does.
pub(crate) async fn eventually(is: impl Fn() -> bool, what: impl Fn() -> String) {
    for _ in 0..1_200 {
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
