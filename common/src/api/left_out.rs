//! What a job read or drafted and did not take in: refused rows by reason, and pages without a row.

use std::collections::BTreeMap;

use domain::answer::cells::state_name;
use domain::answer::record::{PageRecord, RefusedRecord};
use domain::answer::verdict::Code;
use serde::{Deserialize, Serialize};

/// Rows that were refused for the same reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RefusedRows {
    /// Of the refusal.
    pub code: Code,
    /// JSON pointer into the row.
    pub pointer: String,
    /// How many.
    pub rows: u64,
    /// Of the first of them.
    pub message: String,
    /// Of the first of them.
    pub hint: String,
}

/// A page that was given up, is gone or was not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadPage {
    /// Its address as found.
    pub url: String,
    /// Its state.
    pub state: String,
    /// What was seen.
    pub note: String,
}

/// Refused rows, by code and place.
pub fn refused_rows(items: &[RefusedRecord]) -> Vec<RefusedRows> {
    let mut groups: BTreeMap<(Code, &str), RefusedRows> = BTreeMap::new();
    for RefusedRecord { refusal, .. } in items {
        let group = groups
            .entry((refusal.code, &refusal.pointer))
            .or_insert_with(|| RefusedRows {
                code: refusal.code,
                pointer: refusal.pointer.clone(),
                rows: 0,
                message: refusal.message.clone(),
                hint: refusal.hint.clone(),
            });
        group.rows += 1;
    }
    groups.into_values().collect()
}

/// A page of the frontier as one without a row.
pub fn unread_page(page: &PageRecord) -> UnreadPage {
    UnreadPage {
        url: page.url.clone(),
        state: state_name(&page.state).to_owned(),
        note: page.note.clone(),
    }
}
