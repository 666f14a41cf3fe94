//! Values to try on a compiled schema: those it names itself, and one of each kind for each field.

use domain::schema::{AnswerSchema, Field, JsonType};
use serde_json::{Map, Value, json};

/// The most values taken from one schema.
const MOST: usize = 200;

/// Everything that `default`, `const`, `enum` and `examples` name, and values at the edges.
pub fn named(schema: &Value) -> Vec<Value> {
    let mut found = edges();
    let mut open = vec![schema];
    while let Some(value) = open.pop() {
        if found.len() > MOST {
            break;
        }
        match value {
            Value::Object(map) => {
                for (key, value) in map {
                    match (key.as_str(), value) {
                        ("default" | "const", value) => found.push(value.clone()),
                        ("enum" | "examples", Value::Array(list)) => found.extend(list.clone()),
                        _ => {}
                    }
                    open.push(value);
                }
            }
            Value::Array(list) => open.extend(list),
            _ => {}
        }
    }
    found.truncate(MOST);
    found
}

fn edges() -> Vec<Value> {
    let deep = (0..100).fold(Value::Null, |inner, _| json!([inner]));
    vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1.5),
        json!(1e308),
        json!(u64::MAX),
        json!(""),
        json!("x".repeat(200)),
        json!("https://s.test/1"),
        json!([]),
        json!({}),
        json!([[], {}, null]),
        deep,
    ]
}

/// A row, or a document, in which each field has a value of its own kind.
pub fn fitting(fields: &[Field]) -> Value {
    let pairs = fields.iter().map(|field| (field.name.clone(), of(field)));
    Value::Object(pairs.collect::<Map<String, Value>>())
}

fn of(field: &Field) -> Value {
    if let Some(set) = &field.closed_set {
        return set.members.first().cloned().unwrap_or_default();
    }
    match field.types.first() {
        None | Some(JsonType::String) => json!("https://s.test/1"),
        Some(JsonType::Boolean) => json!(true),
        Some(JsonType::Integer) => json!(3),
        Some(JsonType::Number) => json!(2.5),
        Some(JsonType::Array) => field.element.iter().map(|element| of(element)).collect(),
        Some(JsonType::Object) => fitting(&field.children),
    }
}

/// Documents with rows of each of the values.
pub fn documents(schema: &AnswerSchema, values: &[Value]) -> Vec<Value> {
    let mut document = fitting(&schema.top);
    let Some(answer) = &schema.answer else {
        return vec![document];
    };
    let mut rows = vec![fitting(&answer.fields)];
    rows.extend(values.iter().take(20).cloned());
    let mut slot = &mut document;
    for name in &answer.path {
        if !slot.is_object() {
            *slot = json!({});
        }
        slot = &mut slot[name];
    }
    *slot = Value::Array(rows);
    vec![document]
}
