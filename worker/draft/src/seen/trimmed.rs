//! A labelled value without what stands beside it in its text: a stop, a note, a day, a control behind it.

use domain::snapshot::NodeId;

use super::presses;
use crate::dom::Page;
use crate::labels::Pair;
use crate::values::date;
use crate::vocabulary::{is_lone, is_prompt, phrases};
use crate::words::{holds_digit, squash};

/// A value without the stop that ends its line: at most three plain words in small letters, or the word for none.
/// Elsewhere a stop may be an abbreviation's.
pub(super) fn unstopped(text: &str) -> &str {
    let Some(bare) = text.strip_suffix(['.', '。']) else {
        return text;
    };
    let small = |word: &str| word.chars().all(char::is_lowercase);
    let last = bare.rsplit(' ').next().unwrap_or("");
    let whole = last.chars().count() > 2 && !matches!(last, "etc" | "approx" | "incl" | "excl");
    let plain = bare.split(' ').count() <= 3 && bare.split(' ').all(small) && whole;
    let none = squash(bare) == "none" || phrases().no.contains(&squash(bare));
    if plain || none { bare } else { text }
}

/// Pay without what brackets note on it in figures of their own: "£24,000 (37.5 hours per week)".
pub(super) fn unnoted(pay: &str) -> String {
    let mut kept = String::with_capacity(pay.len());
    let mut rest = pay;
    while let Some((before, (inside, after))) = rest
        .split_once('(')
        .and_then(|(before, rest)| Some((before, rest.split_once(')')?)))
    {
        kept.push_str(before);
        if !holds_digit(inside) {
            kept.push_str(inside);
        }
        rest = after;
    }
    kept + rest
}

/// A value without what one presses behind it to change it: "Leeds Change".
pub(super) fn unpressed<'p>(page: &Page<'_>, pair: &'p Pair) -> &'p str {
    if pair.value.len() > 80 || !page.is_small(pair.node, 200) {
        return &pair.value;
    }
    let last = page
        .dom
        .descendants(pair.node)
        .rfind(|at| presses(page, *at));
    let asked = last.map(|at| page.text(at));
    let asked = asked.filter(|text| is_prompt(text, true) || is_lone(text));
    let rest = asked.and_then(|text| pair.value.strip_suffix(text.trim()));
    let rest = rest.map(str::trim_end).filter(|rest| !rest.is_empty());
    rest.unwrap_or(&pair.value)
}

/// A name without the day that brackets give behind it: "North Press (3 May 2021)".
pub(super) fn undated(value: &str) -> &str {
    let cut = value.strip_suffix(')').and_then(|all| all.rsplit_once('('));
    let dated = cut.filter(|(name, day)| !name.trim().is_empty() && date::mentions(day));
    dated.map_or(value, |(name, _)| name.trim_end())
}

/// A text without the link behind its last sentence that shows more; `None` if the text itself says that it is
/// cut.
pub(super) fn whole<'p>(page: &Page<'_>, pair: &'p Pair) -> Option<&'p str> {
    let presses = |at: NodeId| matches!(page.dom.tag(at), "a" | "button");
    let last = page.dom.descendants(pair.node).rfind(|at| presses(*at));
    let more = last
        .map(|at| page.text(at))
        .filter(|text| is_prompt(text, true) || is_lone(text));
    let Some(text) = more.and_then(|more| pair.value.strip_suffix(more.trim())) else {
        return Some(&pair.value);
    };
    let text = text.trim_end();
    if text.is_empty() || text.ends_with('…') || text.ends_with("...") {
        return None;
    }
    // A link within a sentence is a part of it.
    let ended = text.ends_with(['.', '!', '?', '。', '！', '？', ')', '"', '”']);
    Some(if ended { text } else { &pair.value })
}
