//! Jobs and schemas are told apart by what they hold.

use super::bare_schema;

fn check(text: &str, is_schema: bool) {
    assert_eq!(bare_schema(text).is_some(), is_schema, "{text}");
}

#[test]
fn a_job_has_a_start_or_a_schema() {
    check(
        r#"{"name": "x", "start": ["https://a.test/"], "schema": {}}"#,
        false,
    );
    check(r#"{"pages": [], "schema": "s.json"}"#, false);
    check("name: x\nstart: [https://a.test/]\nschema: s.json\n", false);
    check("", false);
}

#[test]
fn a_schema_is_json_without_them() {
    check(r#"{"type": "object", "properties": {"start": {}}}"#, true);
    check(r#"{"$schema": "x", "pages": 1}"#, true);
    check("{}", true);
    check("[]", true);
}
