//! How markup calls a trail, kept as data in `names.json`: in classes, ids, labels and types.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::words::fold;

/// Wordings, each folded.
#[derive(Debug, Default, Deserialize)]
struct Names {
    /// What no other name holds.
    within: Vec<String>,
    /// What is one only as a word of its own: no "crumble".
    words: Vec<String>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let mut read: Names = serde_json::from_str(include_str!("names.json")).unwrap_or_default();
    for name in &mut read.within {
        *name = fold(name);
    }
    read
});

/// Whether the value of an attribute calls an element a trail.
pub(super) fn are_in(value: &str) -> bool {
    let folded = fold(value);
    NAMES.within.iter().any(|name| folded.contains(name))
        || NAMES.words.iter().any(|word| folded.contains(word)) && has_word(value)
}

/// Whether one of a name's words is a trail's, in any casing style: "crumbTrail".
fn has_word(value: &str) -> bool {
    let mut parted = String::with_capacity(value.len() + 8);
    let mut lower = false;
    for ch in value.chars() {
        if lower && ch.is_uppercase() {
            parted.push(' ');
        }
        lower = ch.is_lowercase();
        parted.push(ch);
    }
    let folded = fold(&parted);
    let mut words = folded.split(|ch: char| !ch.is_alphanumeric());
    words.any(|word| NAMES.words.iter().any(|name| name == word))
}
