//! The first and the last day of a span that a text writes out and that is all it tells: "3–5 July 2026",
//! "28 June to 3 July 2026". What leaves a day, a month or a year open is none.

use chrono::NaiveDate;
use domain::schema::Field;

use super::date::{self, Part, Style};
use super::spans;
use super::weekdays::is_weekday_in;
use crate::match_fields::WORDING;
use crate::words::{phrase, squash};

/// What may stand between two whole days.
const JOINS: [&str; 7] = ["–", "—", " - ", " to ", " until ", " bis ", "/"];
/// Words of fields, stemmed, for the first day of something and for its last one.
const FIRST: [&str; 5] = ["start", "begin", "from", "open", "opening"];
const LAST: [&str; 6] = ["end", "until", "through", "finish", "to", "closing"];
/// No span is written with more than this.
const LONGEST: usize = 80;

/// The day of a span that a field asks for by its name, in ISO form.
pub(super) fn end_of(text: &str, field: &Field, style: Style) -> Option<String> {
    let name = phrase(&field.name);
    if name
        .last()
        .is_some_and(|last| WORDING.contains(&last.as_str()))
    {
        return None;
    }
    let asks = |list: &[&str]| name.iter().any(|word| list.contains(&word.as_str()));
    let (first, last) = (asks(&FIRST), asks(&LAST));
    if first == last {
        return None;
    }
    let (from, to) = days(text, style)?;
    Some(if first { from } else { to })
}

/// The two days of a span, in ISO form.
pub(crate) fn days(text: &str, style: Style) -> Option<(String, String)> {
    if text.len() > LONGEST || !text.contains(|ch: char| ch.is_ascii_digit()) {
        return None;
    }
    let whole = JOINS.iter().find_map(|join| {
        let (from, to) = text.split_once(join)?;
        Some((date::day(from, style)?, date::day(to, style)?))
    });
    let told = whole.or_else(|| shared(text, style));
    let (from, to) = told.or_else(|| in_figures(text, style))?;
    (from < to).then_some((from, to))
}

/// The days of a span that tells a month or a year only once.
fn shared(text: &str, style: Style) -> Option<(String, String)> {
    let words = squash(text);
    let plain = |word: &str| {
        word.starts_with(|ch: char| ch.is_ascii_digit())
            || style.is_month(word)
            || is_weekday_in(word, style.language)
            || spans::joins(word)
            || spans::leads_to_day(word)
    };
    if !words.split(' ').all(plain) {
        return None;
    }
    let parts = date::parts(text, style);
    let mut sides = parts.split(date::is_join);
    let (Some(left), Some(right), None) = (sides.next(), sides.next(), sides.next()) else {
        return None;
    };
    let (left, right) = (Side::of(left)?, Side::of(right)?);
    let year = left.year.xor(right.year)?;
    let day = |side: &Side, other: &Side| -> Option<NaiveDate> {
        style.date(year, side.month.or(other.month)?, side.day)
    };
    let iso = |day: NaiveDate| day.format("%Y-%m-%d").to_string();
    Some((iso(day(&left, &right)?), iso(day(&right, &left)?)))
}

/// The days of a span in figures that tells a year once, in the order of its mark: "12.05.–15.05.2026",
/// "12.–15.05.2026", "2026年5月12日～15日".
fn in_figures(text: &str, style: Style) -> Option<(String, String)> {
    let mut letters = text.chars().filter(|ch| ch.is_alphabetic());
    if !letters.all(|ch| "年月日から至到".contains(ch)) {
        return None;
    }
    let mut figures: Vec<Vec<u32>> = vec![Vec::new()];
    for part in date::parts(text, style) {
        match part {
            Part::Number(value, 1 | 2 | 4) => figures.last_mut()?.push(value),
            Part::Mark('.') | Part::Word => {}
            _ if date::is_join(&part) => figures.push(Vec::new()),
            _ => return None,
        }
    }
    let [left, right] = &figures[..] else {
        return None;
    };
    let dense = text.contains('年') && text.contains('月');
    let pointed = text.contains('.') && !dense;
    let ((year, from), (month, to)) = match (&left[..], &right[..]) {
        (&[day, month], &[last, end, year]) if pointed => ((year, (month, day)), (end, last)),
        (&[day], &[last, end, year]) if pointed => ((year, (end, day)), (end, last)),
        (&[year, month, day], &[end, last]) if dense => ((year, (month, day)), (end, last)),
        (&[year, month, day], &[last]) if dense => ((year, (month, day)), (month, last)),
        _ => return None,
    };
    let iso = |month: u32, day: u32| {
        let day = style.date(year, month, day).filter(|_| year >= 1000)?;
        Some(day.format("%Y-%m-%d").to_string())
    };
    Some((iso(from.0, from.1)?, iso(month, to)?))
}

/// What one side of a span tells.
struct Side {
    day: u32,
    month: Option<u32>,
    year: Option<u32>,
}

impl Side {
    /// Exactly one day, at most one month and one year.
    fn of(parts: &[Part]) -> Option<Self> {
        let (mut days, mut months, mut years) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            match part {
                Part::Number(day, 1 | 2) => days.push(*day),
                Part::Number(year, 4) => years.push(*year),
                Part::Month(month) => months.push(*month),
                Part::Number(..) | Part::Mark(':' | '/') => return None,
                _ => {}
            }
        }
        let ([day], true, true) = (days.as_slice(), months.len() < 2, years.len() < 2) else {
            return None;
        };
        Some(Self {
            day: *day,
            month: months.first().copied(),
            year: years.first().copied(),
        })
    }
}

#[cfg(test)]
mod tests;
