//! Everything a person or a pipe sees: the only place that writes to stdout and stderr.

pub(crate) mod check;
pub(crate) mod csv;
pub(crate) mod diff;
pub(crate) mod drafted;
pub(crate) mod edits;
pub(crate) mod ending;
pub(crate) mod explain;
pub(crate) mod files;
pub(crate) mod jobs;
pub(crate) mod page;
pub(crate) mod progress;
pub(crate) mod replayed;
pub(crate) mod table;
pub(crate) mod verified;

use std::io::Write as _;

use serde::Serialize;
use serde_json::Value;

use crate::exit::Failure;

/// A line on stdout. A closed pipe is not an error: nobody is reading.
pub(crate) fn line(text: &str) {
    drop(writeln!(std::io::stdout().lock(), "{}", text.trim_end()));
}

/// A line on stderr.
pub(crate) fn note(text: &str) {
    drop(writeln!(std::io::stderr().lock(), "{}", text.trim_end()));
}

/// A structure on stdout, as one line of JSON.
pub(crate) fn json(value: &impl Serialize) {
    line(&serde_json::to_string(value).unwrap_or_default());
}

/// The word by which a member of an enumeration is written in JSON.
pub(crate) fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

/// A failure with its places and remedies, on stderr.
pub(crate) fn failure(failure: &Failure) {
    note(&format!("windrow: {}", failure.message));
    for finding in &failure.findings {
        let place = if finding.pointer.is_empty() {
            "(whole file)"
        } else {
            &finding.pointer
        };
        note(&format!(
            "  {place}: {} [{}]",
            finding.message, finding.code
        ));
    }
}
