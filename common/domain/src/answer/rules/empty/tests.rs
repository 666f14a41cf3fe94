//! The table of emptiness.

use serde_json::{Value, json};

use super::is_empty;
use crate::answer::rules::tests::Scene;

fn check(field: Option<&str>, value: &Value, expect: bool) {
    let scene = Scene::after(&[]);
    let field = field.and_then(|name| scene.schema.row_field(name));
    assert_eq!(is_empty(field, Some(value)), expect, "{value}");
}

#[test]
fn what_leaves_a_field_empty() {
    assert!(is_empty(None, None));
    for value in [json!(null), json!(""), json!(" \n"), json!([]), json!({})] {
        check(None, &value, true);
    }
    for value in [json!([null, ""]), json!({"a": null, "b": [{}]})] {
        check(None, &value, true);
    }
    for value in [
        json!(0),
        json!(false),
        json!("0"),
        json!([0]),
        json!({"a": false}),
    ] {
        check(None, &value, false);
    }
}

#[test]
fn a_member_that_means_not_stated() {
    check(Some("rig"), &json!("unknown"), true);
    check(Some("rig"), &json!("KETCH"), false);
    check(Some("about"), &json!("unknown"), false);
    check(None, &json!("unknown"), false);
}
