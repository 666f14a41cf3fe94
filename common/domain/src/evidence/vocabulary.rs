//! Terms of schema.org enumerations with the words pages use for them, kept as data in
//! `vocabulary.json` and shared by the store's evidence and the drafting engine. A closed set takes
//! part by its members' names: a member called `OutOfStock`, `OUT_OF_STOCK` or an address of that term
//! has the term's words.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

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

/// The words that state the terms of this name wherever they stand.
pub(super) fn aliases(name: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    terms(name).flat_map(|term| term.words.iter().map(String::as_str))
}

/// The words that state the terms of this name as the value of a labelled field. `name` has its words
/// run together in lower case (`outofstock`).
pub fn value_words(name: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    terms(name).flat_map(|term| term.words.iter().chain(&term.as_value).map(String::as_str))
}
