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

use std::io::{ErrorKind, Write as _};
use std::sync::OnceLock;

use serde::Serialize;
use serde_json::Value;

use crate::exit::Failure;

/// Why a line did not get to stdout, if one did not.
static LOST: OnceLock<String> = OnceLock::new();

/// A line on stdout. A closed pipe is not an error: nobody is reading. A full disk is one, for the program to
/// end with.
pub(crate) fn line(text: &str) {
    match writeln!(std::io::stdout().lock(), "{}", text.trim_end()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            LOST.get_or_init(|| error.to_string());
        }
        _ => {}
    }
}

/// Why what was printed is not all there, if it is not.
pub(crate) fn lost() -> Option<&'static str> {
    LOST.get().map(String::as_str)
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
