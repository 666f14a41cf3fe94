//! `FIELD=VALUE` on the command line. What the value is depends on what the field holds: text for a
//! field of text, JSON for all others, `null` to clear either.

#[cfg(test)]
mod tests;

use domain::schema::{Field, JsonType};
use serde_json::{Map, Value};

use crate::exit::{Exit, Failure};

/// Field names with their values, in the order given. `find` names the fields there are.
pub(crate) fn parse<'a>(
    given: &[String],
    find: impl Fn(&str) -> Option<&'a Field>,
) -> Result<Map<String, Value>, Failure> {
    let mut fields = Map::new();
    for one in given {
        let Some((name, text)) = one.split_once('=').filter(|(name, _)| !name.is_empty()) else {
            let message =
                format!("{one:?} is not FIELD=VALUE: write NAME=VALUE, or NAME=null to clear");
            return Err(Failure::new(Exit::Usage, message));
        };
        if fields.contains_key(name) {
            let message = format!("{name} is given twice");
            return Err(Failure::new(Exit::Usage, message));
        }
        fields.insert(name.to_owned(), value(find(name), text));
    }
    Ok(fields)
}

/// The value that a text stands for.
fn value(field: Option<&Field>, text: &str) -> Value {
    if text == "null" {
        return Value::Null;
    }
    match serde_json::from_str(text) {
        Ok(json) if takes_json(field, text, &json) => json,
        _ => Value::String(text.to_owned()),
    }
}

/// Whether a field takes the JSON value rather than the text it is written as.
fn takes_json(field: Option<&Field>, text: &str, json: &Value) -> bool {
    let Some(field) = field else {
        return !json.is_string();
    };
    if let Some(set) = &field.closed_set
        && set.members.iter().any(|member| member == text)
    {
        return false;
    }
    if field.types == [JsonType::String] {
        return false;
    }
    let Some(kind) = JsonType::of(json) else {
        return true;
    };
    // A number field is left to say itself that 1.5 is no integer.
    let number = |kind: JsonType| matches!(kind, JsonType::Integer | JsonType::Number);
    let admits = |admitted: &JsonType| *admitted == kind || (number(*admitted) && number(kind));
    let text_too = field.types.is_empty() || field.types.contains(&JsonType::String);
    !text_too || field.types.is_empty() || field.types.iter().any(admits)
}
