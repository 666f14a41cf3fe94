//! What the page's script tells after one slice of moving through a list. It trusts no number of a
//! page.

use serde::Deserialize;

/// One slice's report.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one answer of the script"
)]
pub(in super::super) struct Seen {
    /// The document's own clock, milliseconds.
    pub now: f64,
    /// When the document began: tells documents apart.
    pub doc: u64,
    /// Its address.
    pub url: String,
    /// Links in it.
    pub links: u64,
    /// Pixels of everything that scrolls.
    pub height: f64,
    /// Links that went away or lead elsewhere since the last harvest.
    pub lost: u64,
    /// Requests on their way that were not when the list began.
    pub open: i64,
    /// The page has answered the last move.
    pub calm: bool,
    /// Everything is scrolled to its end.
    pub ended: bool,
    /// Something says that it is still at work.
    pub busy: bool,
    /// The harvest that came with it was taken before the move.
    pub first: bool,
    /// The harvest that came with it is not the whole document: it is too large.
    pub cut: bool,
    /// What could be pressed; only at the end.
    pub buttons: Option<Buttons>,
}

/// What could be pressed, all in step.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Buttons {
    /// Visible text.
    pub labels: Vec<String>,
    /// Label or title for those who do not see it.
    pub names: Vec<String>,
    /// Tags, classes, ids, labels and roles of it and the boxes around it, nearest first.
    pub around: Vec<String>,
    /// Cannot be pressed.
    pub off: Vec<bool>,
    /// Marked as the current one.
    pub current: Vec<bool>,
    /// In a row with links of its own.
    pub in_row: Vec<bool>,
}
