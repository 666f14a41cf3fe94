//! A key that stands twice is told with its place; all else is JSON as ever.

use serde_json::Value;

use super::parse;

#[test]
fn a_key_stands_once() {
    let error = parse("{\"a\": {\"b\": 1,\n \"b\": 2}}").expect_err("is refused");
    let said = error.to_string();
    assert!(said.starts_with("the key \"b\" stands twice"), "{said}");
    assert!(said.contains("line 2"), "{said}");
    let text = r#"{"a": [1, -2, 0.1, 18446744073709551615, null, true, "\u00e4"], "b": {"a": {}}}"#;
    let expect: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(parse(text).expect("JSON"), expect);
    assert!(parse("{\"a\": 1,}").is_err());
    assert!(parse("1 2").is_err());
}
