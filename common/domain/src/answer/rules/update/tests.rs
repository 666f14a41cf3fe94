//! The table of updates.

use std::slice::from_ref;

use serde_json::{Value, json};

use crate::answer::commit::Space;
use crate::answer::rules::tests::{
    Scene, add, check, found, id, list, read, settled, started, url, word,
};

fn update(n: u32, fields: &Value) -> Value {
    json!({"do": "update_item", "row": id(n), "fields": fields})
}

#[test]
fn the_merged_row_is_asked() {
    let row = [read(1, "content", &["KETCH"]), vec![add(1, &json!({}))]];
    check(&row, &update(1, &json!({"about": "a"})), "accepted");
    check(&row, &update(1, &json!({"about": null})), "unchanged");
    check(&row, &update(2, &json!({})), "index_out_of_range");
    check(&row, &update(1, &json!("a")), "not_an_object");
    check(
        &row,
        &update(1, &json!({"name": null})),
        "type_mismatch /name",
    );
    check(&row, &update(1, &json!({"name": 7})), "type_mismatch /name");
    check(&row, &update(1, &json!({"rig": "KETCH"})), "accepted");
    check(
        &row,
        &update(1, &json!({"rig": "SLOOP"})),
        "enum_not_evidenced /rig",
    );
}

#[test]
fn evidence_is_asked_for_the_fields_given() {
    let mut scene = Scene::after(&[
        read(1, "content", &["KETCH"]),
        vec![add(1, &json!({"rig": "KETCH"}))],
    ]);
    let again = json!({"do": "reopen", "page": url(1), "at": 0});
    scene.play(&[
        vec![again],
        started(1, 2),
        vec![settled(1, 2, "content", &[])],
    ]);
    let about = scene.submit(&update(1, &json!({"about": "a"})));
    assert_eq!(word(&about), "accepted", "the rig stands as it was");
    let rig = scene.submit(&update(1, &json!({"about": "b", "rig": "KETCH"})));
    assert_eq!(word(&rig), "enum_not_evidenced /rig");
}

#[test]
fn a_new_address_gives_a_new_id() {
    let move_to = |n: u32| update(1, &json!({"detailUrl": url(n)}));
    let row = vec![add(1, &json!({}))];
    check(from_ref(&row), &move_to(1), "unchanged");
    check(
        &[row.clone(), vec![add(2, &json!({}))]],
        &move_to(2),
        "duplicate",
    );
    check(
        from_ref(&row),
        &update(1, &json!({"detailUrl": "/2"})),
        "bad_url /detailUrl",
    );
    let mut scene = Scene::after(&[row, found(2), list(0)]);
    scene.play(&[vec![move_to(2)]]);
    assert!(scene.body(Space::Row, &id(1)).is_null());
    let moved = scene.body(Space::Row, &id(2));
    assert_eq!(
        (&moved["page"], &moved["place"]["index"]),
        (&json!(url(2)), &json!(2))
    );
}

#[test]
fn the_throttle_is_asked_again() {
    let long = json!({"about": "x".repeat(121)});
    let stubs = vec![add(1, &json!({})), add(2, &json!({})), add(3, &long)];
    check(
        from_ref(&stubs),
        &update(3, &json!({"about": null})),
        "stub_throttled",
    );
    check(
        from_ref(&stubs),
        &update(1, &json!({"mast": "m"})),
        "accepted",
    );
    check(
        &[stubs, read(3, "content", &[])],
        &update(3, &json!({"about": null})),
        "accepted",
    );
}

#[test]
fn rows_by_content_stay_apart() {
    let loose = |name: &str| json!({"do": "add_item", "item": {"name": name, "mast": null}});
    let mut scene = Scene::after(&[vec![loose("A"), loose("B")]]);
    let rows = scene.shard.scan(Space::Row, None, 2);
    let is_a = |body: &Value| body["item"]["name"] == "A";
    let a = rows.iter().find(|(_, row)| is_a(&row.body)).expect("a row");
    let edit = json!({"do": "update_item", "row": a.0, "fields": {"name": "B"}});
    assert_eq!(word(&scene.submit(&edit)), "duplicate");
}

#[test]
fn receipts_follow_their_values() {
    let receipt =
        |source: &str| json!({"page": url(1), "source": source, "path": "", "quote": "q"});
    let mut first = add(1, &json!({"about": "a"}));
    first["receipts"] = json!({"/about": receipt("text"), "/name": receipt("text")});
    let mut scene = Scene::after(&[vec![first]]);
    scene.play(&[vec![update(1, &json!({"about": "b"}))]]);
    let kept = scene.body(Space::Row, &id(1))["receipts"].clone();
    assert_eq!(
        kept,
        json!({"/name": receipt("text")}),
        "the old words do not say b"
    );
    let mut proven = update(1, &json!({"about": "b"}));
    proven["receipts"] = json!({"/about": receipt("operator")});
    assert_eq!(
        word(&scene.submit(&proven)),
        "accepted",
        "the receipt alone is news"
    );
    assert_eq!(word(&scene.submit(&proven)), "unchanged");
}
