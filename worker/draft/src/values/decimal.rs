//! The one number of a field: what a text states beside its figures, or `None` where several numbers, a bound
//! or words for more leave it open.

use domain::schema::{Field, JsonType};
use serde_json::Value;

use super::measure::{self, Told};
use super::number::Found;
use super::{Reading, bounds, date, number, price, ratings, scale, told};
use crate::text::plain;
use crate::vocabulary::Kind;

/// The number that a machine or a text states, as the field's types take it.
pub(super) fn numeric(field: &Field, value: &Value, how: Reading<'_>) -> Option<Value> {
    let found = match value {
        Value::Number(number) => number::to_json(&number.to_string())?,
        Value::String(text) if told::is_of_other(field, text, how) => return None,
        Value::String(text) => match told::year(field, text, how) {
            Some(year) => number::to_json(&year)?,
            None => number::to_json(&decimal(text, how)?)?,
        },
        _ => return None,
    };
    let other = |year: u64| u32::try_from(year).is_ok_and(|year| how.dates.others.hold(year));
    if found.as_u64().is_some_and(other) && told::asks_year(field) {
        return None;
    }
    let whole = !field.types.contains(&JsonType::Number);
    (!whole || found.is_i64() || found.is_u64()).then_some(found)
}

/// The one number a text states, as decimal text.
fn decimal(text: &str, how: Reading<'_>) -> Option<String> {
    let text = plain(text);
    if text.len() > 160 {
        return None;
    }
    if is_enclosed(&text) && !how.counts {
        return None;
    }
    if let Some(unit) = how.unit.filter(|_| how.kind != Kind::Price) {
        match measure::told(&text, how.style, unit, how.said) {
            Told::Bare => {}
            Told::Value(value) => return Some(value),
            Told::Other => return None,
        }
    }
    if how.kind == Kind::Price || how.bound.is_some() {
        return price::amount(&text, how.style, how.bound, how.scales());
    }
    let found = number::find(&text, how.style);
    match found.as_slice() {
        [one] => exact(&text, one, how),
        [first, second] if first.start == 0 && is_share(&text[first.end..second.start]) => {
            let stroke = is_stroke(&text[first.end..second.start]);
            (!stroke && !how.counts || how.rated || first.value.contains('.'))
                .then(|| first.value.clone())
        }
        // "1,450 (2024)", "1.2 billion (2024)"
        [value, year] if told::is_year_note(&text, year) => exact(&text, value, how),
        // "4.5 (120 reviews)"
        [value, count] if how.rated && ratings::is_counted(&text, value, count) => {
            Some(value.value.clone())
        }
        [_, _, _] if let Some(mixed) = scale::mixed(&text, &found) => Some(mixed.value),
        [year, ..]
            if date::day(&text, date::Style::default()).is_some()
                && year.value.len() == 4
                && year.start == 0 =>
        {
            Some(year.value.clone())
        }
        _ => None,
    }
}

/// A figure with what stands for powers of ten after it; no bound.
fn exact(text: &str, one: &Found, how: Reading<'_>) -> Option<String> {
    let whole = scale::whole(text, one, how.scales())?;
    let exact = bounds::bounded(text, &whole, false).is_none();
    exact.then_some(whole.value)
}

/// Whether a text is a figure in brackets, which is a count beside a name and a debt in a balance.
fn is_enclosed(text: &str) -> bool {
    let inner = text.strip_prefix(['(', '（']);
    let inner = inner.and_then(|inner| inner.strip_suffix([')', '）']));
    inner.is_some_and(|inner| !inner.contains(char::is_alphabetic))
}

/// "4.6 out of 5": the first number is the value, the second its scale.
fn is_share(between: &str) -> bool {
    is_stroke(between) || ratings::is_of(between)
}

/// "1/2" is a half, or one of two.
fn is_stroke(between: &str) -> bool {
    between.trim() == "/"
}
