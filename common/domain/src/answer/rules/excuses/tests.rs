//! The table of excused fields, over both kinds of objects.

use serde_json::{Map, Value, json};

use super::{of_document, of_row};
use crate::answer::rules::tests::Scene;

#[test]
fn a_row_as_it_stands() {
    let scene = Scene::after(&[]);
    let check =
        |row: Value, expect: &[&str]| assert_eq!(of_row(scene.ctx(), &row), expect, "{row}");
    check(json!({"about": "motor boat"}), &["mast"]);
    check(json!({"about": "motor boats"}), &[]);
    check(json!({"about": null}), &[]);
    check(json!({}), &["mast"]);
    check(json!("motor boat"), &[]);
    check(json!(null), &[]);
}

#[test]
fn a_document_as_it_stands() {
    let scene = Scene::of(&json!({"type": "object",
        "properties": {"open": {"type": ["boolean", "null"]}, "hours": {"type": "string"},
            "rows": {"type": "array", "items": {"type": "object", "properties": {}}}},
        "if": {"properties": {"open": {"const": true}}, "required": ["open"]},
        "then": {"required": ["hours"]}}));
    let check = |document: &Value, expect: &[&str]| {
        let map: Map<String, Value> = document.as_object().cloned().unwrap_or_default();
        assert_eq!(of_document(scene.ctx(), &map), expect, "{document}");
    };
    check(&json!({"open": true}), &[]);
    check(&json!({"open": false}), &["hours"]);
    check(&json!({}), &["hours"]);
}
