//! The table of drafts: what is left out, and what costs the row.

use serde_json::{Value, json};

use super::first_name;
use crate::answer::cells;
use crate::answer::commit::Space;
use crate::answer::rules::tests::{Scene, check, draft, id, read, word};

/// A draft with one field that is refused, and the reason that stands in its place.
fn check_left_out(field: &str, value: &Value, code: &str, got: &str) {
    let mut scene = Scene::after(&[read(1, "content", &["KETCH"])]);
    let verdict = scene.submit(&draft(1, &json!({ field: value })));
    assert_eq!(word(&verdict), format!("partly {code}"), "{field}");
    let row = scene.body(Space::Row, &id(1));
    assert_eq!(row["item"][field], Value::Null, "{field}");
    let reason = &row["reasons"][&format!("/{field}")];
    assert_eq!(
        (&reason["code"], &reason["got"]),
        (&json!(code), &json!(got))
    );
}

#[test]
fn a_refused_value_never_costs_the_row() {
    let stated = draft(1, &json!({"rig": "KETCH"}));
    check(&[read(1, "content", &["KETCH"])], &stated, "accepted");
    check_left_out("rig", &json!("SLOOP"), "enum_not_evidenced", "SLOOP");
    check_left_out("rig", &json!("BRIG"), "enum_mismatch", "BRIG");
    check_left_out("about", &json!(7), "type_mismatch", "7");
    check_left_out("detailUrl", &json!("/x"), "bad_url", "/x");
}

#[test]
fn a_missing_required_field_does() {
    let nameless = draft(1, &json!({"name": null}));
    check(
        &[read(1, "content", &[])],
        &nameless,
        "missing_required /name",
    );
    let mut scene = Scene::after(&[read(1, "content", &[])]);
    scene.submit(&nameless);
    assert_eq!(scene.cell(cells::REFUSED), 1, "it is remembered");
    scene.submit(&nameless);
    assert_eq!(scene.cell(cells::REFUSED), 1, "once");
    scene.play(&[vec![draft(1, &json!({}))]]);
    assert_eq!(scene.cell(cells::REFUSED), 0, "until it is stored");
}

#[test]
fn the_property_a_pointer_begins_with() {
    for (pointer, expect) in [
        ("/a", Some("a")),
        ("/a/0/b", Some("a")),
        ("/a~1b~0c", Some("a/b~c")),
        ("/", Some("")),
        ("", None),
        ("a", None),
    ] {
        assert_eq!(first_name(pointer).as_deref(), expect, "{pointer}");
    }
}
