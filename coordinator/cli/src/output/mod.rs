//! Everything a person or a pipe sees: the only place that writes to stdout and stderr.

pub(crate) mod csv;
pub(crate) mod files;
pub(crate) mod progress;
pub(crate) mod table;

use std::io::Write as _;

use crate::exit::Failure;

/// A line on stdout. A closed pipe is not an error: nobody is reading.
pub(crate) fn line(text: &str) {
    drop(writeln!(std::io::stdout().lock(), "{}", text.trim_end()));
}

/// A line on stderr.
pub(crate) fn note(text: &str) {
    drop(writeln!(std::io::stderr().lock(), "{}", text.trim_end()));
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
