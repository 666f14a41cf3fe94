//! The table of the gate.

use serde_json::{Value, json};

use crate::answer::rules::tests::{Scene, add, found, list, read, settled, started};
use crate::answer::verdict::Verdict;

fn done(scene: &mut Scene) -> Value {
    match scene.submit(&json!({"do": "done"})) {
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
