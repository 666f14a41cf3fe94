//! The table of earned absence.

use std::slice::from_ref;

use serde_json::{Value, json};

use crate::answer::commit::Space;
use crate::answer::rules::tests::{
    Scene, add, check, found, list, read, settled, started, url, word,
};

fn mark(fields: &[&str], reason: &str) -> Value {
    json!({"do": "mark_absent", "fields": fields, "reason": reason, "by": "operator"})
}

/// One row whose page was read, and whatever else.
fn with_row(more: Vec<Value>) -> Vec<Vec<Value>> {
    vec![read(1, "content", &[]), vec![add(1, &json!({}))], more]
}

#[test]
fn what_earns_a_mark() {
    let about = mark(&["about"], "looked");
    check(&with_row(vec![]), &about, "accepted");
    check(&with_row(vec![about.clone()]), &about, "unchanged");
    check(&[], &mark(&[], "looked"), "empty_argument");
    check(
        &with_row(vec![]),
        &mark(&["about"], " "),
        "reason_missing /about",
    );
    check(
        &with_row(vec![]),
        &mark(&["a/b"], "looked"),
        "unknown_field /a~1b",
    );
    check(
        &with_row(vec![]),
        &mark(&["about", "nope"], "looked"),
        "partly unknown_field",
    );
    check(
        &with_row(vec![]),
        &mark(&["nope", "neither"], "looked"),
        "partly unknown_field unknown_field",
    );
    check(
        &with_row(vec![]),
        &mark(&["about", "about"], "looked"),
        "accepted",
    );
}

#[test]
fn a_page_that_was_cut_earns_nothing() {
    let about = mark(&["about"], "looked");
    let cut = |class: &str| {
        let mut command = settled(1, 1, class, &[]);
        command["read"]["cut"] = json!(true);
        vec![found(1), started(1, 1), vec![command]]
    };
    let after = |class, more: Vec<Value>| [cut(class), vec![more]].concat();
    check(
        &after("content", vec![add(1, &json!({}))]),
        &about,
        "pages_unread /about",
    );
    // A page that says it is gone says all there is.
    check(&after("gone", vec![add(1, &json!({}))]), &about, "accepted");
    // Read whole, it counts.
    let whole = [
        after("content", vec![add(1, &json!({}))]),
        vec![vec![json!({"do": "reopen", "page": url(1), "at": 0})]],
        started(1, 2).into_iter().map(|one| vec![one]).collect(),
        vec![vec![settled(1, 2, "content", &[])]],
    ];
    check(&whole.concat(), &about, "accepted");
}

#[test]
fn a_row_field() {
    let about = mark(&["about"], "looked");
    check(&[], &about, "no_rows /about");
    check(&[vec![add(1, &json!({}))]], &about, "pages_unread /about");
    check(&with_row(found(2)), &about, "pages_unread /about");
    for class in ["failed", "challenge"] {
        check(
            &with_row(read(2, class, &[])),
            &about,
            "pages_unread /about",
        );
    }
    check(&with_row(read(2, "gone", &[])), &about, "accepted");
    check(
        &with_row(vec![]),
        &mark(&["name"], "looked"),
        "already_settled /name",
    );
    let motor = vec![
        read(1, "content", &[]),
        vec![add(1, &json!({"about": "motor boat"}))],
    ];
    check(&motor, &mark(&["mast"], "looked"), "already_settled /mast");
    check(&motor, &mark(&["rig"], "looked"), "accepted");
}

#[test]
fn a_top_field_and_the_list() {
    check(&[], &mark(&["season"], "looked"), "accepted");
    check(
        &[list(0)],
        &mark(&["season"], "looked"),
        "pages_unread /season",
    );
    check(&[], &mark(&["year"], "looked"), "not_nullable /year");
    let set = vec![json!({"do": "set_field", "key": "note", "value": "n"})];
    check(&[set], &mark(&["note"], "looked"), "already_settled /note");
    let boats = mark(&["boats"], "looked");
    check(&[], &boats, "pages_unread /boats");
    check(&with_row(vec![]), &boats, "already_settled /boats");
    let empty = [
        list(0),
        started(0, 1),
        vec![settled(0, 1, "empty_list", &[])],
    ]
    .concat();
    check(from_ref(&empty), &boats, "accepted");
    check(&[empty, found(1)], &boats, "pages_unread /boats");
}

#[test]
fn after_a_bounce_something_must_be_read() {
    let (done, about) = (json!({"do": "done"}), mark(&["about"], "looked"));
    check(
        &with_row(vec![done.clone()]),
        &about,
        "no_look_since_bounce /about",
    );
    let mut again = vec![
        done.clone(),
        json!({"do": "reopen", "page": url(1), "at": 0}),
    ];
    again.extend(started(1, 2));
    again.push(settled(1, 2, "content", &[]));
    check(&with_row(again), &about, "accepted");
    check(&with_row(vec![done.clone(), done]), &about, "accepted");
}

#[test]
fn a_mark_says_what_earned_it_and_goes_with_a_value() {
    let mut scene = Scene::after(&with_row(vec![mark(&["about"], " looked ")]));
    let expect = json!({"reason": "looked", "read": 1, "by": "operator"});
    assert_eq!(scene.body(Space::Mark, "row/about"), expect);
    let row = crate::answer::rules::tests::id(1);
    let edit = json!({"do": "update_item", "row": row, "fields": {"about": "said"}});
    assert_eq!(word(&scene.submit(&edit)), "accepted");
    assert_eq!(scene.body(Space::Mark, "row/about"), Value::Null);
}
