//! One stated thing into a value of its field's type: numbers, days, truths, closed sets, addresses,
//! text. What the field cannot hold is refused with a code, never bent.

pub(crate) mod answers;
pub(crate) mod asked;
pub(crate) mod bounds;
pub(crate) mod closed;
pub(crate) mod currency;
pub(crate) mod date;
mod decimal;
pub(crate) mod dues;
mod eras;
pub(crate) mod hours;
pub(crate) mod lesser;
mod measure;
mod months;
pub(crate) mod number;
mod objects;
pub(crate) mod periods;
pub(crate) mod price;
mod qualified;
pub(crate) mod rates;
pub(crate) mod ratings;
pub(crate) mod scale;
mod spans;
pub(crate) mod standard;
pub(crate) mod told;
pub(crate) mod truths;
pub(crate) mod units;
pub(crate) mod weekdays;

#[cfg(test)]
mod tests;

use domain::schema::{Field, Guard, JsonType};
use domain::snapshot::Snapshot;
use serde_json::Value;

use crate::text::{collapse, plain};
use crate::vocabulary::{Kind, is_placeholder};
use crate::words::squash;
use asked::Asked;
use number::Style;
use objects::representative;
use price::Bound;
use scale::Scales;
use standard::Standard;
use units::Unit;

/// How a page is to be read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reading<'a> {
    /// For resolving addresses.
    pub snapshot: &'a Snapshot,
    /// Decimal marks.
    pub style: Style,
    /// How dates are written.
    pub dates: date::Style,
    /// What the wanted value looks like.
    pub kind: Kind,
    /// Which end of a range.
    pub bound: Option<Bound>,
    /// The field is a currency code.
    pub currency: bool,
    /// What an amount of money is to the field.
    pub asked: Asked,
    /// The field counts something.
    pub counts: bool,
    /// The field is how something is rated: "4/5" is four of five there, and a fraction elsewhere.
    pub rated: bool,
    /// The standard of the field's codes.
    pub standard: Option<Standard>,
    /// The unit that the field states.
    pub unit: Option<Unit>,
    /// The unit that the label names.
    pub said: Option<Unit>,
}

impl<'a> Reading<'a> {
    /// Reads by the page's language.
    pub(crate) fn of(snapshot: &'a Snapshot) -> Self {
        let lang = snapshot.lang.as_deref();
        Self {
            snapshot,
            style: Style {
                comma_decimal: number::writes_comma(lang),
                machine: false,
                unknown: lang.is_none(),
            },
            dates: date::Style::of(lang),
            kind: Kind::Text,
            bound: None,
            currency: false,
            asked: Asked::Other,
            counts: false,
            rated: false,
            standard: None,
            unit: None,
            said: None,
        }
    }

    /// How words beside a figure are to be read.
    pub(crate) fn scales(&self) -> Scales<'a> {
        Scales {
            lang: self.snapshot.lang.as_deref().unwrap_or(""),
            counts: self.counts,
            money: self.kind == Kind::Price || self.bound.is_some(),
            asked: self.asked,
        }
    }
}

/// What became of a stated thing.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Read {
    /// A value of the field's type.
    Value(Value),
    /// The field cannot hold it.
    Refused {
        /// The refusal's code.
        code: String,
        /// What was stated.
        got: String,
    },
    /// It states nothing.
    Nothing,
}

/// Whether a field's values are addresses.
pub(crate) fn is_address(field: &Field, kind: Kind) -> bool {
    let format = field.format.as_deref();
    field.guard == Some(Guard::Url)
        || matches!(format, Some("uri" | "url" | "iri" | "uri-reference"))
        || matches!(kind, Kind::Image | Kind::Link)
}

/// Reads one stated thing for a scalar field.
pub(crate) fn read(field: &Field, given: &Value, how: Reading<'_>) -> Read {
    let scalar = representative(given, field, how);
    let Some(scalar) = scalar else {
        return Read::Nothing;
    };
    if let Value::String(text) = &scalar
        && is_placeholder(text)
        && field.closed_set.is_none()
        && !(field.types.contains(&JsonType::Boolean) && truths::answer(text).is_some())
    {
        return Read::Nothing;
    }
    if let Some(set) = &field.closed_set {
        let text = text_of(&scalar);
        return match closed::Members::new(set).member(&text) {
            Some(member) => Read::Value(member),
            None if squash(&text).is_empty() => Read::Nothing,
            None => refused("enum_mismatch", &text),
        };
    }
    let wants = |kind: JsonType| field.types.contains(&kind);
    let text_too = wants(JsonType::String) || field.types.is_empty();
    let mut refusal = Read::Nothing;
    if wants(JsonType::Boolean) {
        match truths::truth(&scalar) {
            Some(value) => return Read::Value(Value::Bool(value)),
            None => refusal = refused("type_mismatch", &text_of(&scalar)),
        }
    }
    if wants(JsonType::Number) || wants(JsonType::Integer) {
        match decimal::numeric(field, &scalar, how) {
            Some(value) => return Read::Value(value),
            None => refusal = refused("type_mismatch", &text_of(&scalar)),
        }
    }
    if text_too {
        return text(field, &scalar, how);
    }
    refusal
}

/// What the field cannot hold, with a code and the beginning of what was stated.
pub(crate) fn refused(code: &'static str, got: &str) -> Read {
    Read::Refused {
        code: code.to_owned(),
        got: got.chars().take(200).collect(),
    }
}

fn text_of(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn text(field: &Field, value: &Value, how: Reading<'_>) -> Read {
    let raw = match value {
        Value::String(text) => text.clone(),
        Value::Bool(_) => return refused("type_mismatch", &value.to_string()),
        other => other.to_string(),
    };
    if is_address(field, how.kind) {
        return address(&raw, how);
    }
    if how.currency {
        return match currency::codes(&raw).as_slice() {
            [code] => Read::Value(Value::from(code.as_str())),
            _ => refused("constraint", &raw),
        };
    }
    let clean = match raw.trim() {
        term if is_term(term) => crate::jsonld::last_segment(term).to_owned(),
        other if how.style.machine => plain(other),
        // What a person sees is decoded already.
        other => collapse(other),
    };
    if clean.is_empty() {
        return Read::Nothing;
    }
    let clean = match clean.split_once(':') {
        Some(("mailto" | "tel", rest)) => rest.split('?').next().unwrap_or(rest).trim().to_owned(),
        _ => clean,
    };
    if how.kind == Kind::Code && clean.chars().all(|ch| ch == '0') {
        return Read::Nothing;
    }
    if let Some(standard) = how.standard {
        return match standard
            .read(&clean)
            .or_else(|| standard.read(code(&clean)?))
        {
            Some(code) => Read::Value(Value::from(code)),
            None => refused("constraint", &clean),
        };
    }
    if how.kind == Kind::Code && !how.style.machine {
        return match code(&clean) {
            Some(code) => Read::Value(Value::from(code)),
            None => refused("constraint", &clean),
        };
    }
    match field.format.as_deref() {
        Some("date") if spans::is_other_bound(&clean, field, how.dates) => {
            refused("constraint", &clean)
        }
        Some("date") => day(field, &clean, how.dates),
        Some("date-time") if !date::is_date_time(&clean) => refused("constraint", &clean),
        None if how.kind == Kind::Date => dated(field, &clean, how.dates),
        _ => Read::Value(Value::from(collapse(&clean))),
    }
}

/// A day or time as written; of a span the end that the field asks for, and no day where it asks for an hour.
fn dated(field: &Field, text: &str, style: date::Style) -> Read {
    let hour = hours::are_asked(field);
    let span = periods::end_of(text, field, style);
    let day = || date::day(text, style).is_some() && !hours::are_told(text);
    match span {
        Some(day) if !hour => Read::Value(Value::from(day)),
        None if !(style.counts_otherwise(text) || hour && day()) => {
            Read::Value(Value::from(collapse(text)))
        }
        _ => refused("constraint", text),
    }
}

/// A day, or that end of a span which the field asks for.
fn day(field: &Field, text: &str, style: date::Style) -> Read {
    let day = date::day(text, style).filter(|day| !spans::is_of_other_era(day, field));
    day.or_else(|| periods::end_of(text, field, style))
        .map_or_else(
            || refused("constraint", text),
            |day| Read::Value(Value::from(day)),
        )
}

/// The address of a schema.org term, which stands for its last segment.
pub(super) fn is_term(text: &str) -> bool {
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    rest.and_then(|rest| rest.trim_start_matches("www.").strip_prefix("schema.org/"))
        .is_some_and(|term| !term.is_empty() && term.chars().all(char::is_alphanumeric))
}

/// A code as a label shows it: one word with a digit in it or of capitals only, brackets and trailing words left out.
fn code(text: &str) -> Option<&str> {
    let edge = |ch: char| !ch.is_alphanumeric();
    let mut words = text.split_whitespace().map(|word| word.trim_matches(edge));
    let first = words.next().filter(|word| !word.is_empty())?;
    let digit = |word: &str| word.chars().any(|ch| ch.is_ascii_digit());
    let whole = text.trim_matches(edge);
    let capitals = |ch: u8| ch.is_ascii_uppercase() || ch == b'-';
    let lettered = (5..=20).contains(&whole.len()) && whole.bytes().all(capitals);
    if lettered || whole.split_whitespace().all(digit) && whole.len() <= 40 {
        return Some(whole);
    }
    (digit(first) && first.len() >= 5 && !words.any(digit)).then_some(first)
}

/// An absolute http(s) address, resolved against the page's base.
fn address(raw: &str, how: Reading<'_>) -> Read {
    let raw = plain(raw);
    if raw.is_empty() || raw.starts_with("data:") || raw.starts_with("blob:") {
        return Read::Nothing;
    }
    let resolved = how
        .snapshot
        .resolve(&raw)
        .filter(|address| address.starts_with("http"));
    // A site's own address is no picture.
    let root = |address: &String| address.splitn(4, '/').nth(3).is_none_or(str::is_empty);
    if how.kind == Kind::Image && resolved.as_ref().is_some_and(root) {
        return Read::Nothing;
    }
    match resolved {
        Some(address) if !raw.contains(' ') => Read::Value(Value::from(address)),
        _ => refused("bad_url", &raw),
    }
}
