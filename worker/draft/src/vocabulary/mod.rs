//! What field names and labels mean, kept as data in `concepts.json` (schema.org vocabulary and the
//! words pages use for it), `phrases.json` (wordings for "none", "yes", "gone" and the like), `bylines.json`,
//! `days.json` and `prompts.json`.

mod bylines;
mod days;
mod prompts;
mod stock;

pub(crate) use bylines::bylines;
pub(crate) use days::days;
pub(crate) use prompts::{is_lone, is_prompt, unprompted};
pub(crate) use stock::{counts_stores, implies_stock};

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::words::{Phrase, phrase, squash};

/// What a value of a concept looks like.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Short text.
    #[default]
    Text,
    /// The name of the thing the page is about: a heading.
    Title,
    /// Running text about it.
    Description,
    /// An amount of money.
    Price,
    /// A code that identifies it.
    Code,
    /// A day or time.
    Date,
    /// An address of a page.
    Link,
    /// An address of a picture.
    Image,
    /// Whether it can be had.
    Availability,
}

/// One concept: where metadata states it and what people call it.
#[derive(Debug, Deserialize)]
pub(crate) struct Concept {
    /// Its schema.org name, or a name of ours where there is none.
    pub id: String,
    /// What its values look like.
    #[serde(default)]
    pub kind: Kind,
    /// Names of schema fields, in any casing style.
    pub names: Vec<String>,
    /// Property paths from the main entity, best first.
    #[serde(default)]
    pub paths: Vec<String>,
    /// Names of meta tags, best first.
    #[serde(default)]
    pub meta: Vec<String>,
    /// Labels people read, beside the names.
    #[serde(default)]
    pub labels: Vec<String>,
    /// Ids of concepts whose names may stand beside its own in one label: "make / manufacturer".
    #[serde(default)]
    pub kin: Vec<String>,
    /// `minimum` or `maximum`: takes that end of a labelled range.
    #[serde(default)]
    pub bound: Option<String>,
    /// Folded names and labels.
    #[serde(skip)]
    pub phrases: Vec<Phrase>,
}

/// Wordings, each squashed.
#[derive(Debug, Deserialize)]
pub(crate) struct Phrases {
    /// A value that is none: dashes, "N/A", "null".
    pub placeholder: Vec<String>,
    /// A value that is withheld: "not disclosed".
    pub undisclosed: Vec<String>,
    /// Stated truth.
    pub yes: Vec<String>,
    /// Stated falsehood.
    pub no: Vec<String>,
    /// Headings of boxes about other items.
    pub related: Vec<String>,
    /// Headings of what visitors say.
    pub reviews: Vec<String>,
    /// What begins a label that asks to pass the page on or to follow the site.
    pub share: Vec<String>,
    /// Pages that say their item is no longer there.
    pub gone: Vec<String>,
    /// Words, one each, with which a page speaks of itself and of the one thing on it.
    pub of_page: Vec<String>,
    /// Words, one each, of what guards a site: the page speaks of the visitor's program.
    pub gate: Vec<String>,
    /// Pages that stand in place of content.
    pub challenge: Vec<String>,
    /// Pages that show something only to those who log in.
    pub login: Vec<String>,
    /// Requests for consent to cookies and the like.
    pub consent: Vec<String>,
    /// Buttons that give it.
    pub accept: Vec<String>,
    /// What refuses consent.
    pub refuse: Vec<String>,
    /// What closes a box.
    pub close: Vec<String>,
    /// Wordings of a page that wants fewer requests.
    pub rate: Vec<String>,
    /// Words before an amount that was the price once.
    pub once: Vec<String>,
    /// Words before an amount that is asked now, beside another that was.
    pub current: Vec<String>,
    /// Words before an amount that is no price of the thing: what is saved, the way to the buyer, a deposit, a rent.
    pub another: Vec<String>,
    /// Words that tell a time by how long ago it was.
    pub relative: Vec<String>,
    /// Words, one each, of those who eat: what a recipe's yield counts is servings.
    pub servings: Vec<String>,
    /// Words, one each, for what costs nothing.
    pub free: Vec<String>,
    /// Words, one each, between those and for whom it is.
    pub free_for: Vec<String>,
    /// Words, one each, of the way to the buyer or back, which is free for everybody.
    pub free_way: Vec<String>,
    /// Month names by number, from 1.
    pub months: Vec<Vec<String>>,
    /// ISO 4217 codes.
    pub currencies: Vec<String>,
}

static CONCEPTS: LazyLock<Vec<Concept>> = LazyLock::new(|| {
    let mut concepts: Vec<Concept> =
        serde_json::from_str(include_str!("concepts.json")).unwrap_or_default();
    for concept in &mut concepts {
        let words = concept.names.iter().chain(&concept.labels);
        concept.phrases = words.map(|text| phrase(text)).collect();
    }
    concepts
});

static BY_NAME: LazyLock<HashMap<Phrase, usize>> = LazyLock::new(|| {
    let mut index = HashMap::new();
    for (at, concept) in CONCEPTS.iter().enumerate() {
        for name in &concept.names {
            index.entry(phrase(name)).or_insert(at);
        }
    }
    index
});

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let text = include_str!("phrases.json");
    let empty = || Phrases {
        placeholder: Vec::new(),
        undisclosed: Vec::new(),
        yes: Vec::new(),
        no: Vec::new(),
        related: Vec::new(),
        reviews: Vec::new(),
        share: Vec::new(),
        gone: Vec::new(),
        of_page: Vec::new(),
        gate: Vec::new(),
        challenge: Vec::new(),
        login: Vec::new(),
        consent: Vec::new(),
        accept: Vec::new(),
        refuse: Vec::new(),
        close: Vec::new(),
        rate: Vec::new(),
        once: Vec::new(),
        current: Vec::new(),
        another: Vec::new(),
        relative: Vec::new(),
        servings: Vec::new(),
        free: Vec::new(),
        free_for: Vec::new(),
        free_way: Vec::new(),
        months: Vec::new(),
        currencies: Vec::new(),
    };
    let mut phrases: Phrases = serde_json::from_str(text).unwrap_or_else(|_| empty());
    let squash_all = |list: &mut Vec<String>| {
        for text in list {
            *text = squash(text);
        }
    };
    for list in [
        &mut phrases.placeholder,
        &mut phrases.undisclosed,
        &mut phrases.yes,
        &mut phrases.no,
        &mut phrases.related,
        &mut phrases.reviews,
        &mut phrases.share,
        &mut phrases.gone,
        &mut phrases.challenge,
        &mut phrases.login,
        &mut phrases.consent,
        &mut phrases.accept,
        &mut phrases.refuse,
        &mut phrases.close,
        &mut phrases.rate,
        &mut phrases.once,
        &mut phrases.current,
        &mut phrases.another,
        &mut phrases.relative,
        &mut phrases.servings,
        &mut phrases.free,
        &mut phrases.free_for,
        &mut phrases.free_way,
    ] {
        squash_all(list);
    }
    phrases
});

static PLACEHOLDERS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| phrases().placeholder.iter().map(String::as_str).collect());

/// The concept of this name, in any casing style.
pub(crate) fn concept(name: &Phrase) -> Option<&'static Concept> {
    BY_NAME.get(name).map(|&at| &CONCEPTS[at])
}

/// The concept of this id.
pub(crate) fn concept_of_id(id: &str) -> Option<&'static Concept> {
    CONCEPTS.iter().find(|concept| concept.id == id)
}

/// The concept that a label of a rating names: the rating, its scale, or how many there are of them.
pub(crate) fn rating_of(label: &Phrase) -> Option<&'static str> {
    const RATINGS: [&str; 4] = ["reviewCount", "ratingCount", "bestRating", "ratingValue"];
    let names = |id: &&str| concept_of_id(id).is_some_and(|one| one.phrases.contains(label));
    RATINGS.into_iter().find(names)
}

/// Whether a concept's values are people.
pub(crate) fn is_person(concept: Option<&Concept>) -> bool {
    const PEOPLE: [&str; 4] = ["author", "creator", "contributor", "editor"];
    concept.is_some_and(|concept| PEOPLE.contains(&concept.id.as_str()))
}

/// The wordings.
pub(crate) fn phrases() -> &'static Phrases {
    &PHRASES
}

/// Whether a text says that there is no value: nothing but punctuation, a placeholder word, or what a
/// template or a script left where a value should stand.
pub(crate) fn is_placeholder(text: &str) -> bool {
    const UNRENDERED: [(&str, &str); 4] =
        [("{{", "}}"), ("${", "}"), ("<%", "%>"), ("[object ", "]")];
    let trimmed = text.trim();
    let left = |(from, to): (&str, &str)| trimmed.starts_with(from) && trimmed.ends_with(to);
    if UNRENDERED.into_iter().any(left) || is_variable(trimmed) {
        return true;
    }
    let squashed = squash(text);
    squashed.is_empty() && !text.chars().any(|ch| "$€£¥".contains(ch))
        || PLACEHOLDERS.contains(squashed.as_str())
}

/// A template's variable that was not replaced: `$brand`, `{brand}`, `%brand%`.
fn is_variable(text: &str) -> bool {
    let marked = [("$", ""), ("{", "}"), ("%", "%"), ("__", "__")];
    let mut names = marked
        .into_iter()
        .filter_map(|(from, to)| text.strip_prefix(from)?.strip_suffix(to));
    let part = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '_' | '.' | '-');
    names
        .any(|name| name.starts_with(|ch: char| ch.is_ascii_alphabetic()) && name.chars().all(part))
}

/// Whether a text says that the value is withheld or not yet known.
pub(crate) fn is_undisclosed(text: &str) -> bool {
    text.len() < 80 && phrases().undisclosed.contains(&squash(text))
}
