//! Which of several amounts of money on a line a field means: what a thing costs now or what it did before, and what
//! is only paid several times. How an amount is read is in `price`.

use super::currency::is_code;
use super::lesser::is_instalment;
use super::number::Found;
use super::price::is_beside;
use super::rates::after_currency;
use crate::vocabulary::phrases;
use crate::words::{ends_in, squash};

/// What an amount of money is to a field, as far as it decides which of several is meant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Neither of these.
    #[default]
    Other,
    /// What a thing costs.
    Now,
    /// What it cost before, or is said to be worth.
    Once,
}

/// Whether words of a list stand right before an amount.
pub(crate) fn is_led(text: &str, found: &Found, list: &[String]) -> bool {
    let before = squash(&text[..found.start]);
    list.iter().any(|word| ends_in(&before, word))
}

/// The lower of two amounts, where nothing but words for what is asked now stands between them: "$60, now $49".
pub(crate) fn reduced<'f>(text: &str, marked: &[&'f Found]) -> Option<&'f Found> {
    let is_one = |pair: &&[&'f Found]| {
        let between = squash(after_currency(&text[pair[0].end..pair[1].start]));
        let words = between.rsplit_once(' ');
        let words = words.filter(|(_, last)| is_code(&last.to_uppercase()));
        let words = words.map_or(&*between, |(words, _)| words);
        let worth = |found: &Found| found.value.parse::<f64>().unwrap_or_default();
        phrases().current.iter().any(|one| one == words) && worth(pair[1]) < worth(pair[0])
    };
    let mut found = marked.windows(2).filter(is_one);
    let one = found.next()?[1];
    found.next().is_none().then_some(one)
}

/// Leaves of several amounts those that may be meant: "Was $60, now $49".
pub(super) fn keep_asked(text: &str, marked: &mut Vec<&Found>, asked: Asked) {
    let now = reduced(text, marked);
    if asked == Asked::Once {
        let once = |found: &&Found| is_led(text, found, &phrases().once);
        if marked.iter().any(once) {
            marked.retain(once);
        } else {
            marked.retain(|found| Some(*found) != now);
        }
        return;
    }
    match now.filter(|_| asked == Asked::Now) {
        Some(one) => *marked = vec![one],
        None => marked.retain(|found| !is_beside(text, found)),
    }
}

/// Whether an amount is what is paid several times, in words before it or as a factor after it: "12 x £2.50".
pub(super) fn is_repeated(text: &str, found: &Found) -> bool {
    let after = after_currency(&text[found.end..]).trim_start();
    let factor = after.strip_prefix(['x', 'X', '×']).map(str::trim_start);
    let factor = factor.and_then(|rest| rest.split(|ch: char| !ch.is_ascii_digit()).next());
    is_instalment(&text[..found.start])
        || factor.is_some_and(|times| times.parse::<u32>().is_ok_and(|times| times > 1))
}
