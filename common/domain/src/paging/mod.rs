//! What the links and buttons are called by which a list goes on, in the common languages, and the boxes
//! around them in class names: data in `words.json`, asked by discovery and by the reader.

mod none;
#[cfg(test)]
mod tests;

pub use none::{NOUNS, says_failed, says_none};

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    /// The next page, lower case.
    next: HashSet<String>,
    /// More of the same.
    more: HashSet<String>,
    /// First words of a longer wording for more of the same: "load" 20 "more jobs".
    more_before: HashSet<String>,
    /// Its later words.
    more_between: HashSet<String>,
    /// Signs that point onward.
    arrows: HashSet<String>,
    /// Words of class names of boxes that hold a pager.
    pagers: HashSet<String>,
    /// Words of class names of moving picture rows.
    carousels: HashSet<String>,
}

static WORDS: LazyLock<Words> =
    LazyLock::new(|| serde_json::from_str(include_str!("words.json")).unwrap_or_default());

/// The most words of a label that asks for more.
const MOST_WORDS: usize = 5;

/// Whether a label means the next page.
pub fn means_next(label: &str) -> bool {
    WORDS.next.contains(&plain(label))
}

/// Whether a label means more of the same: `Load more`, `Show 20 more jobs`, `Mehr laden (240)`.
pub fn means_more(label: &str) -> bool {
    let label = plain(label);
    if WORDS.more.contains(&label) {
        return true;
    }
    let words: Vec<&str> = label
        .split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '/' | '…'))
        .filter(|word| word.chars().any(char::is_alphabetic))
        .collect();
    let Some((first, rest)) = words.split_first() else {
        return false;
    };
    if WORDS.more.contains(&words.join(" ")) {
        return true;
    }
    words.len() <= MOST_WORDS
        && WORDS.more_before.contains(*first)
        && rest.iter().any(|word| WORDS.more_between.contains(*word))
}

/// Whether a label is nothing but an arrow that points onward.
pub fn is_arrow(label: &str) -> bool {
    WORDS.arrows.contains(label.trim())
}

/// Whether a word of a class name or id names a box that holds a pager.
pub fn names_pager(word: &str) -> bool {
    WORDS.pagers.contains(word) || word.starts_with("paginat")
}

/// Whether a word of a class name or id names a moving row of pictures.
pub fn names_carousel(word: &str) -> bool {
    WORDS.carousels.contains(word)
}

/// The lower-case words of a class name, an id or a label, parted at marks and where the case changes:
/// `mainNav_item-2` into `main nav item 2`.
pub fn name_words(name: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut lower_before = false;
    for c in name.chars() {
        let breaks = !c.is_alphanumeric() || (c.is_uppercase() && lower_before);
        if breaks && out.last().is_some_and(|word| !word.is_empty()) {
            out.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = out.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        lower_before = c.is_lowercase();
    }
    out.retain(|word| !word.is_empty());
    out
}

/// `3` is a page's label; years and prices are too long or not whole.
pub fn page_number(label: &str) -> Option<u64> {
    let label = label.trim();
    let whole = !label.is_empty() && label.len() <= 5 && label.bytes().all(|b| b.is_ascii_digit());
    whole.then(|| label.parse().ok())?
}

/// Lower case, without arrows and marks around the words.
fn plain(label: &str) -> String {
    label
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}
