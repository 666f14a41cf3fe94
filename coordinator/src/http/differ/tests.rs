//! Differences of documents as pointers.

use serde_json::{Value, json};

use super::places;

#[expect(
    clippy::needless_pass_by_value,
    reason = "documents are written in place"
)]
fn check(one: Value, other: Value, expect: &[&str]) {
    assert_eq!(places(&one, &other, ""), expect);
    let mut back = places(&other, &one, "");
    back.sort();
    let mut expect = expect.to_vec();
    expect.sort_unstable();
    assert_eq!(back, expect);
}

#[test]
fn places_are_named_as_deep_as_they_are_the_same_kind() {
    check(json!({"a": 1}), json!({"a": 1}), &[]);
    check(json!({"a": 1}), json!({"a": "1"}), &["/a"]);
    check(
        json!({"a": {"b/c": [1, 2]}, "d": 1}),
        json!({"a": {"b/c": [1, 3]}, "e": 1}),
        &["/a/b~1c/1", "/d", "/e"],
    );
    check(json!({"a": [1]}), json!({"a": [1, 2]}), &["/a"]);
    check(json!(1), json!([1]), &[""]);
}
