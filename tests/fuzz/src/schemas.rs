//! The schemas the operations are played on: rows with and without a page of their own, closed and
//! open rows, plain values, untyped items, excuses, defaults, and no list at all.

use std::sync::OnceLock;

use domain::schema::AnswerSchema;
use serde_json::{Value, json};

/// All of them, compiled once.
///
/// # Panics
/// If one of them does not compile, which is a finding of its own.
pub fn all() -> &'static [AnswerSchema] {
    static ALL: OnceLock<Vec<AnswerSchema>> = OnceLock::new();
    ALL.get_or_init(|| {
        let sources = [
            own_page(),
            closed_row(),
            nested(),
            excused(),
            scalar(),
            untyped(),
            listless(),
        ];
        let compile = |source: &Value| AnswerSchema::compile(source, None, None).expect("compiles");
        sources.iter().map(compile).collect()
    })
}

fn list(item: &Value) -> Value {
    json!({"type": "object", "properties": {
        "boats": {"type": "array", "items": item},
        "season": {"enum": ["SUMMER", "KETCH", null], "default": "SUMMER"},
        "note": {"type": ["string", "null"], "default": "none yet"},
        "count": {"type": "integer", "minimum": 0}}})
}

fn own_page() -> Value {
    list(
        &json!({"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string", "minLength": 1},
        "detailUrl": {"type": ["string", "null"]},
        "description": {"type": ["string", "null"]},
        "length": {"type": ["number", "null"], "exclusiveMinimum": 0},
        "rig": {"enum": ["SLOOP", "KETCH", "Unknown", null]}}}),
    )
}

fn closed_row() -> Value {
    list(
        &json!({"type": "object", "additionalProperties": false, "properties": {
        "name": {"type": ["string", "null"], "pattern": "^[^0-9]*$"},
        "boat_id": {"type": ["string", "null"]},
        "email": {"type": ["string", "null"]},
        "built": {"type": ["string", "null"], "format": "date"},
        "rig": {"const": "KETCH"}}}),
    )
}

fn nested() -> Value {
    let mut root = list(&json!({"type": "object", "properties": {
        "url": {"type": "string"},
        "text": {"type": "string"},
        "tags": {"type": "array", "uniqueItems": true, "items": {"enum": ["KETCH", "SLOOP"]}},
        "crew": {"type": "array", "items": {"$ref": "#/$defs/person"}}}}));
    root["$defs"] = json!({"person": {"type": "object", "properties": {
        "name": {"type": "string"},
        "mates": {"type": "array", "items": {"$ref": "#/$defs/person"}}}}});
    root
}

fn excused() -> Value {
    list(&json!({"type": "object",
        "properties": {
            "name": {"type": "string"},
            "kind": {"enum": ["SAIL", "MOTOR", null]},
            "sails": {"type": ["integer", "null"]},
            "engine": {"type": ["string", "null"]}},
        "if": {"properties": {"kind": {"const": "SAIL"}}},
        "then": {"required": ["sails"]},
        "else": {"required": ["engine"]}}))
}

fn scalar() -> Value {
    list(&json!({"type": ["string", "number"], "maxLength": 20}))
}

fn untyped() -> Value {
    list(&json!(true))
}

fn listless() -> Value {
    json!({"type": "object", "required": ["title"], "properties": {
        "title": {"type": "string"}, "rig": {"enum": ["SLOOP", "KETCH", null]}}})
}
