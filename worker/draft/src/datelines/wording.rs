//! The words around days on a page, folded: what markup calls a day, and what text says happened on it.
//! The days themselves are gathered by `datelines`.

use crate::values::date;
use crate::values::weekdays::is_weekday;
use crate::vocabulary::days;
use crate::words::fold;

/// Whether a word of a class name, stemmed, names a dateline.
pub(super) fn is_name(word: &str) -> bool {
    days().names.contains(word)
}

/// Whether a word, stemmed, makes a day another one than that of publication.
pub(super) fn is_other(word: &str) -> bool {
    days().changed.contains(word) || days().other.contains(word)
}

/// Whether a word, stemmed, is one for a change.
pub(super) fn is_change(word: &str) -> bool {
    days().changed.contains(word)
}

/// Whether it is one that no entry's first day has, as "updated" has it.
pub(super) fn is_modified(word: &str) -> bool {
    is_change(word) && !matches!(word, "updated" | "update")
}

/// Whether a folded word is a small one beside a day or an hour.
pub(super) fn is_small(word: &str) -> bool {
    days().beside.contains(word)
}

/// Whether words begin as a line about the day of publication does.
pub(super) fn tells_publication(words: &[&str]) -> bool {
    begins(words, |word| days().said.contains(word))
}

/// Whether words begin as a line about the last change does.
pub(super) fn tells_change(words: &[&str]) -> bool {
    begins(words, |word| days().changed.contains(word)) || is_as_of(words)
}

/// Whether words begin as in "Stand: 5. Mai" or "mis à jour le 5 mai": such a first word alone may mean something
/// else, a stall or "my".
fn is_as_of(words: &[&str]) -> bool {
    let Some(first) = words.first() else {
        return false;
    };
    let next = words.get(1).map_or_else(String::new, |word| fold(word));
    match fold(first.trim_end_matches(':')).as_str() {
        "stand" => {
            first.ends_with(':') || date::is_month(next.trim_end_matches('.')) || is_day(&next)
        }
        "mis" | "mise" => matches!(next.as_str(), "a" | "en"),
        _ => false,
    }
}

/// Whether a word is a day in figures: "14.02.2026", "14.".
fn is_day(word: &str) -> bool {
    word.starts_with(|ch: char| ch.is_ascii_digit()) && word.contains('.')
}

/// Whether one of the first two words is such a one.
fn begins(words: &[&str], is: impl Fn(&str) -> bool) -> bool {
    let mut first = words.iter().take(2).map(|word| fold(word));
    first.any(|word| is(word.trim_end_matches(':')))
}

/// Whether a word may stand in a day or an hour as people write it.
pub(crate) fn is_of_day(word: &str) -> bool {
    let mut parts = word.split(|ch: char| !ch.is_alphanumeric()).map(fold);
    parts.all(|part| {
        part.is_empty()
            || part.starts_with(|ch: char| ch.is_ascii_digit())
            || is_small(&part)
            || date::is_month(&part)
            || is_weekday(&part)
    })
}
