//! Amounts of money in text: which numbers carry a currency, ranges and "from", what is asked for several
//! together. A symbol alone never gives a currency code.

use super::asked::{Asked, is_repeated, keep_asked};
use super::bounds::bounded;
use super::currency::{contradicts, is_code, is_sign, is_word};
use super::lesser::is_part;
use super::number::{self, Found, Style};
use super::rates::is_per_unit;
use super::scale::{self, Scales};
use super::units;
use crate::vocabulary::phrases;
use crate::words::{ends_in, fold, squash};

/// Which end of a range is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The lower one.
    Minimum,
    /// The upper one.
    Maximum,
}

/// Words between the ends of a range.
const TO: [&str; 13] = [
    "to", "bis", "a", "al", "til", "till", "tot", "do", "до", "and", "until", "hasta", "through",
];

/// Whether a currency symbol or code stands right beside a number.
pub(crate) fn is_marked(text: &str, found: &Found) -> bool {
    let before = text[..found.start].trim_end();
    let after = without_dash(&text[found.end..]).trim_start();
    let near = |ch: Option<char>| ch.is_some_and(is_sign);
    if near(before.chars().next_back()) || near(after.chars().next()) {
        return true;
    }
    let last = before
        .rsplit(|ch: char| !ch.is_alphabetic())
        .next()
        .unwrap_or("");
    let first = after
        .split(|ch: char| !ch.is_alphabetic())
        .next()
        .unwrap_or("");
    // "kr. 49"
    let short = before
        .strip_suffix('.')
        .and_then(|before| before.rsplit(|ch: char| !ch.is_alphabetic()).next());
    let inside = text[found.start..found.end].chars().any(is_sign);
    inside
        || short.is_some_and(is_word)
        || [last, first]
            .iter()
            .any(|word| is_code(word) || is_word(word))
}

/// Whether a text starts with a currency symbol or word and the number it belongs to.
pub(crate) fn starts_amount(text: &str) -> bool {
    let text = text.trim_start().trim_start_matches(is_sign);
    let number = text.trim_start_matches(char::is_alphabetic);
    let number = number.trim_start_matches(|ch: char| ch == '.' || ch == ' ' || is_sign(ch));
    number.starts_with(|ch: char| ch.is_ascii_digit())
}

/// What follows an amount, without the dash that stands for no cents: "39,- €", "39.– CHF".
fn without_dash(after: &str) -> &str {
    let dashes = after
        .strip_prefix([',', '.'])
        .map(|rest| rest.trim_start_matches(['-', '–', '—']));
    dashes
        .filter(|rest| rest.len() + 1 < after.len())
        .unwrap_or(after)
}

/// Whether an amount is one of cents or pence: "99p", "¢99", "5 Cents".
fn is_minor(text: &str, found: &Found) -> bool {
    const MINOR: [&str; 13] = [
        "cent",
        "cents",
        "pence",
        "pennies",
        "centimes",
        "centimos",
        "centesimi",
        "ore",
        "øre",
        "grosze",
        "groszy",
        "коп",
        "копеек",
    ];
    let after = &text[found.end..];
    let word = after.trim_start().split(|ch: char| !ch.is_alphabetic());
    let word = word.into_iter().next().unwrap_or("");
    let word = fold(word);
    text[..found.start].trim_end().ends_with('¢')
        || after.trim_start().starts_with('¢')
        || after.starts_with('p') && word == "p"
        || MINOR.contains(&word.as_str())
}

/// The code right before or after the first amount of money in a text, unless a sign beside it rules the code out.
pub(crate) fn code_beside(text: &str) -> Option<&str> {
    let found = number::find(text, Style::default());
    let one = found.iter().find(|one| is_marked(text, one))?;
    let mark = |ch: char| ch.is_whitespace() || is_sign(ch);
    let before = text[..one.start].trim_end_matches(mark);
    let after = without_dash(&text[one.end..]).trim_start_matches(mark);
    let letter = |ch: char| !ch.is_alphanumeric();
    let words = [before.rsplit(letter).next(), after.split(letter).next()];
    let mut codes = words.into_iter().flatten().filter(|word| is_code(word));
    let code = codes.next()?;
    (!contradicts(&text.replace(code, ""), code)).then_some(code)
}

/// The part of a text that is a range of money, the lower end first: "$20 – $30", "From 140 to 260 euro".
pub(crate) fn range(text: &str, style: Style) -> Option<&str> {
    let all = number::find(text, style);
    let [low, high, rest @ ..] = all.as_slice() else {
        return None;
    };
    let rises = || {
        let (low, high) = (low.value.parse::<f64>(), high.value.parse::<f64>());
        low.is_ok_and(|low| high.is_ok_and(|high| low < high))
    };
    let marked = is_marked(text, low) || is_marked(text, high);
    let ranges = marked && is_range(&text[low.end..high.start]) && rises();
    ranges.then(|| {
        if rest.is_empty() {
            text
        } else {
            text[..high.end].trim_end()
        }
    })
}

/// Whether the amount that a text states is only a bound ("from 70.50") or one end of a range.
pub(crate) fn is_open(text: &str, style: Style) -> bool {
    range(text, style).is_some() || is_bounded(text, style)
}

/// Whether the one amount that a text states is only a bound.
pub(crate) fn is_bounded(text: &str, style: Style) -> bool {
    let all = number::find(text, style);
    let mut marked = all.iter().filter(|found| is_marked(text, found));
    match (marked.next(), marked.next()) {
        (Some(one), None) => bounded(text, one, true) == Some(Bound::Minimum),
        _ => false,
    }
}

/// Whether a text beside its amount says that some pay nothing: "Free for members, $30 for non-members".
fn is_free_for_some(text: &str, amount: usize) -> bool {
    let has = |list: &[String], word: &str| list.iter().any(|one| one == word);
    // A dash between blanks parts as a stroke does, one within a word does not.
    let text = text.replace(" - ", " | ");
    let mut at = 0;
    text.split_inclusive([',', ';', '|', '/', '·', '•', '(', '–', '—'])
        .any(|part| {
            at += part.len();
            let words = squash(part);
            let (first, rest) = words.split_once(' ').unwrap_or((&words, ""));
            let mut others = rest.split(' ');
            let next = others.next().unwrap_or("");
            let alone = at <= amount && rest.is_empty();
            // What is free may be the way to the buyer, or back.
            let mut way = || others.any(|word| has(&phrases().free_way, word));
            let some = alone || has(&phrases().free_for, next) && !way();
            has(&phrases().free, first) && some
        })
}

/// Whether a figure without a currency counts times or rents: "3 Kaltmieten", "2 months' rent".
fn is_of_rents(text: &str, found: &Found) -> bool {
    const RENTS: [&str; 9] = [
        "miete",
        "loyer",
        "mensualit",
        "mensualidad",
        "mensilit",
        "alquiler",
        "huur",
        "hyror",
        "czynsz",
    ];
    let after = squash(&text[found.end..]);
    let first = after.split(' ').next().unwrap_or("");
    let counts = found.value.len() <= 2 && !after.is_empty();
    counts
        && (first.len() > 1 && units::is_period(first)
            || after.split(' ').any(|word| {
                matches!(word, "rent" | "rents") || RENTS.iter().any(|rent| word.contains(rent))
            }))
}

/// Whether a figure is followed by a letter that stands for a thousand or for the currency itself: "1 K".
fn is_of_letter(text: &str, found: &Found) -> bool {
    let after = &text[found.end..];
    let rest = after.trim_start().strip_prefix('K');
    let alone = rest.map(str::trim_start).is_some_and(|rest| {
        let word = rest.split(|ch: char| !ch.is_alphabetic()).next();
        let currency =
            rest.starts_with(is_sign) || word.is_some_and(|word| is_code(word) || is_word(word));
        !rest.starts_with(char::is_alphanumeric) && !currency
    });
    alone && after.starts_with([' ', '\u{a0}']) && !is_marked(text, found)
}

/// Whether an amount stands in brackets: what it is for some, or by another reckoning.
fn is_bracketed(text: &str, found: &Found) -> bool {
    let count = |chars: [char; 2]| text[..found.start].matches(chars).count();
    count(['(', '（']) > count([')', '）'])
}

/// Whether an amount beside others is not what is asked for the thing now.
pub(super) fn is_beside(text: &str, found: &Found) -> bool {
    let before = squash(&text[..found.start]);
    is_per_unit(text, found.end)
        || [&phrases().once, &phrases().another]
            .iter()
            .any(|list| list.iter().any(|word| ends_in(&before, word)))
        || is_part(&text[..found.start], text, found.end)
}

/// The amount that a text states, or the wanted end of its range, as decimal text. `None` if it
/// states none, several, or only a bound.
pub(crate) fn amount(
    text: &str,
    style: Style,
    bound: Option<Bound>,
    how: Scales<'_>,
) -> Option<String> {
    let joined = cents_apart(text);
    let text = joined.as_deref().unwrap_or(text);
    let mut all = number::find(text, style);
    all.retain(|found| !text[found.end..].trim_start().starts_with(['%', '％']));
    let mut marked: Vec<&Found> = all.iter().filter(|found| is_marked(text, found)).collect();
    if marked.len() > 1 {
        keep_asked(text, &mut marked, how.asked);
    }
    let outside: Vec<&Found> = marked
        .iter()
        .copied()
        .filter(|found| !is_bracketed(text, found))
        .collect();
    if let [one] = outside.as_slice() {
        marked = vec![one];
    }
    let range = all.len() == 2 && is_range(&text[all[0].end..all[1].start]);
    if range {
        let wanted = match bound? {
            Bound::Minimum => &all[0],
            Bound::Maximum => &all[1],
        };
        return scaled(text, wanted, &all, how);
    }
    let extras = all.len() > 1
        && text[..all[0].start].trim().chars().count() <= 3
        && text[all[0].end..]
            .trim_start_matches(|ch: char| ch.is_whitespace() || is_sign(ch) || ch.is_alphabetic())
            .starts_with('+');
    if extras && is_marked(text, &all[0]) {
        return Some(all[0].value.clone());
    }
    let chosen = match (all.as_slice(), marked.as_slice()) {
        ([one], _) => one,
        (_, [one]) => *one,
        (_, [first, rest @ ..]) if rest.iter().all(|other| other.value == first.value) => *first,
        _ => return None,
    };
    let open = bounded(text, chosen, true);
    let some = is_for_several(text, chosen, &all) || is_free_for_some(text, chosen.start);
    let some = some || how.asked != Asked::Other && is_repeated(text, chosen);
    if open.is_some() && open != bound || some {
        return None;
    }
    if marked.is_empty() && (is_of_rents(text, chosen) || is_of_letter(text, chosen)) {
        return None;
    }
    // Of cents and pence alone nobody says whether the field counts them.
    let minor = is_minor(text, chosen);
    scaled(text, chosen, &all, how).filter(|_| !minor)
}

/// An amount whose cents a blank parts from their mark, joined: "118, 99 TL". Nothing but a currency
/// stands beside it.
fn cents_apart(text: &str) -> Option<String> {
    let digit = |ch: char| ch.is_ascii_digit();
    let (start, end) = (text.find(digit)?, text.rfind(digit)? + 1);
    let (whole, cents) = text[start..end].split_once([' ', '\u{a0}'])?;
    let ends = whole.ends_with(['.', ',']) && whole.len() > 1;
    let alone = |beside: &str| {
        let beside = beside.trim();
        let beside = beside.trim_matches(is_sign).trim_end_matches('.');
        beside.is_empty() || is_code(beside) || is_word(beside)
    };
    let apart = ends && cents.len() == 2 && cents.chars().all(digit);
    let apart = apart && alone(&text[..start]) && alone(&text[end..]);
    apart.then(|| format!("{}{whole}{cents}{}", &text[..start], &text[end..]))
}

/// Whether what stands between two numbers makes them the ends of a range.
fn is_range(between: &str) -> bool {
    let dash = |ch: char| matches!(ch, '-' | '–' | '—' | '~' | '～' | '−');
    let rest: String = between
        .chars()
        .filter(|ch| !ch.is_whitespace() && !is_sign(*ch))
        .collect();
    if rest.chars().all(dash) && !rest.is_empty() {
        return true;
    }
    let words = squash(between);
    let kept = |word: &&str| !is_code(&word.to_uppercase()) && *word != "k";
    let words: Vec<&str> = words.split(' ').filter(kept).collect();
    match words.as_slice() {
        [one] => TO.contains(one) || one.is_empty() && between.chars().any(dash),
        [] => between.chars().any(dash),
        _ => false,
    }
}

/// Whether an amount is asked for several of the thing together: "2 for $10", "3/$10", "$10 for 2".
fn is_for_several(text: &str, found: &Found, all: &[Found]) -> bool {
    const FOR: [&str; 10] = [
        "for", "fur", "pour", "por", "per", "voor", "for only", "за", "for just", "na",
    ];
    let whole = |other: &&Found| {
        let count = other.value.parse::<u32>();
        count.is_ok_and(|count| (2..=24).contains(&count)) && !is_marked(text, other)
    };
    let joins = |between: &str| {
        FOR.contains(&squash(between).as_str())
            || between.trim_start().starts_with('/') && !between.contains(char::is_alphabetic)
    };
    let leads = |other: &&Found| other.end <= found.start && joins(&text[other.end..found.start]);
    let follows = |other: &&Found| {
        let told = found.end <= other.start && text[other.end..].trim().is_empty();
        told && FOR.contains(&squash(&text[found.end..other.start]).as_str())
    };
    let mut others = all.iter().filter(|other| *other != found).filter(whole);
    others.any(|other| leads(&other) || follows(&other))
}

/// An amount with what stands for powers of ten after it, or after the other end of its range.
fn scaled(text: &str, found: &Found, all: &[Found], how: Scales<'_>) -> Option<String> {
    let (own, _) = scale::power(text, found, how)?;
    let power = match all {
        [low, high] if own == 0 && low == found && is_range(&text[low.end..high.start]) => {
            scale::power(text, high, how)?.0
        }
        _ => own,
    };
    Some(if power == 0 {
        found.value.clone()
    } else {
        scale::shifted(&found.value, power)
    })
}
