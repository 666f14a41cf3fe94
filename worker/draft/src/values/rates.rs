//! Amounts that are meant for a measure or due for each of some time: "2.30 €/kg", "£5 a week".

use super::currency::{is_code, is_sign, is_word};
use super::units;
use crate::words::{fold, squash};

/// Words for one piece, which an amount may be meant for.
const PIECES: [&str; 5] = ["szt", "stk", "stuck", "piece", "unit"];
/// Words before a measure or a time that an amount is meant for.
pub(crate) const PER: [&str; 11] = [
    "per", "pro", "je", "par", "por", "al", "za", "le", "the", "a", "im",
];

/// Whether the amount that ends at `end` is the price of a measure: "2.30 €/kg", "1.15 per 100 g".
pub(crate) fn is_per_unit(text: &str, end: usize) -> bool {
    let rest = text[end..].trim_start_matches(|ch: char| ch.is_whitespace() || is_sign(ch));
    let currency = rest
        .split(|ch: char| !ch.is_alphabetic())
        .next()
        .unwrap_or("");
    let rest = if is_code(currency) || is_word(currency) {
        rest[currency.len()..].trim_start()
    } else {
        rest
    };
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

/// Whether the amount that ends at `end` is due for each of some time: "20 € / month", "£5 a week", "£900 pcm".
pub(crate) fn is_per_time(text: &str, end: usize) -> bool {
    let rest = squash(&text[end..]);
    let slash = text[end..].trim_start_matches(|ch: char| ch.is_whitespace() || is_sign(ch));
    let mut words = rest.split(' ');
    let mut word = words.next().unwrap_or("");
    if is_code(&word.to_uppercase()) || is_word(word) {
        word = words.next().unwrap_or("");
    }
    let spoken = PER.contains(&word);
    let due = if spoken {
        words.next().unwrap_or("")
    } else {
        word
    };
    let alone = matches!(
        due,
        "monthly" | "mtl" | "pcm" | "weekly" | "yearly" | "monatlich"
    );
    alone || (spoken || slash.starts_with('/')) && units::is_period(due)
}
