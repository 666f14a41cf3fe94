//! Whether a labelled value can be what a field means, where a word labels two things, and which of several
//! dates tell a day.

use serde_json::Value;

use crate::labels::Pair;
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::values::date;
use crate::vocabulary::{Kind, is_placeholder, is_undisclosed};
use crate::words::squash;

/// Whether a labelled value can be what the field means: "Preparation" labels a time, and is a heading of
/// steps; "Posted" labels a day, and says that something was done or where.
pub(crate) fn suits(wanted: &Wanted, pair: &Pair) -> bool {
    // A picture side by side with words, or in a link, shows what is there.
    if wanted.kind == Kind::Image && pair.sure == 0 {
        return false;
    }
    let figure = pair.value.len() <= 24 && pair.value.chars().any(char::is_numeric);
    match wanted.concept.map(|concept| concept.id.as_str()) {
        // "Method: Baking" tells how, not what to do.
        Some("recipeInstructions") => !figure && pair.value.split_whitespace().nth(2).is_some(),
        Some("prepTime" | "cookTime") => {
            let counted = pair.value.chars().any(char::is_numeric);
            pair.value.len() <= 60 && counted && !pair.value.contains('°')
        }
        Some("datePosted" | "dateModified") => tells_when(&pair.value),
        // A field of that very name takes what stands there.
        Some("ratingValue") => wanted.own.contains(&pair.words) || rates(pair),
        _ => true,
    }
}

/// Whether an everyday word labels a rating: "Star 668" is a button and how many pressed it, "Note: 3 more
/// articles" a remark.
fn rates(pair: &Pair) -> bool {
    let mut words = pair.value.split_whitespace();
    let figures = |word: &str| word.chars().any(char::is_numeric);
    match pair.words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["star"] => !pair.value.trim().bytes().all(|byte| byte.is_ascii_digit()),
        ["note" | "notes"] => {
            words.next().is_some_and(figures)
                && (pair.value.split_whitespace().count() < 3 || words.any(figures))
        }
        _ => true,
    }
}

/// Whether a text tells a time in any way, or that there is none.
fn tells_when(text: &str) -> bool {
    let counted = text.chars().any(char::is_numeric) || text.contains('月');
    counted || date::is_relative(text) || is_placeholder(text) || is_undisclosed(text)
}

/// Leaves times of day out where another value tells the day: they contradict none.
pub(crate) fn keep_days(wanted: &Wanted, found: &mut Vec<(Value, &Claim)>) {
    if wanted.kind != Kind::Date {
        return;
    }
    let day = |value: &Value| {
        value
            .as_str()
            .is_some_and(|text| date::day(text, date::Style::default()).is_some())
    };
    let concept = wanted.concept.map_or("", |concept| concept.id.as_str());
    let dated = matches!(concept, "datePosted" | "dateModified");
    let hour = |value: &Value| value.as_str().is_some_and(|text| text.contains(':')) && dated;
    let told = found.iter().any(|(value, _)| day(value));
    found.retain(|(value, _)| day(value) || !is_clock(value) || !told && !hour(value));
}

/// Whether a date is a time of day only.
fn is_clock(value: &Value) -> bool {
    let text = value.as_str().unwrap_or("");
    let telling = text.chars().any(|ch| ch.is_ascii_digit()) && text.len() <= 16;
    let mut words = text
        .split(|ch: char| !ch.is_alphabetic())
        .filter(|word| !word.is_empty());
    let of_clock = |word: &str| matches!(word, "uhr" | "h" | "am" | "pm" | "a" | "p" | "m");
    telling && words.all(|word| of_clock(&squash(word)))
}
