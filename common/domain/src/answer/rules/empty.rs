//! What counts as empty: null, blank text, empty lists and objects, and members of a closed set that
//! mean "not stated". 0 and false are values.

#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::schema::{Field, is_not_stated};

/// Whether a value, or none, leaves its field empty.
pub fn is_empty(field: Option<&Field>, value: Option<&Value>) -> bool {
    let closed = field.is_some_and(|f| f.closed_set.is_some());
    match value {
        None | Some(Value::Null) => true,
        Some(Value::String(text)) => text.trim().is_empty() || (closed && is_not_stated(text)),
        Some(Value::Array(items)) => items.iter().all(|item| is_empty(None, Some(item))),
        Some(Value::Object(map)) => map.values().all(|item| is_empty(None, Some(item))),
        Some(Value::Bool(_) | Value::Number(_)) => false,
    }
}
