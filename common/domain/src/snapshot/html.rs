//! The static path: an HTML document (html5ever, scripting off) into the same flat DOM that the
//! browser's harvest gives. Visibility is judged by what the source alone shows.

use super::Snapshot;

/// Parses a saved page. `url` is the address it was served at.
pub fn parse_html(_html: &str, _url: &str) -> Snapshot {
    unimplemented!("draft helper")
}
