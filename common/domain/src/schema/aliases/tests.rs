//! A job's aliases state members; what the schema lacks is refused.

use serde_json::json;

use crate::evidence::Matcher;
use crate::schema::AnswerSchema;

fn schema() -> AnswerSchema {
    let source = json!({"type": "object", "properties": {"rows": {"type": "array", "items": {
        "type": "object", "properties": {"rig": {"enum": ["SLOOP", "KETCH", null]}}}}}});
    AnswerSchema::compile(&source, None, None).unwrap()
}

fn aliases(text: &str) -> crate::job::Aliases {
    serde_json::from_str(text).unwrap()
}

#[test]
fn an_alias_states_its_member() {
    let mut schema = schema();
    schema
        .add_aliases(&aliases(r#"{"rig": {"KETCH": ["two-masted"]}}"#))
        .unwrap();
    let stated = Matcher::new(&schema.closed_sets()).stated(["A two masted boat"]);
    assert_eq!(stated.len(), 1);
    assert_eq!(
        (&*stated[0].member, &*stated[0].quote),
        ("KETCH", "two masted")
    );
}

#[test]
fn what_the_schema_lacks_is_refused_with_its_place() {
    for (text, pointer, code) in [
        (
            r#"{"mast": {"KETCH": ["x"]}}"#,
            "/aliases/mast",
            "unknown_field",
        ),
        (
            r#"{"rig": {"YAWL": ["x"]}}"#,
            "/aliases/rig/YAWL",
            "unknown_member",
        ),
    ] {
        let findings = schema().add_aliases(&aliases(text)).unwrap_err();
        assert_eq!((&*findings[0].pointer, &*findings[0].code), (pointer, code));
    }
}
