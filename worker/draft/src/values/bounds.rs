//! Whether a number is said to be a bound ("from 20", "up to 300", "1200+") and not the amount itself.

use super::currency::is_sign;
use super::number::Found;
use super::price::Bound;
use crate::words::{ends_in, squash};

/// Words before an amount of money that make it a lower bound.
const FROM_PRICE: [&str; 6] = ["da", "des", "fra", "von", "od", "最低價"];
/// Words before any number that make it a lower bound.
const FROM: [&str; 34] = [
    "from",
    "ab",
    "a partir de",
    "desde",
    "a partire da",
    "vanaf",
    "fran",
    "alkaen",
    "от",
    "starting at",
    "starts at",
    "as low as",
    "starting from",
    "over",
    "more than",
    "at least",
    "not less than",
    "no less than",
    "minimum of",
    "uber",
    "mehr als",
    "mindestens",
    "plus de",
    "au moins",
    "mas de",
    "al menos",
    "piu di",
    "almeno",
    "mais de",
    "meer dan",
    "minstens",
    "ponad",
    "более",
    "最低",
];
/// Words before any number that make it an upper bound.
const UP_TO: [&str; 27] = [
    "up to",
    "upto",
    "under",
    "below",
    "less than",
    "fewer than",
    "at most",
    "not more than",
    "no more than",
    "maximum of",
    "bis zu",
    "bis",
    "unter",
    "weniger als",
    "hochstens",
    "jusqu a",
    "jusqu",
    "moins de",
    "hasta",
    "menos de",
    "fino a",
    "meno di",
    "ate",
    "tot",
    "op tot",
    "до",
    "不到",
];
/// Words after a number that make it a lower bound.
const OR_MORE: [&str; 14] = [
    "or more",
    "or above",
    "or over",
    "and up",
    "and above",
    "and more",
    "oder mehr",
    "und mehr",
    "ou plus",
    "et plus",
    "o mas",
    "y mas",
    "以上",
    "起",
];
/// Words after a number that make it an upper bound.
const OR_LESS: [&str; 9] = [
    "or less",
    "or fewer",
    "or under",
    "and under",
    "oder weniger",
    "ou moins",
    "o menos",
    "以下",
    "以内",
];

/// Which bound a number is said to be, if it is one. Some words mean a bound only of prices.
pub(crate) fn bounded(text: &str, found: &Found, price: bool) -> Option<Bound> {
    let before = &text[..found.start];
    let bare = before.trim_end_matches(|ch: char| ch.is_whitespace() || is_sign(ch));
    if bare.ends_with(['>', '≥']) {
        return Some(Bound::Minimum);
    }
    if bare.ends_with(['<', '≤']) {
        return Some(Bound::Maximum);
    }
    let words = squash(before);
    let ends = |word: &&str| ends_in(&words, word);
    let from = FROM.iter().any(&ends);
    if from || price && FROM_PRICE.iter().any(&ends) {
        return Some(Bound::Minimum);
    }
    if UP_TO.iter().any(ends) {
        return Some(Bound::Maximum);
    }
    after(&text[found.end..])
}

fn after(rest: &str) -> Option<Bound> {
    // "12 € + 7 € delivery" adds, "1200+" leaves open.
    if let Some(more) = rest.strip_prefix('+')
        && !more.trim_start().starts_with(char::is_numeric)
    {
        return Some(Bound::Minimum);
    }
    let words = squash(rest);
    // A unit may stand between: "3 years or more", "99元起".
    let unit = words.split_once(' ').map_or("", |(_, more)| more);
    let dense = words.trim_start_matches(['元', '円', '圓', '万', '萬', '名', '人']);
    let starts = |word: &&str| {
        [words.as_str(), unit, dense].iter().any(|words| {
            words
                .strip_prefix(*word)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' ') || !word.is_ascii())
        })
    };
    if OR_MORE.iter().any(&starts) {
        return Some(Bound::Minimum);
    }
    OR_LESS.iter().any(starts).then_some(Bound::Maximum)
}
