//! Terms of schema.org enumerations with the words pages use for them, kept as data in
//! `vocabulary.json` and shared by the store's evidence and the drafting engine. A closed set takes
//! part by its members' names: a member called `OutOfStock`, `OUT_OF_STOCK` or an address of that term
//! has the term's words.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use super::fold::member_words;

/// A term of an enumeration.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Term {
    /// Its names with words run together in lower case.
    terms: Vec<String>,
    /// Words that state it wherever they stand.
    words: Vec<String>,
    /// Words that state it only as the whole value of a labelled field ("Condition: new").
    as_value: Vec<String>,
    /// What a button says by which the thing itself is had, or cannot be.
    #[serde(default)]
    on_button: Vec<String>,
    /// Longer wordings in which those words mean something else ("like new"). A last `#` stands for
    /// a word that begins with a digit.
    #[serde(default)]
    not: Vec<String>,
}

static TERMS: LazyLock<Vec<Term>> = LazyLock::new(|| {
    let groups: BTreeMap<String, Vec<Term>> =
        serde_json::from_str(include_str!("vocabulary.json")).unwrap_or_default();
    groups.into_values().flatten().collect()
});

fn terms(name: &str) -> impl Iterator<Item = &'static Term> + use<'_> {
    TERMS
        .iter()
        .filter(move |term| term.terms.iter().any(|known| known == name))
}

/// The words that state the terms of this name wherever they stand: also its other names.
pub(super) fn aliases(name: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    terms(name).flat_map(|term| term.words.iter().chain(&term.terms).map(String::as_str))
}

/// The words that state the terms of this name as the value of a labelled field or on a button.
/// `name` has its words run together in lower case (`outofstock`).
pub(super) fn value_words(name: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    terms(name).flat_map(|term| {
        term.as_value
            .iter()
            .chain(&term.on_button)
            .map(String::as_str)
    })
}

/// Whether a wording is what a button says by which a thing can or cannot be had; letter case counts
/// as little as blanks around it.
pub fn is_button(text: &str) -> bool {
    BUTTONS.contains(&member_words(&text.to_lowercase()).concat())
}

static BUTTONS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let wordings = TERMS.iter().flat_map(|term| &term.on_button);
    wordings
        .map(|wording| member_words(&wording.to_lowercase()).concat())
        .collect()
});

/// Wordings that hold words of a term and state something else.
pub(super) fn decoys() -> impl Iterator<Item = &'static str> {
    TERMS
        .iter()
        .flat_map(|term| term.not.iter().map(String::as_str))
}
