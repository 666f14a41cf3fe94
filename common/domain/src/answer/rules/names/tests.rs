//! What is told of a name that no field has.

use serde_json::{Value, json};

use super::unknown;
use crate::answer::rules::tests::Scene;
use crate::answer::verdict::{Refusal, Verdict};

fn refused(command: &Value) -> Refusal {
    match Scene::after(&[]).submit(command) {
        Verdict::Refused(refusal) => refusal,
        other => panic!("{command}: {other:?}"),
    }
}

fn check(command: &Value, place: &str, allowed: &[&str], hint: &str) {
    let refusal = refused(command);
    assert_eq!(refusal.pointer, place, "{refusal:?}");
    assert_eq!(Value::from(refusal.allowed), json!(allowed));
    assert_eq!(refusal.hint, hint);
}

#[test]
fn the_fields_there_are_are_named() {
    let set = |key: &str| json!({"do": "set_field", "key": key, "value": "n"});
    let mark =
        |field: &str| json!({"do": "mark_absent", "fields": [field], "reason": "r", "by": "o"});
    let top = ["season", "note", "year"];
    check(
        &set("harbour"),
        "/harbour",
        &top,
        "`allowed` names the fields.",
    );
    check(&set("seasno"), "/seasno", &top, "Did you mean `season`?");
    check(
        &set("mast"),
        "/mast",
        &top,
        "Change it row by row, with update_item (`windrow update RUN --row N`).",
    );
    let all = [
        "name",
        "detailUrl",
        "about",
        "mast",
        "rig",
        "season",
        "note",
        "year",
        "boats",
    ];
    check(&mark("abuot"), "/abuot", &all, "Did you mean `about`?");
    check(&mark("x/y"), "/x~1y", &all, "`allowed` names the fields.");
}

#[test]
fn of_many_fields_the_likeliest_come_first() {
    let many: Vec<String> = (0..40).map(|n| format!("z{n}")).collect();
    let mut known: Vec<&str> = many.iter().map(String::as_str).collect();
    known.push("price");
    let refusal = unknown("", "prcie", "None.", &known);
    assert_eq!(refusal.allowed[0], "price");
    assert_eq!(refusal.allowed.len(), 41);
    assert_eq!(refusal.hint, "Did you mean `price`?");
    let none = unknown("", "a", "None.", &[]);
    assert_eq!(none.hint, "There is no field that could be named here.");
}
