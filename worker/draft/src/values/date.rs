//! Days by a strict grammar: ISO 8601, RFC 2822, written dates with a month's name, numeric dates
//! whose order cannot be mistaken. Relative dates are no days. The written day is kept: zones never
//! shift it.

use std::borrow::Cow;

use chrono::{DateTime, Datelike, NaiveDate};
use unicode_normalization::char::is_combining_mark;

use super::eras::{self, Years};
use super::hours::without_time;
use super::number::digit;
use super::{months, spans};
use crate::vocabulary::phrases;
use crate::words::{fold, says, squash};

/// How a page writes dates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Style {
    /// The order of numeric dates, where that is certain.
    pub day_first: Option<bool>,
    /// The page's language, if the names of its months are known.
    pub language: Option<&'static str>,
    /// The years of the page's other calendar that may stand in a date.
    pub others: Years,
}

impl Style {
    /// The style of a language tag (BCP 47).
    pub(crate) fn of(lang: Option<&str>) -> Self {
        Self {
            day_first: day_first(lang),
            language: lang.and_then(months::language),
            others: eras::years(lang),
        }
    }

    /// A day; Thai pages count years by the Buddhist era, 543 before the common one. A year that may be one of
    /// another calendar makes none.
    pub(super) fn date(self, year: u32, month: u32, day: u32) -> Option<NaiveDate> {
        let year = match year {
            2400..2800 if self.language == Some("th") => year - 543,
            other if self.others.hold(other) => return None,
            0..2300 => year,
            _ => return None,
        };
        NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
    }

    /// Whether a text begins as an ISO 8601 date does, with a year that may be one of another calendar.
    pub(crate) fn counts_otherwise(self, text: &str) -> bool {
        let year = text.split_once('-').map(|(year, _)| year.parse());
        matches!(year, Some(Ok(year)) if self.others.hold(year))
    }

    /// Whether a folded word is a month's name on a page of this style.
    pub(super) fn is_month(self, word: &str) -> bool {
        months::month(word, self.language).is_some()
    }
}

/// A piece of a date's text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    Number(u32, usize),
    Month(u32),
    Mark(char),
    /// A word that joins one day to another: "to", "and".
    Join,
    /// Any other word, or the colon behind a label.
    Word,
}

/// The day a text states, in ISO form.
pub(crate) fn day(text: &str, style: Style) -> Option<String> {
    let text = text.trim();
    if text.len() > 120 {
        return None;
    }
    let plain = ascii_digits(text);
    let parts = parts(&plain, style);
    let timed = parts.contains(&Part::Mark(':'));
    let parts = without_time(&parts);
    let found = match iso(&plain) {
        Some(day) => style.date(day.year().cast_unsigned(), day.month(), day.day()),
        None => written(&parts, style).or_else(|| numeric(&parts, timed, style)),
    };
    // Years in other digits may be of another era: 1447, 2569.
    let sure = |day: &NaiveDate| plain == text || (1700..=2200).contains(&day.year());
    found
        .filter(sure)
        .map(|day| day.format("%Y-%m-%d").to_string())
}

/// A text with the digits of other scripts as ASCII ones.
fn ascii_digits(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    text.chars().map(|ch| digit(ch).unwrap_or(ch)).collect()
}

/// Whether a text speaks of a day somewhere: a month's name beside a number, or numbers written as a
/// date. What day it is need not be certain.
pub(crate) fn mentions(text: &str) -> bool {
    let parts = parts(text, Style::default());
    let number = |part: Option<&Part>| matches!(part, Some(Part::Number(..)));
    let month = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| parts.get(before));
        matches!(parts[at], Part::Month(_)) && (number(before) || number(parts.get(at + 1)))
    };
    let numeric = |window: &[Part]| match window {
        [
            Part::Number(_, a),
            Part::Mark(one),
            Part::Number(_, b),
            Part::Mark(two),
            Part::Number(_, c),
        ] => {
            let year = (*a == 4 && *b <= 2 && *c <= 2) || (*a <= 2 && *b <= 2 && *c == 4);
            one == two && matches!(one, '.' | '-' | '/') && year
        }
        _ => false,
    };
    (0..parts.len()).any(month) || parts.windows(5).any(numeric)
}

/// Whether a folded word is a month's name.
pub(crate) fn is_month(word: &str) -> bool {
    months::month(word, None).is_some()
}

/// Whether a text tells a time by how long ago it was: "3 days ago", "gestern".
pub(crate) fn is_relative(text: &str) -> bool {
    let words = squash(text);
    let has =
        |word: &String| says(&words, word) || !word.is_ascii() && words.contains(word.as_str());
    text.len() <= 60 && phrases().relative.iter().any(has)
}

/// Whether a text is a date and time by RFC 3339.
pub(crate) fn is_date_time(text: &str) -> bool {
    DateTime::parse_from_rfc3339(text.trim()).is_ok()
}

pub(super) fn iso(text: &str) -> Option<NaiveDate> {
    let head = text.get(..10)?;
    let rest = &text[10..];
    let ends = rest.is_empty() || rest.starts_with(['T', 't', ' ', 'Z', '+']);
    let day = NaiveDate::parse_from_str(head, "%Y-%m-%d").ok();
    day.filter(|_| ends && !rest.trim_start().starts_with(['-', '–', '—', '/']))
}

pub(super) fn parts(text: &str, style: Style) -> Vec<Part> {
    let mut found = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(ch) = chars.next() {
        if let Some(first) = digit(ch) {
            let mut run = String::from(first);
            while let Some(next) = chars.peek().copied().and_then(digit) {
                run.push(next);
                chars.next();
            }
            found.push(Part::Number(run.parse().unwrap_or(u32::MAX), run.len()));
        } else if ch.is_alphabetic() {
            let mut word = String::from(ch);
            let letter = |next: &char| next.is_alphabetic() || is_combining_mark(*next);
            while let Some(next) = chars.next_if(letter) {
                word.push(next);
            }
            let folded = fold(&word);
            found.push(match months::month(&folded, style.language) {
                Some(month) => Part::Month(month),
                None if spans::joins(&folded) => Part::Join,
                None => Part::Word,
            });
        } else if ch == ':' && chars.peek().is_some_and(|next| next.is_whitespace()) {
            // "Week 19: 5 May": no time of day.
            found.push(Part::Word);
        } else if !ch.is_whitespace() {
            found.push(Part::Mark(ch));
        }
    }
    found
}

/// A date with the month's name: one month, a day and a year beside it, and no second day.
fn written(parts: &[Part], style: Style) -> Option<NaiveDate> {
    let months: Vec<usize> = (0..parts.len())
        .filter(|at| matches!(parts[*at], Part::Month(_)))
        .collect();
    let [at] = months[..] else { return None };
    let Part::Month(month) = parts[at] else {
        return None;
    };
    let numbers = |range: std::ops::Range<usize>| {
        let near = parts.get(range).unwrap_or(&[]).iter();
        near.filter_map(|part| match part {
            Part::Number(value, len) => Some((*value, *len)),
            _ => None,
        })
        .collect::<Vec<_>>()
    };
    let before = numbers(at.saturating_sub(3)..at);
    let after = numbers(at + 1..(at + 6).min(parts.len()));
    let is_day = |(value, len): (u32, usize)| len <= 2 && (1..=31).contains(&value);
    let is_year = |(value, len): (u32, usize)| len == 4 && (1000..=2999).contains(&value);
    let day_before = before.last().copied().filter(|number| is_day(*number));
    if ends_range(&parts[..at]) {
        return None;
    }
    if let (Some(day), Some(year)) = (day_before, after.first()) {
        return is_year(*year).then(|| style.date(year.0, month, day.0))?;
    }
    let year = before.last().or(after.get(1))?;
    let day = after.first().filter(|day| is_day(**day))?;
    is_year(*year).then(|| style.date(year.0, month, day.0))?
}

/// Whether days end in one that is joined to another: "1–3" before a month, "2. bis 4.".
fn ends_range(before: &[Part]) -> bool {
    let number = |part: &Part| matches!(part, Part::Number(..));
    let Some(last) = before.iter().rposition(number) else {
        return false;
    };
    let Some(first) = before[..last].iter().rposition(number) else {
        return false;
    };
    let between = &before[first + 1..last];
    let joins = between
        .iter()
        .any(|part| is_join(part) || *part == Part::Mark('/'));
    matches!(before[first], Part::Number(1..=31, 1 | 2)) && between.len() <= 3 && joins
}

pub(super) fn is_join(part: &Part) -> bool {
    matches!(
        part,
        Part::Join | Part::Mark('-' | '–' | '—' | '&' | '+' | '~' | '～' | '〜')
    )
}

/// Whether a day is joined to one after it: "5/2～5/4", "2日～4日", but not "2026.05.02 - 3 min".
fn starts_range(after: &[Part]) -> bool {
    if let [
        Part::Mark('-' | '–' | '—'),
        Part::Number(..),
        Part::Word,
        ..,
    ] = after
    {
        return false;
    }
    let after = match after {
        [Part::Word, rest @ ..] => rest,
        all => all,
    };
    matches!(after, [join, Part::Number(..), ..] if is_join(join))
}

/// A date in numbers only, with one kind of mark between them, at the start of the text.
fn numeric(parts: &[Part], timed: bool, style: Style) -> Option<NaiveDate> {
    let years = parts
        .iter()
        .filter(|part| matches!(part, Part::Number(_, 4)));
    if years.count() > 1 && !timed {
        return None;
    }
    let start = parts
        .iter()
        .position(|part| matches!(part, Part::Number(..)))?;
    let before = parts[..start].iter();
    if before
        .filter(|part| !matches!(part, Part::Mark('.' | ',')))
        .count()
        > 2
    {
        return None;
    }
    if let [
        Part::Number(year, 4),
        _,
        Part::Number(month, _),
        _,
        Part::Number(day, _),
        ref after @ ..,
    ] = parts[start..]
        && start == 0
    {
        if starts_range(after) {
            return None;
        }
        return style.date(year, month, day);
    }
    let [
        Part::Number(one, a),
        Part::Mark(mark),
        Part::Number(two, b),
        Part::Mark(again),
        Part::Number(year, 4),
        ..,
    ] = parts[start..]
    else {
        return None;
    };
    if mark != again || a > 2 || b > 2 {
        return None;
    }
    match mark {
        '.' => style.date(year, two, one),
        '/' | '-' if one > 12 => style.date(year, two, one),
        '/' | '-' if two > 12 => style.date(year, one, two),
        '/' | '-' if one == two => style.date(year, one, two),
        '/' | '-' if style.day_first? => style.date(year, two, one),
        '/' | '-' => style.date(year, one, two),
        _ => None,
    }
}

/// How a language tag orders numeric dates, where it is certain: English without a region is not.
pub(crate) fn day_first(lang: Option<&str>) -> Option<bool> {
    let tag = lang?.to_lowercase().replace('_', "-");
    let (language, region) = tag.split_once('-').unwrap_or((&tag, ""));
    match (language, region) {
        ("en", "us") => Some(false),
        ("en", "gb" | "ie" | "au" | "nz" | "in" | "za") => Some(true),
        ("en" | "" | "zh" | "ja" | "ko" | "hu" | "lt" | "fa" | "mn", _) => None,
        _ => Some(true),
    }
}
