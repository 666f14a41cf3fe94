//! Why a field is empty, in words.

use common::jobs::compile;
use domain::evidence::Reason;
use domain::job::JobFile;
use serde_json::json;

use super::why;

#[test]
fn what_the_schema_refuses_is_told_in_its_words() {
    let schema = compile(&JobFile {
        schema: json!({"type": "object", "properties": {"items": {"type": "array", "items": {
        "type": "object", "properties": {
            "reference": {"type": ["string", "null"], "pattern": "^R-[0-9]+$"},
            "homeUrl": {"type": ["string", "null"]},
        }}}}}),
        ..JobFile::default()
    });
    let schema = schema.expect("a schema");
    let check = |name: &str, code: &str, got: &str, expect: &[&str]| {
        let (code, got) = (code.to_owned(), got.to_owned());
        let said = why(&schema, name, &Reason::Refused { code, got });
        for part in expect {
            assert!(said.contains(part), "{said}");
        }
    };
    let pattern = [
        "refused (constraint): the page says \"R-big\"; ",
        "^R-[0-9]+$",
    ];
    check("reference", "constraint", "R-big", &pattern);
    check(
        "homeUrl",
        "not_url",
        "/a",
        &["refused (not_url): the page says \"/a\""],
    );
    // Another rule than the schema's spoke.
    check(
        "reference",
        "evidence",
        "R-1",
        &["refused (evidence): the page says \"R-1\""],
    );
    assert_eq!(
        why(&schema, "reference", &Reason::NotStated),
        "not stated: the row's page says nothing of it"
    );
}
