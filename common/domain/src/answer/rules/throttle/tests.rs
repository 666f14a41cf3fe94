//! The table of the stub throttle.

use serde_json::{Value, json};

use super::{check as throttled, is_stub};
use crate::answer::cells;
use crate::answer::rules::tests::{Scene, add, boats, check, id, read};
use crate::answer::verdict::Code;

#[test]
fn what_is_a_bare_stub() {
    let scene = Scene::of(&boats());
    let long = "word ".repeat(30);
    let check = |item: Value, read: bool, expect: bool| {
        assert_eq!(is_stub(scene.ctx(), &item, read), expect, "{item}");
    };
    check(json!({"name": "Boat"}), false, true);
    check(json!({"name": "Boat"}), true, false);
    check(json!({"about": long}), false, false);
    check(json!({"about": "x".repeat(120)}), false, true);
    check(json!({"about": "x".repeat(121)}), false, false);
    check(
        json!({"about": format!(" {} ", "x".repeat(120))}),
        false,
        true,
    );
    check(
        json!({"detailUrl": format!("https://s.test/{long}")}),
        false,
        true,
    );
    check(json!({"rig": long}), false, true);
    check(json!({"unheard": long}), false, false);
    check(json!({"unheard": "x".repeat(200)}), false, true);
    check(json!("Boat"), false, true);
}

#[test]
fn it_is_off_without_an_address_or_a_free_text() {
    for fields in [
        json!({"name": {"type": "string"}}),
        json!({"detailUrl": {"type": "string"}}),
    ] {
        let items = json!({"type": "object", "properties": fields});
        let scene = Scene::of(&json!({"type": "object", "properties": {
            "boats": {"type": "array", "items": items}}}));
        assert!(!is_stub(scene.ctx(), &json!({}), false), "{fields}");
    }
}

#[test]
fn the_third_stub() {
    let two = [vec![add(1, &json!({})), add(2, &json!({}))]];
    check(&two, &add(3, &json!({})), "stub_throttled");
    check(
        &two,
        &add(3, &json!({"about": "x".repeat(121)})),
        "accepted",
    );
    check(&two, &add(1, &json!({})), "unchanged");
    let read_one = [two[0].clone(), read(1, "content", &[])];
    check(&read_one, &add(3, &json!({})), "accepted");
    let gone_one = [two[0].clone(), read(1, "gone", &[])];
    check(&gone_one, &add(3, &json!({})), "accepted");
    let blocked = [two[0].clone(), read(1, "challenge", &[])];
    check(&blocked, &add(3, &json!({})), "stub_throttled");
    let removed = json!({"do": "remove_items", "rows": [id(1)], "reason": "r"});
    check(
        &[two[0].clone(), vec![removed]],
        &add(3, &json!({})),
        "accepted",
    );
}

#[test]
fn a_refused_stub_is_remembered_until_it_is_stored() {
    let mut scene = Scene::after(&[vec![add(1, &json!({})), add(2, &json!({}))]]);
    scene.submit(&add(3, &json!({})));
    assert_eq!(
        (scene.cell(cells::REFUSED), scene.cell(cells::STUBS)),
        (1, 2)
    );
    scene.play(&[read(1, "content", &[]), vec![add(3, &json!({}))]]);
    assert_eq!(
        (scene.cell(cells::REFUSED), scene.cell(cells::STUBS)),
        (0, 2)
    );
}

#[test]
fn a_row_that_is_a_stub_already_takes_no_further_place() {
    let scene = Scene::after(&[vec![add(1, &json!({})), add(2, &json!({}))]]);
    let ask = |read: bool, was: bool| {
        let refusal = scene.view(|view| throttled(view, scene.ctx(), &json!({}), (read, was)));
        refusal.map(|refusal| refusal.code)
    };
    assert_eq!(ask(false, false), Some(Code::StubThrottled));
    assert_eq!(ask(false, true), None);
    assert_eq!(ask(true, false), None);
}
