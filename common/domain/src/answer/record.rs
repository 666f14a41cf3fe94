//! The bodies of records: rows, pages, marks, the gate. Stored as JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::evidence::{Reason, Receipt, StatedMember};
use crate::frontier::{Listing, PageState, Place};
use crate::page_class::PageClass;
use crate::panel::Wish;

/// An accepted row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RowRecord {
    /// The stored item: an object with every declared field, or a scalar.
    pub item: Value,
    /// The row's own page, if it has one, as a page key.
    pub page: Option<String>,
    /// Its place; operator rows come last.
    pub place: Option<Place>,
    /// JSON pointer in the item to where the value came from.
    pub receipts: BTreeMap<String, Receipt>,
    /// JSON pointer in the item to why it is empty.
    pub reasons: BTreeMap<String, Reason>,
    /// Hash of the schema it was validated against.
    pub schema: String,
    /// Where it stands among rows without a place: the version at which it first came in, if its
    /// record was written anew since, and its place within the commit that brought it.
    #[serde(default)]
    pub born: Born,
}

/// When a row came in, relative to others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Born {
    /// The version of its first record, if the row got a new id since.
    pub version: Option<u64>,
    /// Its number within the batch.
    pub nth: u32,
}

/// A page of the frontier. Never holds page text: only hashes and what rules need.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageRecord {
    /// The address as found: what is fetched.
    pub url: String,
    /// Where it was found.
    pub place: Place,
    /// What its list page says about it.
    pub listing: Listing,
    /// Detail page or list page.
    pub list: bool,
    /// Where it stands.
    pub state: PageState,
    /// The number of the last lease: a commit with an older one is refused.
    pub lease: u64,
    /// Reads that were started.
    pub attempts: u32,
    /// The class of the last read.
    pub class: Option<PageClass>,
    /// Why the last read ended so, for people.
    pub note: String,
    /// Address, status and title as read.
    pub read: Option<PageRead>,
    /// The result that stands: content, gone or empty list, kept while the page is read again.
    #[serde(default)]
    pub read_as: Option<PageClass>,
    /// Reads that ended as content, gone or empty list.
    #[serde(default)]
    pub looks: u32,
    /// How much the next read shall care for the page's panel.
    #[serde(default)]
    pub wish: Wish,
    /// The key of the page that this one leads to, if that page holds the row of both.
    #[serde(default)]
    pub twin: Option<String>,
    /// Its row was taken out for a reason that is kept: that it has none is no gap.
    #[serde(default, skip_serializing_if = "is_not")]
    pub removed: bool,
}

/// What most pages are not is not written.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_not(flag: &bool) -> bool {
    !flag
}

impl PageRecord {
    /// Whether it was read: only content and gone count, for a list also one that says it is empty.
    pub fn is_read(&self) -> bool {
        match self.read_as {
            Some(PageClass::EmptyList) => self.list,
            Some(class) => class.earns_absence(),
            None => false,
        }
    }
}

/// What a read left behind for the rules.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PageRead {
    /// Address after redirects.
    pub final_url: String,
    /// HTTP status.
    pub status: Option<u16>,
    /// Document title.
    pub title: String,
    /// Fingerprint of the text without digits.
    pub fingerprint: String,
    /// Whether it has an embed that may hold the content and was not read in its place.
    pub has_embed: bool,
    /// The address of an embed that may hold the content and did not show it.
    pub unread: Option<String>,
    /// The address of the panel that was read in the page's place.
    pub panel: Option<String>,
    /// Fingerprint of the page around that panel.
    pub shell: Option<String>,
    /// Members of the job's closed sets that the page and its listing state.
    pub stated: Vec<StatedMember>,
    /// Fields of which a label, key or heading on the page shares a strong word.
    pub hinted: Vec<String>,
    /// The page was cut before its end: what stands there is not known.
    #[serde(skip_serializing_if = "is_not")]
    pub cut: bool,
    /// On a list page: how many items it says there are in all.
    pub stated_total: Option<u64>,
    /// Milliseconds the read took.
    pub ms: u64,
    /// When it was read, milliseconds since the epoch.
    pub read_at: u64,
}

/// The gate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GateRecord {
    /// `done` was bounced.
    pub bounced: bool,
    /// Which ask was bounced; 0 if it had no number.
    pub ask: u64,
    /// Looks taken when it was bounced.
    pub looks: i64,
    /// `done` was accepted.
    pub done: bool,
    /// No gap was left when it was accepted.
    pub complete: bool,
}

/// An item that was refused and is remembered until it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RefusedRecord {
    /// As proposed.
    pub item: Value,
    /// The page it was drafted from, as a page key.
    pub page: Option<String>,
    /// Why.
    pub refusal: super::verdict::Refusal,
}

/// A top-level field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldRecord {
    /// Its value.
    pub value: Value,
    /// Where it came from.
    pub receipt: Option<Receipt>,
}

/// An absence mark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MarkRecord {
    /// As given.
    pub reason: String,
    /// `read n of n`
    pub read: u64,
    /// Who marked: `coordinator` or `operator`.
    pub by: String,
}

/// A delivered answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says a thing of its own"
)]
pub struct Delivery {
    /// The document.
    pub output: Map<String, Value>,
    /// Whether it validates against the caller's schema.
    pub schema_valid: bool,
    /// Where it does not: pointer and message.
    pub errors: Vec<crate::schema::Finding>,
    /// Whether the shape was met.
    pub delivered: bool,
    /// False on an early stop, an exhausted budget or an invalid answer.
    pub successful: bool,
    /// No gaps remained.
    pub complete: bool,
}
