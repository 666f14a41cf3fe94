//! Whether a result says what a case expects: every expected key is equal, the result may hold more
//! keys, and so may objects inside arrays; all else is exact.

use serde_json::Value;

/// Compares a result.
///
/// # Errors
/// Where it differs.
pub(super) fn result(got: &Value, want: &Value) -> Result<(), String> {
    let Some(want) = want.as_object() else {
        return same(got, want, "", false);
    };
    for (key, want) in want {
        same(got.get(key).unwrap_or(&Value::Null), want, key, false)?;
    }
    Ok(())
}

fn same(got: &Value, want: &Value, at: &str, in_array: bool) -> Result<(), String> {
    match (got, want) {
        (Value::Number(got), Value::Number(want)) if got.as_f64() == want.as_f64() => Ok(()),
        (Value::Array(got), Value::Array(want)) if got.len() == want.len() => {
            for (n, (got, want)) in got.iter().zip(want).enumerate() {
                same(got, want, &format!("{at}/{n}"), true)?;
            }
            Ok(())
        }
        (Value::Object(got), Value::Object(want)) if in_array || got.len() == want.len() => {
            for (key, want) in want {
                let at = format!("{at}/{key}");
                same(got.get(key).ok_or(&at)?, want, &at, in_array)?;
            }
            Ok(())
        }
        _ if got == want => Ok(()),
        _ => Err(at.to_owned()),
    }
}
