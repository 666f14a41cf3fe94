//! The table of results.

use serde_json::{Value, json};

use crate::answer::cells;
use crate::answer::commit::Space;
use crate::answer::pair::flag_key;
use crate::answer::rules::tests::{Scene, check, draft, found, id, read, settled, started, url};

const RIG: &str = "/properties/boats/items/properties/rig";

#[test]
fn when_a_result_counts() {
    let gone = settled(1, 1, "gone", &[]);
    check(&[], &gone, "unknown_page");
    check(&[found(1)], &settled(1, 0, "gone", &[]), "stale_lease");
    check(&[found(1)], &gone, "stale_lease");
    let mut queued = found(1);
    queued.push(started(1, 1).remove(0));
    check(&[queued], &gone, "accepted");
    check(&[found(1), started(1, 1)], &gone, "accepted");
    check(&[read(1, "content", &[])], &gone, "unchanged");
}

#[test]
fn each_class_ends_in_its_state() {
    let cases = [
        ("content", "content", 1, 0),
        ("gone", "gone", 1, 0),
        ("empty_list", "empty_list", 1, 1),
        ("shell", "blocked", 0, 1),
        ("panel_missing", "blocked", 0, 1),
        ("challenge", "blocked", 0, 1),
        ("failed", "failed", 0, 1),
    ];
    for (class, state, looks, unread) in cases {
        let scene = Scene::after(&[read(1, class, &["KETCH"])]);
        assert_eq!(
            scene.body(Space::Page, &id(1))["state"]["state"],
            state,
            "{class}"
        );
        assert_eq!(scene.cell(cells::LOOKS), looks, "{class}");
        assert_eq!(scene.cell(cells::DETAILS_UNREAD), unread, "{class}");
        let stated = scene.cell(&cells::stated(RIG, "KETCH"));
        assert_eq!(stated, i64::from(class == "content"), "{class}");
    }
}

#[test]
fn what_was_stated_stands_until_it_is_read_again() {
    let flag = |scene: &Scene| {
        !scene
            .body(Space::Alias, &flag_key(RIG, "KETCH").id)
            .is_null()
    };
    let mut scene = Scene::after(&[read(1, "content", &["KETCH"])]);
    let reopen = |scene: &mut Scene, lease: u64| {
        let reopen = json!({"do": "reopen", "page": url(1), "at": 0});
        scene.play(&[vec![reopen], started(1, lease)]);
    };
    reopen(&mut scene, 2);
    assert!(flag(&scene));
    scene.play(&[vec![settled(1, 2, "challenge", &[])]]);
    assert!(flag(&scene), "a blocked read takes nothing back");
    reopen(&mut scene, 3);
    scene.play(&[vec![settled(1, 3, "content", &[])]]);
    assert!(!flag(&scene));
}

#[test]
fn a_redirect_makes_two_keys_one_row() {
    let to = |n: u32, target: u32| {
        let mut command = settled(n, 1, "content", &[]);
        command["read"]["final_url"] = json!(url(target));
        [found(n), started(n, 1), vec![command]].concat()
    };
    let twin = |steps: &[Vec<Value>], n: u32| {
        let scene = Scene::after(steps);
        scene.body(Space::Page, &id(n))["twin"].clone()
    };
    assert_eq!(twin(&[to(1, 1)], 1), Value::Null);
    assert_eq!(twin(&[to(1, 1), to(2, 1)], 2), json!(url(1)));
    assert_eq!(twin(&[to(1, 3), to(2, 3)], 2), json!(url(1)));
    assert_eq!(twin(&[to(2, 3), to(3, 3)], 3), json!(url(2)));
    assert_eq!(twin(&[to(1, 2), to(2, 3)], 2), Value::Null);
}

#[test]
fn a_row_whose_page_is_gone_keeps_what_it_has() {
    let mut unread = draft(1, &json!({"about": null}));
    unread["reasons"] = json!({"/about": {"reason": "page_unread"}});
    let mut scene = Scene::after(&[found(1), vec![unread], started(1, 1)]);
    scene.play(&[vec![settled(1, 1, "gone", &[])]]);
    let row = scene.body(Space::Row, &id(1));
    assert_eq!(row["item"]["name"], "Boat");
    assert_eq!(row["reasons"]["/about"]["reason"], "not_stated");
}
