//! The table of adding a row.

use serde_json::{Value, json};

use crate::answer::cells;
use crate::answer::commit::Space;
use crate::answer::rules::tests::{
    Scene, add, check, draft, id, read, settled, started, url, word,
};

/// A row without a page of its own.
fn loose(name: &str) -> Value {
    json!({"do": "add_item", "item": {"name": name, "mast": null}})
}

fn merging(mut command: Value) -> Value {
    command["merge"] = json!(true);
    command
}

#[test]
fn a_row_lands_or_says_why_not() {
    let nameless = json!({"do": "add_item", "item": {"mast": null}});
    check(&[], &nameless, "missing_required /name");
    check(&[], &add(1, &json!({})), "accepted");
    check(&[], &add(1, &json!({"name": null})), "type_mismatch /name");
    check(&[], &add(1, &json!({"name": 7})), "type_mismatch /name");
    check(
        &[],
        &add(1, &json!({"detailUrl": "/boats/1"})),
        "bad_url /detailUrl",
    );
    check(&[], &add(1, &json!({"rig": "BRIG"})), "enum_mismatch /rig");
    check(
        &[],
        &add(1, &json!({"rig": "KETCH"})),
        "enum_not_evidenced /rig",
    );
    let stated = [read(1, "content", &["KETCH"])];
    check(&stated, &add(1, &json!({"rig": "ketch"})), "accepted");
}

#[test]
fn a_row_that_is_there() {
    let there = [vec![add(1, &json!({}))]];
    check(&there, &add(1, &json!({})), "unchanged");
    check(&there, &add(1, &json!({"about": "a"})), "duplicate");
    check(&there, &merging(add(1, &json!({"about": "a"}))), "accepted");
    check(&there, &merging(add(1, &json!({}))), "unchanged");
    check(&there, &draft(1, &json!({"about": "a"})), "accepted");
}

#[test]
fn a_row_without_a_page_is_known_by_its_content() {
    check(&[vec![loose("A")]], &loose("A"), "unchanged");
    check(&[vec![loose("A")]], &loose(" A "), "unchanged");
    check(&[vec![loose("A")]], &loose("B"), "accepted");
    let mut scene = Scene::after(&[vec![loose("A")]]);
    let row = scene.shard.scan(Space::Row, None, 1).remove(0).0;
    let edit = json!({"do": "update_item", "row": row, "fields": {"name": "B"}});
    scene.play(&[vec![edit]]);
    assert_eq!(word(&scene.submit(&loose("B"))), "unchanged");
    assert_eq!(word(&scene.submit(&loose("A"))), "accepted");
    assert_eq!(scene.cell(cells::ROWS), 2);
}

#[test]
fn a_draft_without_a_page_meets_its_row_again() {
    let draft = |more: &str, value: Value| json!({"do": "add_item", "draft": true, "item": {"name": "A", "mast": null, more: value}});
    let left_out = [
        draft("about", json!(7)),
        draft("rig", json!("KETCH")),
        draft("detailUrl", json!("/1")),
    ];
    for draft in left_out {
        check(&[vec![draft.clone()]], &draft, "unchanged");
    }
}

#[test]
fn a_page_that_led_to_another_has_no_row() {
    let mut moved = settled(2, 1, "content", &[]);
    moved["read"]["final_url"] = json!(url(1));
    let mut steps = read(1, "content", &[]);
    steps.extend(crate::answer::rules::tests::found(2));
    steps.extend(started(2, 1));
    steps.push(moved);
    check(&[steps.clone()], &draft(2, &json!({})), "duplicate");
    check(&[steps], &draft(1, &json!({})), "accepted");
}

#[test]
fn merging_keeps_what_is_there() {
    let mut scene = Scene::after(&[read(1, "content", &[])]);
    let by = |source: &str| json!({"page": url(1), "source": source, "path": "", "quote": ""});
    let mut first = add(1, &json!({"about": "by hand", "rig": null}));
    first["receipts"] = json!({"/about": by("operator")});
    let mut second = draft(1, &json!({"about": "by draft", "name": "Read"}));
    second["receipts"] = json!({"/about": by("text"), "/name": by("text")});
    scene.play(&[vec![first, second]]);
    let row = scene.body(Space::Row, &id(1));
    assert_eq!(
        row["item"]["about"], "by hand",
        "a draft does not overwrite an operator"
    );
    assert_eq!(row["item"]["name"], "Read");
    assert_eq!(row["receipts"]["/about"]["source"], "operator");
    scene.play(&[vec![merging(add(1, &json!({"about": null})))]]);
    assert_eq!(
        scene.body(Space::Row, &id(1))["item"]["about"],
        "by hand",
        "null erases nothing"
    );
}
