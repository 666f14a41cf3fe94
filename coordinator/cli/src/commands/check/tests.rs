//! Jobs and schemas are told apart by what they hold.

use std::path::Path;

use domain::schema::{AnswerSchema, check_report};
use serde_json::json;

use super::{bare_schema, plain};

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

#[test]
fn a_file_of_json_that_is_none_says_so() {
    let refused = || {
        check_report(
            AnswerSchema::compile(&json!(1), None, None)
                .as_ref()
                .map_err(Vec::as_slice),
        )
    };
    let check = |text: &str, file: &str, code: &str| {
        let report = plain(refused(), text, Path::new(file));
        assert_eq!(report.refusals[0].code, code, "{text} in {file}");
    };
    check("{\"type\": \"object\",}", "s.json", "not_json");
    check("{\"a\": 1, \"a\": 2}", "s.json", "not_json");
    check("{\"type\": \"object\",}", "job.yaml", "schema_refused");
    check("{\"start\": []}", "job.json", "schema_refused");
}
