//! The archive port: what a job keeps of each page besides its row: the page line, the draft and the
//! snapshot itself, from which rows can be drafted again. None of it goes to the answer store.

mod folder;
mod none;
mod objects;
mod open;
mod snapshots;
#[cfg(test)]
mod tests;

pub use folder::{FolderArchive, end_with_a_whole_line};
pub use none::NoArchive;
pub use objects::ObjectArchive;
pub use open::{open, open_objects};

use std::collections::BTreeMap;

use async_trait::async_trait;
use domain::answer::verdict::Code;
use domain::evidence::{Reason, Receipt};
use domain::frontier::Listing;
use domain::ids::JobId;
use domain::job::JobFile;
use domain::page_class::PageClass;
use domain::snapshot::Snapshot;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One line of `pages.ndjson`: a page as it was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    /// The name of its snapshot in the archive: the SHA-256 of what it holds, in hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<String>,
    /// Its number among the list pages, in the order of finding; none for a detail page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<u32>,
    /// What its list page says about it: evidence for its row, where no answer store is at hand.
    #[serde(default, skip_serializing_if = "is_blank")]
    pub listing: Listing,
}

fn is_blank(listing: &Listing) -> bool {
    *listing == Listing::default()
}

impl PageLine {
    /// What a snapshot says of itself, under the address as found; class, text and times are for the
    /// caller to fill in.
    pub fn of(url: &str, snapshot: &Snapshot) -> Self {
        Self {
            url: url.to_owned(),
            final_url: snapshot.final_url.clone(),
            status: snapshot.status,
            class: PageClass::Content,
            note: String::new(),
            title: snapshot.title.clone(),
            text: String::new(),
            jsonld: Vec::new(),
            links: Vec::new(),
            read_at: 0,
            ms: 0,
            mode: "browser".to_owned(),
            screenshot: None,
            snapshot: None,
            list: None,
            listing: Listing::default(),
        }
    }
}

/// One line of `rows_draft.ndjson`: a draft as proposed, accepted or not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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

/// The picture of a read and the name it is kept under, if its line names one.
fn picture<'a>(line: &'a PageLine, snapshot: &'a Snapshot) -> Option<(&'a str, &'a [u8])> {
    Some((line.screenshot.as_deref()?, snapshot.screenshot.as_deref()?))
}

/// What could not be kept or had.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// A file of the run folder.
    #[error("cannot use {file}: {source}")]
    File {
        /// Which.
        file: String,
        /// Why.
        source: std::io::Error,
    },
    /// An object of the archive.
    #[error("the archive: {0}")]
    Store(#[from] object_store::Error),
    /// What is there is not what was put there.
    #[error("{place} in the archive is damaged: {why}")]
    Damaged {
        /// Which object or line.
        place: String,
        /// What is wrong with it.
        why: String,
    },
    /// The address of an archive cannot be used.
    #[error("archive.url: {0}")]
    Address(String),
}

/// Keeps what was read.
#[async_trait]
pub trait Archive: Send + Sync {
    /// Keeps what a job's pages are drafted by: its file without headers, which may hold secrets, and without
    /// the addresses it names. A run folder, which holds its job besides, keeps nothing here.
    async fn put_job(&self, _: &JobId, _: &JobFile) -> Result<(), ArchiveError> {
        Ok(())
    }
    /// Keeps a page and its snapshot, in place of an earlier read of the page. If the line names a
    /// picture, the snapshot's is kept under that name, which no other read has; a page
    /// whose picture could not be kept is kept without, and the error says so.
    async fn put_page(
        &self,
        job: &JobId,
        line: PageLine,
        snapshot: &Snapshot,
    ) -> Result<(), ArchiveError>;
    /// Keeps a draft, in place of an earlier one of the page.
    async fn put_draft(&self, job: &JobId, line: DraftLine) -> Result<(), ArchiveError>;
    /// The last read of every page, in the order in which they were read. An address that is a list page
    /// and a detail page has both reads.
    async fn pages(&self, job: &JobId) -> Result<Vec<PageLine>, ArchiveError>;
    /// A snapshot by its name in a page line; `None` if it is not, or no longer, there.
    async fn snapshot(&self, job: &JobId, name: &str) -> Result<Option<Snapshot>, ArchiveError>;
    /// Takes out the jobs of which nothing was kept since a time (milliseconds since the epoch), and gives
    /// how many there were.
    async fn sweep(&self, since: u64) -> Result<usize, ArchiveError>;
}
