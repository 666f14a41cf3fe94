//! Amounts that are meant for a measure or due for each of some time: "2.30 €/kg", "£5 a week".

use super::currency::{is_code, is_sign, is_word};
use super::{told, units};
use crate::words::{fold, squash};

/// Words for one piece, which an amount may be meant for.
const PIECES: [&str; 5] = ["szt", "stk", "stuck", "piece", "unit"];
/// Words before a measure or a time that an amount is meant for.
pub(crate) const PER: [&str; 12] = [
    "per", "pro", "je", "par", "por", "al", "za", "le", "the", "a", "im", "в",
];

/// What follows an amount, without its currency.
pub(super) fn after_currency(rest: &str) -> &str {
    let rest = rest.trim_start_matches(|ch: char| ch.is_whitespace() || is_sign(ch));
    let word = rest.split(|ch: char| !ch.is_alphabetic()).next();
    let word = word.filter(|word| is_code(word) || is_word(word));
    word.map_or(rest, |word| rest[word.len()..].trim_start())
}

/// Whether the amount that ends at `end` is the price of a measure: "2.30 €/kg", "1.15 per 100 g".
pub(crate) fn is_per_unit(text: &str, end: usize) -> bool {
    let rest = after_currency(&text[end..]);
    let slash = rest.strip_prefix('/');
    let spoken = || {
        let word = rest.split_whitespace().next()?;
        PER.contains(&fold(word).as_str())
            .then(|| &rest[word.len()..])
    };
    let Some(unit) = slash.or_else(spoken) else {
        return false;
    };
    let number = |ch: char| ch.is_whitespace() || ch.is_ascii_digit() || ch == ',' || ch == '.';
    let unit = unit.trim_start_matches(number);
    let unit = unit
        .split(|ch: char| !ch.is_alphanumeric() && ch != '²')
        .next();
    unit.is_some_and(|unit| PIECES.contains(&&*fold(unit)) || units::is_measure(unit))
}

/// Whether what follows an amount only says that it is due each month of the calendar: "per calendar month".
pub(crate) fn is_per_calendar_month(after: &str) -> bool {
    let said = squash(after_currency(after));
    let mut words = said.split(' ');
    let per = words.next().is_some_and(|word| PER.contains(&word));
    per && words.eq(["calendar", "month"])
}

/// Whether the amount that ends at `end` is due for each of some time: "20 € / month", "£5 a week", "£900 pcm".
pub(crate) fn is_per_time(text: &str, end: usize) -> bool {
    let rest = after_currency(&text[end..]);
    let slash = rest.starts_with('/');
    let rest = squash(rest);
    let mut words = rest.split(' ');
    let first = words.next().unwrap_or("");
    let spoken = PER.contains(&first);
    let due = if spoken {
        words.next().unwrap_or("")
    } else {
        first
    };
    let calendar = is_per_calendar_month(&text[end..]);
    calendar || told::is_due(due) || (spoken || slash) && units::is_period(due)
}
