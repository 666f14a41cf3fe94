//! The table of opening a run.

use serde_json::json;

use super::schema_key;
use crate::answer::commit::{Commit, Space};
use crate::answer::rules::tests::{Scene, boats, check, word};

#[test]
fn opening_a_run() {
    let open = json!({"do": "open"});
    check(&[], &open, "accepted");
    check(&[vec![open.clone()]], &open, "unchanged");
    let mut scene = Scene::after(&[vec![open.clone()]]);
    assert_eq!(scene.body(Space::Field, "note")["value"], "none");
    assert_eq!(
        scene.body(Space::Field, "note")["receipt"]["source"],
        "default"
    );
    let mut other = Commit::default();
    other
        .puts
        .insert(schema_key(), Some(json!("another schema")));
    scene.shard.apply(&other).expect("applies");
    assert_eq!(word(&scene.submit(&open)), "schema_refused");
}

#[test]
fn a_default_that_is_refused_is_reported() {
    let mut schema = boats();
    schema["properties"]["note"]["default"] = json!(7);
    schema["properties"]["season"]["default"] = json!("SUMMER");
    let mut scene = Scene::of(&schema);
    let verdict = scene.submit(&json!({"do": "open"}));
    assert_eq!(word(&verdict), "partly enum_not_evidenced type_mismatch");
    assert!(scene.body(Space::Field, "note").is_null());
}
