//! Pure link discovery: a list page's snapshot to its detail links and the list pages after it.

use domain::frontier::Listing;
use domain::job::JobFile;
use domain::snapshot::Snapshot;

/// What a list page offers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Found {
    /// Detail links in page order, one for each page key.
    pub links: Vec<DetailLink>,
    /// Addresses of further list pages, nearest first.
    pub next: Vec<String>,
    /// How many items the page says there are in all.
    pub stated_total: Option<u64>,
    /// The page says that it holds nothing.
    pub says_empty: bool,
}

/// One detail link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetailLink {
    /// Absolute, as found.
    pub url: String,
    /// The text of the link's row or card and the headings above it.
    pub listing: Listing,
}

/// Finds the detail links of a list page and the list pages after it.
///
/// # Errors
/// A filter of the job that does not parse, naming it.
pub fn discover(_snapshot: &Snapshot, _job: &JobFile) -> Result<Found, String> {
    unimplemented!("discovery helper")
}
