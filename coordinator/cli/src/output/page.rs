//! A kept page for a person: how it was read, then its text.

use std::path::Path;

use chrono::DateTime;
use common::archive::PageLine;
use domain::answer::record::PageRecord;

use super::{line, word};

/// Prints the page, and where its picture is.
pub(crate) fn print(page: &PageLine, picture: Option<&Path>, text: &str) {
    line(&format!("url: {}", page.url));
    if page.final_url != page.url {
        line(&format!("read at: {}", page.final_url));
    }
    let status = page
        .status
        .map_or_else(String::new, |status| format!(", status {status}"));
    let why = match page.note.as_str() {
        "" => String::new(),
        note => format!(" ({note})"),
    };
    line(&format!("class: {}{status}{why}", word(&page.class)));
    line(&format!(
        "read: {}, in {} ms, by the {}",
        when(page.read_at),
        page.ms,
        page.mode
    ));
    if let Some(picture) = picture {
        line(&format!("picture: {}", picture.display()));
    }
    line(&format!("title: {}", page.title));
    line("");
    line(text);
}

/// Prints how a page stands of which nothing was kept.
pub(crate) fn print_unread(page: &PageRecord) {
    line(&format!("url: {}", page.url));
    let class = page
        .class
        .map_or_else(|| "none".to_owned(), |class| word(&class));
    let why = match page.note.as_str() {
        "" => String::new(),
        note => format!(" ({note})"),
    };
    line(&format!("class: {class}{why}"));
    line(&format!("reads: {}, nothing was kept", page.attempts));
}

/// A time (milliseconds since the epoch) by the Gregorian calendar, in UTC.
fn when(ms: u64) -> String {
    let time = i64::try_from(ms)
        .ok()
        .and_then(DateTime::from_timestamp_millis);
    time.map_or_else(
        || ms.to_string(),
        |time| time.format("%Y-%m-%d %H:%M:%S UTC").to_string(),
    )
}
