//! Commands: everything that may change a job's shard. Each is idempotent under re-decision.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record::PageRead;
use crate::evidence::{Reason, Receipt};
use crate::frontier::FoundPage;
use crate::page_class::PageClass;

/// A wish to change the shard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Command {
    /// Opens a run: remembers the schema's hash and sets the schema's defaults. A run that was
    /// opened with another schema is refused.
    Open,
    /// Puts pages into the frontier; known ones are left as they are.
    Discover {
        /// In list order.
        pages: Vec<FoundPage>,
    },
    /// A due page was handed to the queue under a new lease.
    Publish {
        /// Page key.
        page: String,
        /// When the lease ends, milliseconds since the epoch.
        until: u64,
    },
    /// A worker starts to read a page: counts the attempt before the browser opens it.
    Start {
        /// Page key.
        page: String,
        /// The lease it holds.
        lease: u64,
    },
    /// A page was read to a terminal class; row, page state and counters change in one commit.
    Settle {
        /// Page key.
        page: String,
        /// The lease it was read under.
        lease: u64,
        /// The class.
        class: PageClass,
        /// For people: what was seen.
        note: String,
        /// What the read left.
        read: Box<PageRead>,
    },
    /// A read failed: due again at a time, or given up when `due_at` is `None`.
    Fail {
        /// Page key.
        page: String,
        /// The lease it was read under.
        lease: u64,
        /// Failed, shell, challenge or panel missing.
        class: PageClass,
        /// For people.
        note: String,
        /// Milliseconds since the epoch, or `None` for the desk of dead letters.
        due_at: Option<u64>,
    },
    /// A queued page whose host rests: due again at a time, no attempt counted.
    Postpone {
        /// Page key.
        page: String,
        /// The lease it was published under.
        lease: u64,
        /// Milliseconds since the epoch.
        due_at: u64,
    },
    /// A page that is not read: robots, limits.
    Skip {
        /// Page key.
        page: String,
        /// Why.
        note: String,
    },
    /// Makes a page that came to an end due again (repair). What it stated stands until it is read.
    Reopen {
        /// Page key.
        page: String,
        /// When, milliseconds since the epoch.
        at: u64,
    },
    /// Adds a row.
    AddItem(Box<Item>),
    /// Changes fields of a row.
    UpdateItem {
        /// The row.
        row: String,
        /// Fields and their new values.
        fields: Value,
        /// Receipts of the new values.
        #[serde(default)]
        receipts: BTreeMap<String, Receipt>,
    },
    /// Sets a top-level field.
    SetField {
        /// Its name.
        key: String,
        /// Its value.
        value: Value,
        /// Where it came from.
        #[serde(default)]
        receipt: Option<Receipt>,
    },
    /// Removes rows; one unknown row refuses all.
    RemoveItems {
        /// Row ids.
        rows: Vec<String>,
        /// Why.
        reason: String,
    },
    /// Declares fields as not published.
    MarkAbsent {
        /// Names of row or top-level fields.
        fields: Vec<String>,
        /// Why.
        reason: String,
        /// `coordinator` or `operator`.
        by: String,
    },
    /// Asks for the end: bounced once with the list of gaps.
    Done {
        /// Which ask this is, as its asker counts: the same number again is the same ask, so it is
        /// safe to repeat one whose outcome is unknown. 0 is another ask each time.
        #[serde(default)]
        ask: u64,
    },
}

/// A row as proposed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Item {
    /// The item.
    pub item: Value,
    /// The page it was drafted from, as a page key; else its own-page field decides.
    pub page: Option<String>,
    /// JSON pointer in the item to where the value came from.
    pub receipts: BTreeMap<String, Receipt>,
    /// JSON pointer in the item to why it is empty.
    pub reasons: BTreeMap<String, Reason>,
    /// Merge into an existing row instead of refusing the duplicate.
    pub merge: bool,
    /// A draft: a value its field refuses is left out with its code as the reason.
    pub draft: bool,
}
