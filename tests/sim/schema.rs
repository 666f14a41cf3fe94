//! The schema of every run: rows with a page of their own, a closed set, an excused field, and
//! top-level fields with evidence, with a default, and without null.

use std::sync::{Arc, OnceLock};

use domain::schema::AnswerSchema;
use serde_json::json;

/// The schema of every run.
pub(super) fn schema() -> Arc<AnswerSchema> {
    static SCHEMA: OnceLock<Arc<AnswerSchema>> = OnceLock::new();
    let compile = || {
        let source = json!({"type": "object", "properties": {
            "boats": {"type": "array", "items": {"type": "object", "properties": {
                "name": {"type": "string"},
                "detailUrl": {"type": ["string", "null"]},
                "builder": {"type": ["string", "null"]},
                "description": {"type": ["string", "null"]},
                "keel": {"type": ["string", "null"]},
                "rig": {"enum": ["SLOOP", "KETCH", null]}}, "required": ["name"],
                "if": {"properties": {"builder": {"const": "Yard 0"}}},
                "else": {"required": ["keel"]}}},
            "season": {"enum": ["SUMMER", null]},
            "year": {"type": "integer", "minimum": 1900},
            "note": {"type": ["string", "null"], "default": "a"}}});
        Arc::new(AnswerSchema::compile(&source, None, None).unwrap())
    };
    SCHEMA.get_or_init(compile).clone()
}
