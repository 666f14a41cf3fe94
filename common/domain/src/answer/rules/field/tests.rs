//! The table of top-level fields.

use serde_json::{Value, json};

use crate::answer::cells;
use crate::answer::rules::tests::{Scene, add, check, read, word};

fn set(key: &str, value: &Value) -> Value {
    json!({"do": "set_field", "key": key, "value": value})
}

#[test]
fn setting_a_field() {
    let note = set("note", &json!("n"));
    check(&[], &note, "accepted");
    check(&[vec![note.clone()]], &note, "unchanged");
    check(&[vec![note]], &set("note", &json!(null)), "accepted");
    check(&[], &set("boats", &json!([])), "is_answer_list");
    check(&[], &set("harbour", &json!(1)), "unknown_field /harbour");
    check(&[], &set("note", &json!(7)), "type_mismatch /note");
    check(&[], &set("year", &json!(null)), "type_mismatch /year");
    check(&[], &set("year", &json!(1_800)), "constraint /year");
    check(&[], &set("year", &json!("1950")), "accepted");
    check(
        &[],
        &set("season", &json!("WINTER")),
        "enum_mismatch /season",
    );
}

#[test]
fn any_read_page_may_state_it() {
    let summer = set("season", &json!("SUMMER"));
    check(&[], &summer, "enum_not_evidenced /season");
    check(
        &[read(1, "content", &["KETCH"])],
        &summer,
        "enum_not_evidenced /season",
    );
    check(
        &[read(1, "challenge", &["SUMMER"])],
        &summer,
        "enum_not_evidenced /season",
    );
    check(&[read(1, "content", &["SUMMER"])], &summer, "accepted");
}

#[test]
fn a_value_clears_the_mark() {
    let mark = json!({"do": "mark_absent", "fields": ["note"], "reason": "r", "by": "operator"});
    let steps = [
        read(1, "content", &[]),
        vec![add(1, &json!({}))],
        vec![mark],
    ];
    let mut scene = Scene::after(&steps);
    assert_eq!(word(&scene.submit(&set("note", &json!(null)))), "accepted");
    assert_eq!(scene.cell(cells::MARKS), 1, "null is no value");
    assert_eq!(word(&scene.submit(&set("note", &json!("n")))), "accepted");
    assert_eq!(scene.cell(cells::MARKS), 0);
}
