//! What a replay found, for a person: changed fields, added, removed and changed rows, with where their
//! values came from.

use domain::evidence::{Reason, Receipt};
use serde_json::Value;

use super::explain::{from, short, words};
use super::line;
use crate::commands::replay::{Change, Differences};

/// Prints the differences, and a line of totals.
pub(crate) fn print(found: &Differences) {
    if !found.fields.is_empty() {
        line("~ the answer's own fields");
    }
    for change in &found.fields {
        print_change(change);
    }
    for row in &found.removed {
        line(&format!("- {}", name(row.url.as_deref(), &row.row)));
    }
    for row in &found.added {
        line(&format!("+ {}", name(row.url.as_deref(), &row.row)));
    }
    for row in &found.changed {
        line(&format!("~ {}", row.url.as_deref().unwrap_or("a row")));
        for change in &row.changes {
            print_change(change);
        }
    }
    for url in &found.missing {
        line(&format!("not in the archive: {url}"));
    }
    line(&format!(
        "{} pages drafted again: {} rows added, {} removed, {} changed, {} the same",
        found.pages,
        found.added.len(),
        found.removed.len(),
        found.changed.len(),
        found.same
    ));
    if found.lists > 0 {
        line(&format!(
            "{} list pages drafted again: {} of the answer's own fields changed",
            found.lists,
            found.fields.len()
        ));
    }
}

fn print_change(change: &Change) {
    line(&format!(
        "    {}: {} -> {}",
        change.pointer,
        short(&change.old),
        short(&change.new)
    ));
    let sides = [
        ("was", &change.old_receipt, &change.old_reason),
        ("is", &change.new_receipt, &change.new_reason),
    ];
    for (side, receipt, reason) in sides {
        if let Some(source) = source(&change.pointer, receipt.as_ref(), reason.as_ref()) {
            line(&format!("        {side}: {source}"));
        }
    }
}

fn source(at: &str, receipt: Option<&Receipt>, reason: Option<&Reason>) -> Option<String> {
    match (receipt, reason) {
        (Some(receipt), _) => Some(from("", at, receipt)),
        (None, Some(reason)) => Some(words(reason)),
        (None, None) => None,
    }
}

fn name(url: Option<&str>, row: &Value) -> String {
    url.map_or_else(|| short(row), str::to_owned)
}
