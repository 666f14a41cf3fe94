//! The frontier: the page addresses known to a job, each in exactly one state.

use serde::{Deserialize, Serialize};

/// Where a page was found: the list page's number, then the place on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// Number of the list page, from 0.
    pub list: u32,
    /// Place on it, from 0.
    pub index: u32,
}

/// What a list page says about a link: evidence for the row.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    /// The list page's address.
    pub page: String,
    /// The text of the link's row or card, words never fused.
    pub text: String,
    /// The headings above it, outermost first.
    pub headings: Vec<String>,
}

/// A page to put into the frontier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundPage {
    /// The address as found, absolute.
    pub url: String,
    /// Where.
    pub place: Place,
    /// What the list says about it.
    pub listing: Listing,
    /// A list page (its class is settled, it gets no row).
    pub list: bool,
}

/// Where a page stands. The last six are terminal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum PageState {
    /// To be published at this time (milliseconds since the epoch; 0 is at once).
    Due {
        /// When.
        at: u64,
    },
    /// Published; published again when the lease ends.
    Queued {
        /// When the lease ends.
        until: u64,
    },
    /// A worker reads it.
    Started {
        /// When the lease ends.
        until: u64,
    },
    /// Read: content.
    Content,
    /// Read: gone.
    Gone,
    /// Read: a list that says it is empty.
    EmptyList,
    /// Given up: challenge, shell or missing panel.
    Blocked,
    /// Given up: failed.
    Failed,
    /// Not read: robots or a limit.
    Skipped,
}

impl PageState {
    /// Whether nothing more will happen to the page.
    pub fn is_terminal(&self) -> bool {
        !matches!(
            self,
            Self::Due { .. } | Self::Queued { .. } | Self::Started { .. }
        )
    }
}
