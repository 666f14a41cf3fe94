//! Which of several amounts on a line is due for a period: "$48,000 per year ($4,000 per month)". How periods are
//! named is in `told`.

use super::currency::is_code;
use super::number::{self, Found, Style};
use super::price::is_marked;
use super::rates::after_currency;
use super::told::periods;
use crate::words::squash;

/// Words between two amounts that only say the same by another period, beside those for a period.
const SAME: [&str; 20] = [
    "", "or", "oder", "bzw", "ou", "soit", "o", "oppure", "of", "eller", "per", "a", "an", "pro",
    "par", "al", "por", "im", "ca", "approx",
];

/// Whether only words for periods and the like stand before the last amounts of a text.
fn is_other_words(text: &str, marked: &[&Found]) -> bool {
    let within = marked.iter().filter(|one| one.end <= text.len());
    let within: Vec<&&Found> = within.collect();
    within.windows(2).all(|pair| {
        let between = &text[pair[0].end..pair[1].start];
        let words = squash(after_currency(between));
        let known = |word: &str| {
            SAME.contains(&word) || !periods(word).is_empty() || is_code(&word.to_uppercase())
        };
        !between.contains(['+', '&']) && words.split(' ').all(known)
    })
}

/// The part of a text that tells what is due for a period, if it tells which of its amounts are.
pub(crate) fn of_period<'t>(text: &'t str, style: Style, period: &str) -> Option<&'t str> {
    let said = periods(text);
    if said.iter().all(|one| *one == period) {
        return (!said.is_empty()).then_some(text);
    }
    let found = number::find(text, style);
    let marked: Vec<&Found> = found.iter().filter(|one| is_marked(text, one)).collect();
    let first = marked.first()?;
    // "Monthly: $4,000, yearly: $48,000"
    if !periods(&text[..first.start]).is_empty() {
        return None;
    }
    let mut start = 0;
    let mut parts = Vec::new();
    for (at, one) in marked.iter().enumerate() {
        let end = marked.get(at + 1).map_or(text.len(), |next| {
            let between = &text[one.end..next.start];
            // What leads the next amount ("(", ", or $") is its own.
            let mark = between.rfind(['(', ',', ';', '/', '|', '·', '•']);
            mark.map_or(next.start, |mark| one.end + mark)
        });
        let due = periods(&text[one.end..end]);
        if !due.is_empty() {
            parts.push((start, end, due));
            start = end;
        }
    }
    let mut own = parts.iter().filter(|(_, _, due)| due.contains(&period));
    let (Some((start, end, due)), None) = (own.next(), own.next()) else {
        return None;
    };
    // "$48,000 per year plus $500 per month" are two things.
    if *start > 0 && !is_other_words(&text[..*end], &marked) {
        return None;
    }
    let edge = |ch: char| ch.is_whitespace() || "(),;/|·•".contains(ch);
    due.iter()
        .all(|one| *one == period)
        .then(|| text[*start..*end].trim_matches(edge))
}
