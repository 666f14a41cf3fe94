//! The table of the gate.

use serde_json::{Value, json};

use crate::answer::rules::tests::{Scene, add, found, list, read, settled, started};
use crate::answer::verdict::Verdict;

fn done(scene: &mut Scene) -> Value {
    asked(scene, &json!({"do": "done"}))
}

/// An ask with a number.
fn ask(scene: &mut Scene, number: u64) -> bool {
    let report = asked(scene, &json!({"do": "done", "ask": number}));
    report["accepted"] == json!(true)
}

fn asked(scene: &mut Scene, command: &Value) -> Value {
    match scene.submit(command) {
        Verdict::Accepted { stored, .. } => stored,
        other => panic!("{other:?}"),
    }
}

/// Everything that has a value, on one row of a read page.
fn full() -> Vec<Value> {
    let set = |key: &str, value: Value| json!({"do": "set_field", "key": key, "value": value});
    let fields = json!({"about": "a", "mast": "m", "rig": "KETCH"});
    let mut steps = read(1, "content", &["KETCH", "SUMMER"]);
    steps.push(add(1, &fields));
    steps.extend([
        set("season", json!("SUMMER")),
        set("note", json!("n")),
        set("year", json!(2_000)),
    ]);
    steps
}

/// The first `done` after some steps: accepted at once, or the gaps it names.
fn check(steps: &[Vec<Value>], pointer: &str, expect: &Value) {
    let mut scene = Scene::after(steps);
    let report = done(&mut scene);
    assert_eq!(report.pointer(pointer), Some(expect), "{report:#}");
}

#[test]
fn what_is_bounced() {
    check(&[full()], "/complete", &json!(true));
    check(&[full()], "/accepted", &json!(true));
    check(&[], "/accepted", &json!(false));
    check(&[full(), found(2)], "/gaps/links_without_row", &json!(1));
    check(&[full(), read(2, "gone", &[])], "/accepted", &json!(true));
    check(
        &[full(), read(2, "failed", &[])],
        "/gaps/given_up",
        &json!(1),
    );
    check(
        &[
            full(),
            list(0),
            started(0, 1),
            vec![settled(0, 1, "challenge", &[])],
        ],
        "/gaps/given_up",
        &json!(1),
    );
}

#[test]
fn the_exact_list() {
    let mut scene = Scene::after(&[read(1, "content", &[]), vec![add(1, &json!({"mast": "m"}))]]);
    let report = done(&mut scene);
    let named: Vec<&str> = report["gaps"]["deficiencies"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|gap| gap["field"].as_str())
        .collect();
    assert_eq!(named, ["season", "note", "year", "about", "rig"]);
}

#[test]
fn it_bounces_once() {
    let mut scene = Scene::after(&[]);
    assert_eq!(done(&mut scene)["accepted"], json!(false));
    let second = done(&mut scene);
    assert_eq!(second["accepted"], json!(true));
    assert_eq!(second["complete"], json!(false));
    assert_eq!(
        done(&mut scene)["accepted"],
        json!(true),
        "and stays accepted"
    );
}

#[test]
fn a_repeated_ask_is_the_same_ask() {
    let check = |asks: &[u64], expect: &[bool]| {
        let mut scene = Scene::after(&[]);
        let got: Vec<bool> = asks.iter().map(|number| ask(&mut scene, *number)).collect();
        assert_eq!(got, expect, "{asks:?}");
    };
    check(&[1, 1, 1, 2, 2], &[false, false, false, true, true]);
    check(&[0, 0], &[false, true]);
    check(&[1, 0], &[false, true]);
    check(&[0, 1], &[false, true]);
    check(&[2, 1], &[false, true]);
    // The first one, delivered once more after the end: it does not open what is closed.
    check(&[1, 2, 1, 2], &[false, true, true, true]);
}

#[test]
fn a_repeated_ask_is_granted_once_nothing_is_missing() {
    let mut scene = Scene::after(&[]);
    assert!(!ask(&mut scene, 1));
    for step in full() {
        scene.submit(&step);
    }
    assert!(ask(&mut scene, 1));
}
