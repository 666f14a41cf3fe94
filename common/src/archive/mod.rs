//! The archive port: what a run keeps of each page besides its row. For now the page lines, the
//! drafts and pictures of failed reads; page text never goes to the answer store.

mod folder;
mod jobs;

pub use folder::{FolderArchive, end_with_a_whole_line};
pub use jobs::{JobFolders, NoArchive};

use std::collections::BTreeMap;

use domain::answer::verdict::Code;
use domain::evidence::{Reason, Receipt};
use domain::ids::JobId;
use domain::page_class::PageClass;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One line of `pages.ndjson`: a page as it was read.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PageLine {
    /// The address as found.
    pub url: String,
    /// The address after redirects.
    pub final_url: String,
    /// HTTP status, where known.
    pub status: Option<u16>,
    /// The class the read ended in.
    pub class: PageClass,
    /// What was seen, for people.
    pub note: String,
    /// Document title.
    pub title: String,
    /// Visible text.
    pub text: String,
    /// JSON-LD blocks, parsed.
    pub jsonld: Vec<Value>,
    /// Absolute addresses of the page's links, in order.
    pub links: Vec<String>,
    /// Milliseconds since the epoch.
    pub read_at: u64,
    /// How long the read took, in milliseconds.
    pub ms: u64,
    /// `browser` or `static`.
    pub mode: String,
    /// Name of the picture beside it, for a read that gave no content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<String>,
}

/// One line of `rows_draft.ndjson`: a draft as proposed, accepted or not.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DraftLine {
    /// The page's address as found.
    pub url: String,
    /// The proposed row.
    pub row: Map<String, Value>,
    /// Where its values came from.
    pub receipts: BTreeMap<String, Receipt>,
    /// Why its empty fields are empty.
    pub reasons: BTreeMap<String, Reason>,
    /// What was stated under keys that no field took.
    pub leftovers: Vec<(String, String)>,
    /// The refusal's code, if the row was refused whole.
    pub refused: Option<Code>,
}

/// A line that could not be kept.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {file}: {source}")]
pub struct ArchiveError {
    /// Where to.
    pub file: String,
    /// Why.
    pub source: std::io::Error,
}

/// Keeps what was read. Lines are small; an implementation may block for a file write.
pub trait Archive: Send + Sync {
    /// Keeps a page line.
    fn put_page(&self, job: &JobId, line: &PageLine) -> Result<(), ArchiveError>;
    /// Keeps a draft line.
    fn put_draft(&self, job: &JobId, line: &DraftLine) -> Result<(), ArchiveError>;
    /// Keeps a picture of a read that gave no content, under a name that no other read has.
    fn put_picture(&self, job: &JobId, name: &str, png: &[u8]) -> Result<(), ArchiveError>;
}
