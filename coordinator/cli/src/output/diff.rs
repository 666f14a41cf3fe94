//! The difference of two answers for a person.

use serde_json::Value;

use super::line;
use crate::commands::diff::{Difference, Named};

/// Prints the difference, and a line of totals.
pub(crate) fn print(found: &Difference) {
    for (field, (old, new)) in &found.fields {
        line(&format!("~ {field}: {old} -> {new}"));
    }
    for row in &found.removed {
        line(&format!("- {}", name(row.url.as_deref(), &row.row)));
    }
    for Named { url, row } in &found.added {
        line(&format!("+ {}", name(url.as_deref(), row)));
    }
    for row in &found.changed {
        line(&format!("~ {}", row.url.as_deref().unwrap_or("a row")));
        for (field, (old, new)) in &row.fields {
            line(&format!("    {field}: {old} -> {new}"));
        }
    }
    line(&format!(
        "{} added, {} removed, {} changed, {} the same",
        found.added.len(),
        found.removed.len(),
        found.changed.len(),
        found.same
    ));
}

fn name(url: Option<&str>, row: &Value) -> String {
    url.map_or_else(|| row.to_string(), str::to_owned)
}
