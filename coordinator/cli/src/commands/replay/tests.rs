//! Tests of how two rows are compared.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{compare, nearest};

fn check(old: &Value, new: &Value, expect: &[(&str, Value, Value)]) {
    let mut found = Vec::new();
    compare("", old, new, &mut found);
    let found: Vec<_> = found
        .into_iter()
        .map(|(at, was, is)| (at, was.clone(), is.clone()))
        .collect();
    let expect = expect
        .iter()
        .cloned()
        .map(|(at, was, is)| (at.to_owned(), was, is));
    assert_eq!(found, expect.collect::<Vec<_>>(), "{old} {new}");
}

#[test]
fn rows_differ_by_pointer() {
    check(&json!({"a": 1}), &json!({"a": 1}), &[]);
    check(
        &json!({"a": 1}),
        &json!({"a": null}),
        &[("/a", json!(1), Value::Null)],
    );
    check(
        &json!({"a": 1}),
        &json!({}),
        &[("/a", json!(1), Value::Null)],
    );
    check(
        &json!({}),
        &json!({"a/b": 1}),
        &[("/a~1b", Value::Null, json!(1))],
    );
    check(
        &json!({"a": {"b": 1, "c": 2}, "d": [1, 2]}),
        &json!({"a": {"b": 1, "c": 3}, "d": [1]}),
        &[
            ("/a/c", json!(2), json!(3)),
            ("/d", json!([1, 2]), json!([1])),
        ],
    );
    check(&json!("x"), &json!("y"), &[("", json!("x"), json!("y"))]);
}

#[test]
fn the_nearest_note_counts() {
    let noted = BTreeMap::from([("/a".to_owned(), 1), ("/a/b".to_owned(), 2)]);
    assert_eq!(nearest(&noted, "/a/b"), Some(2));
    assert_eq!(nearest(&noted, "/a/c/d"), Some(1));
    assert_eq!(nearest(&noted, "/x"), None);
}
