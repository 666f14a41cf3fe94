//! The rating in a small box of its own: beside words about ratings ("4.8, 41 reviews"), or alone in a box that
//! markup calls so.

use domain::snapshot::NodeId;

use super::{ALONE, BEST};
use crate::dom::Page;
use crate::values::number::{self, Found, Style};
use crate::words::{phrase, squash};

/// Signs that may stand in such a box.
const MARKS: &str = "()（）[]|/.,:;-–—·•★☆⭐&'’";
/// How words about ratings begin, squashed.
const STEMS: [&str; 30] = [
    "star",
    "rating",
    "rated",
    "review",
    "stern",
    "etoile",
    "estrella",
    "stell",
    "bewert",
    "rezens",
    "avis",
    "note",
    "opini",
    "resena",
    "puntua",
    "valora",
    "calific",
    "comentario",
    "valuta",
    "recens",
    "avalia",
    "classifica",
    "stjern",
    "ster",
    "beoordel",
    "anmeld",
    "hodnoc",
    "hodnot",
    "ocen",
    "recenz",
];
/// Words that may stand with them.
const BESIDE: [&str; 44] = [
    "average",
    "avg",
    "based",
    "on",
    "out",
    "of",
    "from",
    "the",
    "is",
    "by",
    "read",
    "see",
    "all",
    "customer",
    "customers",
    "user",
    "users",
    "verified",
    "global",
    "overall",
    "total",
    "score",
    "s",
    "a",
    "durchschnitt",
    "aus",
    "von",
    "basierend",
    "auf",
    "moyenne",
    "sur",
    "de",
    "media",
    "promedio",
    "su",
    "da",
    "entre",
    "z",
    "na",
    "podstawie",
    "prumerne",
    "pocet",
    "uzivatelu",
    "zakaznik",
];
/// How words of class names, ids and the like begin, and whole ones, that call a box what sums up ratings.
const CALLED: [&str; 7] = [
    "rating",
    "review",
    "bewertung",
    "hodnocen",
    "hodnoten",
    "ocena",
    "opini",
];
const WHOLE: [&str; 2] = ["star", "avis"];
/// Words in one name with them that call a box something else of a rating: when it was given, how many were.
const ELSE: [&str; 10] = [
    "date", "time", "count", "age", "energy", "credit", "version", "id", "index", "price",
];
/// Where markup says it, and how far around.
const SAID_BY: [&str; 4] = ["class", "id", "data-testid", "data-hook"];
const AROUND: usize = 3;

/// The rating that a small box sums up, as written.
pub(super) fn summed(page: &Page<'_>, id: NodeId, style: Style) -> Option<String> {
    if !page.is_small(id, ALONE) {
        return None;
    }
    let text = page.text(id);
    let found = number::find(&text, style);
    let (value, rest) = found.split_first()?;
    // "1.2k reviews" counts them.
    if text[value.end..].starts_with(char::is_alphanumeric) || !is_of_all(page, id) {
        return None;
    }
    let others = rest.iter().skip_while(|other| other.value == value.value);
    let others: Vec<&Found> = others.collect();
    let amount = value.value.parse::<f64>().ok()?;
    let fraction = value.value.contains('.');
    let tenths = others.first().is_some_and(|best| best.value == BEST[2]);
    let best = if fraction || tenths { 10.0 } else { 5.0 };
    let squashed = squash(&text);
    let known = is_known(&squashed);
    let plain = |ch: char| ch.is_alphanumeric() || ch.is_whitespace() || MARKS.contains(ch);
    if amount > best || others.len() > 2 || !known || !text.chars().all(plain) {
        return None;
    }
    // "3 reviews" counts them, "5 stars 71" is a row of a chart.
    let beside = || {
        let next = others.first().map(|next| &text[value.end..next.start]);
        next.is_some_and(|between| !squash(between).split(' ').any(is_about))
    };
    let spoken = squashed.split(' ').any(is_about) && (fraction || beside());
    let called = || fraction && others.len() < 2 && is_called(page, id);
    (spoken || called()).then(|| text[value.start..value.end].to_owned())
}

/// Whether a squashed text has no words but those about ratings.
fn is_known(text: &str) -> bool {
    let mut words = text.split(' ');
    words.all(|word| {
        word.contains(char::is_numeric)
            || word.is_empty()
            || is_about(word)
            || BESIDE.contains(&word)
    })
}

/// Whether what a box says is told by all: one visitor's own words stand beside one visitor's rating.
fn is_of_all(page: &Page<'_>, id: NodeId) -> bool {
    if page.speaks(id) {
        return true;
    }
    let opinions = |at: &NodeId| !page.speaks(*at);
    let around = page.dom.ancestors(id).take_while(opinions).last();
    around.is_none_or(|around| {
        page.is_small(around, 2 * ALONE) && is_known(&squash(&page.text(around)))
    })
}

fn is_about(word: &str) -> bool {
    STEMS.iter().any(|stem| word.starts_with(stem))
}

/// Whether markup calls an element, or one close around it, what sums up ratings.
fn is_called(page: &Page<'_>, id: NodeId) -> bool {
    let boxes = std::iter::once(id).chain(page.dom.ancestors(id));
    let mut named = boxes.take(AROUND).flat_map(|at| page.dom.attrs(at));
    named.any(|(name, value)| {
        let mut names = value.split_whitespace();
        SAID_BY.contains(&name.as_str()) && names.any(is_sum)
    })
}

/// Whether one name, in any casing style, is of what sums up ratings.
fn is_sum(name: &str) -> bool {
    let words = phrase(name);
    let is_one = |word: &String| {
        WHOLE.contains(&word.as_str()) || CALLED.iter().any(|stem| word.starts_with(stem))
    };
    words.iter().any(is_one) && !words.iter().any(|word| ELSE.contains(&word.as_str()))
}
