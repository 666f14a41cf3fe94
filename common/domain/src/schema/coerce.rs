//! The only readings a value may get at the store: text that is exactly a JSON number (RFC 8259)
//! for a number field, and a whole float for an integer field. Nothing else is coerced.

use serde_json::{Number, Value};

use super::JsonType;

/// Floats up to here hold every integer exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whether a number has no fraction.
pub(super) fn is_integral(number: &Number) -> bool {
    number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|f| f.fract() == 0.0)
}

/// A top-level value of a field or row read for the types its field admits.
pub(super) fn fit(value: Value, types: &[JsonType]) -> Value {
    let text = types.contains(&JsonType::String);
    let number = types.contains(&JsonType::Number);
    let integer = types.contains(&JsonType::Integer);
    match value {
        Value::String(given) if !text && (number || integer) => {
            match json_number(&given).and_then(|n| as_number(n, number)) {
                Some(read) => Value::Number(read),
                None => Value::String(given),
            }
        }
        Value::Number(given) if integer && !number => {
            Value::Number(as_integer(&given).unwrap_or(given))
        }
        other => other,
    }
}

/// Text that is exactly one finite JSON number.
fn json_number(text: &str) -> Option<Number> {
    let numeric = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    if text.is_empty() || text.len() > 64 || !text.chars().all(numeric) {
        return None;
    }
    serde_json::from_str(text).ok()
}

fn as_number(number: Number, fractions: bool) -> Option<Number> {
    if fractions {
        Some(number)
    } else {
        as_integer(&number)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "whole and within the exact range, checked just before"
)]
fn as_integer(number: &Number) -> Option<Number> {
    if number.is_i64() || number.is_u64() {
        return Some(number.clone());
    }
    let float = number.as_f64()?;
    (float.fract() == 0.0 && float.abs() <= EXACT).then(|| Number::from(float as i64))
}
