//! Which of several amounts on a line is due for a period: "$48,000 per year ($4,000 per month)". How periods are
//! named is in `told`.

use super::number::{self, Found, Style};
use super::price::is_marked;
use super::told::periods;

/// The part of a text that tells what is due for a period, if it tells which of its amounts are.
pub(crate) fn of_period<'t>(text: &'t str, style: Style, period: &str) -> Option<&'t str> {
    let said = periods(text);
    if said.iter().all(|one| *one == period) {
        return (!said.is_empty()).then_some(text);
    }
    let found = number::find(text, style);
    let marked: Vec<&Found> = found.iter().filter(|one| is_marked(text, one)).collect();
    let first = marked.first()?;
    // "Monthly: $4,000, yearly: $48,000"
    if !periods(&text[..first.start]).is_empty() {
        return None;
    }
    let mut start = 0;
    let mut parts = Vec::new();
    for (at, one) in marked.iter().enumerate() {
        let end = marked.get(at + 1).map_or(text.len(), |next| {
            let between = &text[one.end..next.start];
            // What leads the next amount ("(", ", or $") is its own.
            let mark = between.rfind(['(', ',', ';', '/', '|', '·', '•']);
            mark.map_or(next.start, |mark| one.end + mark)
        });
        let due = periods(&text[one.end..end]);
        if !due.is_empty() {
            parts.push((start, end, due));
            start = end;
        }
    }
    let mut own = parts.iter().filter(|(_, _, due)| due.contains(&period));
    let (Some((start, end, due)), None) = (own.next(), own.next()) else {
        return None;
    };
    let edge = |ch: char| ch.is_whitespace() || "(),;/|·•".contains(ch);
    due.iter()
        .all(|one| *one == period)
        .then(|| text[*start..*end].trim_matches(edge))
}
