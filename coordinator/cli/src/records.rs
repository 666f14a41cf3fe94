//! Files of records that an operator hands in: one JSON array, or one JSON value a line.

use std::path::Path;

use common::archive::DraftLine;
use domain::answer::command::Item;
use domain::answer::pair::key_of;
use serde_json::Value;

use crate::exit::{Exit, Failure};
use crate::load;

/// Keys by which a line of `rows_draft.ndjson` is known.
const DRAFT_KEYS: [&str; 5] = ["url", "row", "receipts", "reasons", "leftovers"];

/// The records of a file, in order. Nothing is taken from a file of which a part is not JSON.
pub(crate) fn read(path: &Path) -> Result<Vec<Value>, Failure> {
    let text = load::read(path, "file")?;
    if let Ok(Value::Array(records)) = serde_json::from_str(&text) {
        return Ok(records);
    }
    lines(path, &text)
}

/// One JSON value a line; blank lines are left out.
pub(crate) fn lines(path: &Path, text: &str) -> Result<Vec<Value>, Failure> {
    let lines = text.lines().zip(1..);
    lines
        .filter(|(line, _)| !line.trim().is_empty())
        .map(|(line, number)| {
            serde_json::from_str(line).map_err(|error| {
                let message = format!(
                    "line {number} of {} is not JSON: {error}; nothing was changed",
                    path.display()
                );
                Failure::new(Exit::Usage, message)
            })
        })
        .collect()
}

/// A record as a row to add. A line of `rows_draft.ndjson` is a draft of its page and keeps its
/// receipts and reasons.
pub(crate) fn item(record: Value) -> Item {
    let is_draft = DRAFT_KEYS.iter().all(|key| record.get(*key).is_some());
    if is_draft && let Ok(line) = serde_json::from_value::<DraftLine>(record.clone()) {
        return Item {
            item: Value::Object(line.row),
            page: key_of(&line.url),
            receipts: line.receipts,
            reasons: line.reasons,
            merge: false,
            draft: true,
        };
    }
    Item {
        item: record,
        ..Item::default()
    }
}
