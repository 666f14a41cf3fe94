//! The words around the days of pages, kept as data in `days.json`: what markup calls a day, and what text says
//! happened on it.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

/// Words, each folded.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Days {
    /// Words of class names that name a dateline, alone or grown together with others.
    pub names: HashSet<String>,
    /// Words, stemmed, for the last change of a page: of class names, or in the text.
    pub changed: HashSet<String>,
    /// Words, stemmed, of class names, or in the text, for the day of something else than the page.
    pub other: HashSet<String>,
    /// Words that a line about the day of publication starts with, the first or the second.
    pub said: HashSet<String>,
    /// Small words beside a day or an hour.
    pub beside: HashSet<String>,
    /// Words, stemmed, before the day on which something else is done or was.
    pub occasion: HashSet<String>,
    /// Words, stemmed, with which a page speaks of an event to come.
    pub tickets: HashSet<String>,
}

static DAYS: LazyLock<Days> =
    LazyLock::new(|| serde_json::from_str(include_str!("days.json")).unwrap_or_default());

/// The words around days.
pub(crate) fn days() -> &'static Days {
    &DAYS
}
