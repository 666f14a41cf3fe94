//! Schemas of every kind that a job may have; small, and with names that the commands know.

use std::sync::{Arc, LazyLock};

use domain::schema::AnswerSchema;
use serde_json::{Value, json};

static ALL: LazyLock<Vec<Arc<AnswerSchema>>> = LazyLock::new(|| {
    let compiled = |source: &Value| AnswerSchema::compile(source, None, None).unwrap();
    let sources = sources();
    sources
        .iter()
        .map(|source| Arc::new(compiled(source)))
        .collect()
});

/// All of them, compiled.
pub(super) fn all() -> Vec<Arc<AnswerSchema>> {
    ALL.clone()
}

fn sources() -> Vec<Value> {
    vec![
        rows(&json!({"required": ["name"]})),
        rows(&json!({"required": ["name", "detailUrl"], "additionalProperties": false})),
        rows(&conditional()),
        scalars(),
        root_list(),
        nested(),
        no_list(),
        untyped(),
    ]
}

fn fields() -> Value {
    json!({
        "name": {"type": "string", "minLength": 2},
        "detailUrl": {"type": ["string", "null"], "format": "uri"},
        "price": {"type": ["number", "null"], "minimum": 0, "multipleOf": 0.5},
        "rig": {"enum": ["SLOOP", "KETCH", null]},
        "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": true, "maxItems": 3},
        "description": {"type": ["string", "null"]}
    })
}

/// A list of objects with a page of their own, beside two fields of the document.
fn rows(more: &Value) -> Value {
    let mut item = json!({"type": "object", "properties": fields()});
    for (key, value) in more.as_object().into_iter().flatten() {
        item[key] = value.clone();
    }
    json!({"type": "object", "required": ["boats"], "properties": {
        "boats": {"type": "array", "items": item, "minItems": 1},
        "note": {"type": ["string", "null"], "default": "none yet"},
        "price": {"type": ["integer", "null"], "maximum": 10}}})
}

/// A price is asked for only where there is a rig.
fn conditional() -> Value {
    json!({
        "if": {"properties": {"rig": {"const": "SLOOP"}}, "required": ["rig"]},
        "then": {"required": ["price"], "properties": {"price": {"type": "number"}}},
        "else": {"properties": {"price": {"type": "null"}}}
    })
}

fn scalars() -> Value {
    json!({"type": "object", "properties": {
        "boats": {"type": "array", "items": {"type": "string", "minLength": 2}, "maxItems": 2}}})
}

fn root_list() -> Value {
    json!({"type": "array", "minItems": 1,
        "items": {"type": "object", "properties": fields(), "required": ["name"]}})
}

fn nested() -> Value {
    json!({"type": "object", "required": ["data"], "properties": {
        "data": {"type": "object", "required": ["boats"], "properties": {
            "boats": {"type": "array",
                "items": {"type": "object", "properties": fields(), "required": ["name"]}}}},
        "note": {"type": "string"}}})
}

fn no_list() -> Value {
    json!({"type": "object", "required": ["note", "price"], "properties": {
        "note": {"type": "string"},
        "price": {"type": ["number", "null"], "exclusiveMinimum": 0},
        "rig": {"enum": ["SLOOP", "KETCH", null]}}})
}

fn untyped() -> Value {
    json!({"type": "object", "properties": {"boats": {"type": "array"}, "note": {}}})
}
