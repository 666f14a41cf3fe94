//! What an element that shows an amount says of it, and what of another one or of a share.

use domain::snapshot::NodeId;

use super::{kinds, unstruck};
use crate::dom::Page;
use crate::values::number;
use crate::values::price::is_marked;
use crate::words::{holds_digit, squash};

/// What an element says of one amount: without what is struck in it, and without a remark on another amount after
/// it: "16.990 € (financed from 199 €)".
pub(super) fn own_words(page: &Page<'_>, node: NodeId, text: &str) -> String {
    let words = unstruck(page, node);
    let Some(rest) = words.strip_prefix(text).filter(|rest| holds_digit(rest)) else {
        return words;
    };
    let digit = |ch: char| ch.is_ascii_digit();
    let remark = squash(rest.split(digit).next().unwrap_or(""));
    let letters = remark.chars().filter(|ch| ch.is_alphabetic()).count();
    let short = text.len() <= 20 && text.ends_with(|ch: char| ch != '-' && ch != '–');
    if short && letters >= 4 {
        text.to_owned()
    } else {
        words
    }
}

/// Whether the share that an element names is how much less its amount is than a struck one in it: "$12.99
/// ~~$84.99~~ 85% off".
pub(super) fn is_reduced(page: &Page<'_>, id: NodeId, words: &str, first: &number::Found) -> bool {
    let leads = words.find('%').is_some_and(|share| {
        let share = words[..share].trim_end_matches(|ch: char| ch.is_ascii_digit());
        first.end <= share.len()
    });
    leads && is_marked(words, first) && kinds::holds_struck(page, id)
}
