//! Which of several amounts of money on a line a field means: what a thing costs now or what it did before, and what
//! is only paid several times. How an amount is read is in `price`.

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

/// Leaves of several amounts those that may be meant: "Was $60, now $49".
pub(super) fn keep_asked(text: &str, marked: &mut Vec<&Found>, asked: Asked) {
    let (once, current) = (&phrases().once, &phrases().current);
    if asked == Asked::Once {
        let any = marked.iter().any(|found| is_led(text, found, once));
        let kept = |found: &&Found| {
            if any {
                is_led(text, found, once)
            } else {
                !is_led(text, found, current)
            }
        };
        return marked.retain(kept);
    }
    marked.retain(|found| !is_beside(text, found));
    let mut now = marked.iter().filter(|found| is_led(text, found, current));
    if let (Asked::Now, Some(one), None) = (asked, now.next().copied(), now.next()) {
        *marked = vec![one];
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
