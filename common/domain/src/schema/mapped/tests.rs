//! Tests of maps against schemas.

use serde_json::json;

use crate::evidence::Source;
use crate::job::{FieldMap, MapRule};
use crate::schema::{AnswerSchema, check_report};

fn schema() -> AnswerSchema {
    let source = json!({"type": "object", "properties": {
        "shop": {"type": "string"},
        "rows": {"type": "array", "items": {"type": "object", "properties": {
            "name": {"type": "string"}, "url": {"type": "string"},
            "maker": {"type": "object", "properties": {"town": {"type": "string"}}},
        }}},
    }});
    AnswerSchema::compile(&source, None, None).expect("a schema")
}

/// The pointer and code of the first finding, if one is expected.
fn check(name: &str, rule: MapRule, expect: Option<(&str, &str)>) {
    let found = schema().add_map(&FieldMap::from([(name.to_owned(), rule)]));
    let found = found.err().unwrap_or_default();
    let first = found.first();
    let first = first.map(|finding| (finding.pointer.as_str(), finding.code.as_str()));
    assert_eq!(first, expect, "{name}: {found:?}");
}

fn css() -> MapRule {
    MapRule {
        css: Some(".x".to_owned()),
        ..MapRule::default()
    }
}

#[test]
fn names_are_fields_that_a_page_fills() {
    let json = MapRule {
        json: Some("/x".to_owned()),
        ..MapRule::default()
    };
    check("name", css(), None);
    check("shop", css(), None);
    check("maker", json, None);
    check("maker", css(), Some(("/map/maker", "bad_value")));
    check("rows", css(), Some(("/map/rows", "unknown_field")));
    check("url", css(), Some(("/map/url", "unknown_field")));
    check("a/b", css(), Some(("/map/a~1b", "unknown_field")));
}

#[test]
fn the_check_names_the_source() {
    let mut schema = schema();
    let map = FieldMap::from([("name".to_owned(), css())]);
    schema.add_map(&map).expect("a map");
    let report = check_report(Ok(&schema));
    let name = report
        .fields
        .iter()
        .find(|field| field.pointer == "/rows/-/name");
    assert_eq!(
        name.map(|field| field.sources.as_slice()),
        Some(&[Source::Selector][..])
    );
}
