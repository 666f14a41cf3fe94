//! Tests of values, rows and documents against a schema.

use serde_json::{Value, json};

use super::super::{AnswerSchema, RowMode};
use super::compiled;

/// Checks one value of a top-level field `x`; `expect` is the stored value or the refusal's code
/// and pointer.
fn check(field: &Value, value: &Value, expect: Result<Value, (&str, &str)>) {
    check_named("x", field, value, expect);
}

fn check_named(name: &str, field: &Value, value: &Value, expect: Result<Value, (&str, &str)>) {
    let rows = json!({"type": "array", "items": {"properties": {"a": {}}}});
    let schema = compiled(&json!({"properties": {name: field, "rows": rows}}));
    let got = schema.check_field(&schema.top[0], value);
    let got = got.map_err(|r| (serde_json::to_value(r.code).expect("a code"), r.pointer));
    let expect = expect.map_err(|(code, pointer)| (json!(code), pointer.to_owned()));
    assert_eq!(got, expect, "{name} {field} <- {value}");
}

#[test]
fn only_json_numbers_become_numbers() {
    let (int, num, text) = (
        json!({"type": "integer"}),
        json!({"type": "number"}),
        json!({"type": "string"}),
    );
    let no = Err(("type_mismatch", ""));
    check(&int, &json!("12.0"), Ok(json!(12)));
    check(&int, &json!(12.0), Ok(json!(12)));
    check(&int, &json!(" 12 "), Ok(json!(12)));
    check(
        &int,
        &json!("9007199254740993"),
        Ok(json!(9_007_199_254_740_993_i64)),
    );
    check(&num, &json!("1e3"), Ok(json!(1000.0)));
    check(&num, &json!("-0.5"), Ok(json!(-0.5)));
    for bad in [
        "1_000", "1,000", "007", "+1", ".5", "1.", "0x1", "NaN", "Infinity", "1e400", "", "12 m",
        "\u{0661}",
    ] {
        check(&num, &json!(bad), no.clone());
    }
    check(&int, &json!("12.5"), no.clone());
    check(&int, &json!(true), no.clone());
    check(&num, &json!(true), no.clone());
    check(&text, &json!(12), no.clone());
    check(&text, &json!(true), no.clone());
    check(&json!({"type": "boolean"}), &json!("yes"), no.clone());
    check(&json!({"type": "boolean"}), &json!(1), no.clone());
    check(
        &json!({"type": ["string", "integer"]}),
        &json!("12"),
        Ok(json!("12")),
    );
    check(
        &json!({"type": "array", "items": int}),
        &json!(["12"]),
        Err(("type_mismatch", "/0")),
    );
}

#[test]
fn closed_sets_hold_at_every_depth() {
    let set = json!({"enum": ["Full-Time", "part", 3, null]});
    check(&set, &json!(" full-time "), Ok(json!("Full-Time")));
    check(&set, &json!(3.0), Ok(json!(3)));
    check(&set, &json!(null), Ok(json!(null)));
    check(&set, &json!("4"), Err(("enum_mismatch", "")));
    check(&set, &json!(4), Err(("enum_mismatch", "")));
    check(&json!({"enum": ["a", "A"]}), &json!("A"), Ok(json!("A")));
    check(
        &json!({"enum": ["STRASSE"]}),
        &json!("straße"),
        Ok(json!("STRASSE")),
    );
    check(
        &json!({"type": "array", "items": set}),
        &json!(["PART", "x"]),
        Err(("enum_mismatch", "/1")),
    );
    check(
        &json!({"type": "array", "items": set}),
        &json!(["PART"]),
        Ok(json!(["part"])),
    );
    check(
        &json!({"properties": {"k": {"const": "A"}}}),
        &json!({"k": "b"}),
        Err(("enum_mismatch", "/k")),
    );
}

#[test]
fn guards_go_by_format_then_name() {
    let text = json!({"type": "string"});
    check_named(
        "imageUrl",
        &text,
        &json!(" https://e.test/a#b "),
        Ok(json!("https://e.test/a#b")),
    );
    for bad in [
        "/a",
        "e.test",
        "https:///",
        "https://",
        "https://a b/",
        "https://e.test/a b",
        "https://.",
        "javascript:x",
        "https:e.test",
    ] {
        check_named("imageUrl", &text, &json!(bad), Err(("bad_url", "")));
    }
    check_named(
        "x",
        &json!({"format": "uri", "type": "string"}),
        &json!("x"),
        Err(("bad_url", "")),
    );
    check_named("id", &text, &json!("a b"), Err(("bad_id", "")));
    check_named(
        "boat_uuid",
        &text,
        &json!("URN:UUID:a987fbc9-4bed-4078-8f07-9141ba07c9f3"),
        Ok(json!("URN:UUID:a987fbc9-4bed-4078-8f07-9141ba07c9f3")),
    );
    check_named(
        "link",
        &json!({"type": "array", "items": text}),
        &json!(["x"]),
        Err(("bad_url", "/0")),
    );
    check_named(
        "o",
        &json!({"properties": {"homeUrl": text}}),
        &json!({"homeUrl": "x"}),
        Err(("bad_url", "/homeUrl")),
    );
    check_named(
        "createdUrl",
        &json!({"type": "string", "format": "date"}),
        &json!("2024-02-30"),
        Err(("constraint", "")),
    );
}

#[test]
fn formats_are_validated() {
    let cases = [
        ("date", "2024-02-29", "2023-02-29"),
        ("date-time", "2024-01-01T10:00:00Z", "2024-01-01 10:00"),
        ("time", "10:00:00Z", "25:00"),
        ("ipv4", "1.2.3.4", "1.2.3"),
        ("hostname", "e.test", "e_.-"),
        ("email", "é@ü.ñ", "a@b"),
        ("uuid", "a987fbc94bed40788f079141ba07c9f3", "x"),
    ];
    for (format, good, bad) in cases {
        let schema = compiled(&json!({"properties": {"x": {"type": "string", "format": format}}}));
        assert!(
            schema.check_field(&schema.top[0], &json!(good)).is_ok(),
            "{format} {good}"
        );
        assert!(
            schema.check_field(&schema.top[0], &json!(bad)).is_err(),
            "{format} {bad}"
        );
    }
}

#[test]
fn value_keywords_count_on_writes_and_document_keywords_wait() {
    check(
        &json!({"type": "string", "pattern": "^a"}),
        &json!("b"),
        Err(("constraint", "")),
    );
    check(
        &json!({"allOf": [{"type": "string"}, {"minLength": 2}]}),
        &json!("b"),
        Err(("constraint", "")),
    );
    check(
        &json!({"type": "array", "maxItems": 1, "items": {}}),
        &json!([1, 2]),
        Err(("constraint", "")),
    );
    let waiting = json!({"type": "array", "items": {"type": "string"}, "minItems": 2, "uniqueItems": true, "contains": {"const": "z"}});
    check(&waiting, &json!(["a"]), Ok(json!(["a"])));
    check(
        &json!({"not": {"minItems": 2}}),
        &json!([1, 2]),
        Ok(json!([1, 2])),
    );
    let one_of =
        json!({"oneOf": [{"type": "array", "minItems": 2}, {"type": "array", "maxItems": 1}]});
    check(&one_of, &json!([1]), Ok(json!([1])));
    let schema = compiled(&json!({"properties": {"x": waiting}}));
    assert!(schema.check_document(&json!({"x": ["a"]})).is_err());
}

fn boats() -> AnswerSchema {
    compiled(
        &json!({"properties": {"boats": {"type": "array", "items": {"type": "object",
        "required": ["name", "rig"], "additionalProperties": false, "properties": {
            "name": {"type": "string", "minLength": 2}, "rig": {"enum": ["SLOOP", null]},
            "length": {"type": "number"}, "tags": {"type": ["array", "null"], "items": {"type": "string"}}}}}}}),
    )
}

/// What a row check says: see [`check_row`].
type RowVerdict<'a> = Result<(Value, Vec<&'a str>), Vec<(&'a str, &'a str)>>;

/// `expect`: the stored row and the dropped codes, or the codes and pointers of the refusals.
fn check_row(row: &Value, mode: RowMode, expect: &RowVerdict) {
    let code = |code| {
        serde_json::to_value(code)
            .expect("a code")
            .as_str()
            .map(str::to_owned)
            .expect("text")
    };
    let got = boats().check_row(row, mode);
    let got = got
        .map(|r| {
            (
                r.item,
                r.dropped
                    .into_iter()
                    .map(|d| code(d.code))
                    .collect::<Vec<_>>(),
            )
        })
        .map_err(|r| {
            r.into_iter()
                .map(|r| (code(r.code), r.pointer))
                .collect::<Vec<_>>()
        });
    let expect = expect.clone();
    let expect = expect
        .map(|(row, codes)| (row, codes.into_iter().map(str::to_owned).collect()))
        .map_err(|all| {
            all.into_iter()
                .map(|(c, p)| (c.to_owned(), p.to_owned()))
                .collect()
        });
    assert_eq!(got, expect, "{row}");
}

#[test]
fn a_stored_row_carries_its_nullable_fields() {
    check_row(
        &json!({"name": " Ada "}),
        RowMode::Whole,
        &Ok((json!({"name": "Ada", "rig": null, "tags": null}), vec![])),
    );
    check_row(
        &json!({"name": "Ada"}),
        RowMode::AsGiven,
        &Err(vec![("missing_required", "/rig")]),
    );
    check_row(
        &json!({"x": 1, "length": "9.5 m"}),
        RowMode::Whole,
        &Err(vec![
            ("unknown_key", "/x"),
            ("type_mismatch", "/length"),
            ("missing_required", "/name"),
        ]),
    );
    check_row(
        &json!({"name": null}),
        RowMode::Whole,
        &Err(vec![("type_mismatch", "/name")]),
    );
    check_row(
        &json!({"name": "A"}),
        RowMode::Whole,
        &Err(vec![("constraint", "/name")]),
    );
    check_row(
        &json!("Ada"),
        RowMode::Whole,
        &Err(vec![("not_an_object", "")]),
    );
}

#[test]
fn a_draft_loses_only_what_is_refused() {
    let row = json!({"name": "Ada", "rig": "yawl", "length": null, "tags": "a", "x": 1});
    let stored = json!({"name": "Ada", "rig": null, "tags": null});
    check_row(
        &row,
        RowMode::Draft,
        &Ok((
            stored,
            vec!["unknown_key", "enum_mismatch", "type_mismatch"],
        )),
    );
    check_row(
        &json!({"name": null}),
        RowMode::Draft,
        &Err(vec![("missing_required", "/name")]),
    );
    check_row(
        &json!({"name": "A"}),
        RowMode::Draft,
        &Err(vec![("constraint", "/name"), ("missing_required", "/name")]),
    );
}

#[test]
fn undeclared_keys_obey_their_schema() {
    let schema = compiled(&json!({"properties": {"rows": {"type": "array", "items": {
        "type": "object", "properties": {"a": {}}, "additionalProperties": {"type": "integer"}}}}}));
    assert!(schema.check_row(&json!({"b": 1}), RowMode::Whole).is_ok());
    let refused = schema
        .check_row(&json!({"b": "x"}), RowMode::Whole)
        .expect_err("no integer");
    assert_eq!(refused[0].pointer, "/b");
}

#[test]
fn filled_nulls_never_cost_a_row() {
    let schema = compiled(
        &json!({"properties": {"rows": {"type": "array", "items": {"type": "object", "anyOf": [
        {"properties": {"k": {"const": "a"}, "n": {"type": ["integer", "null"]}}, "additionalProperties": false},
        {"properties": {"k": {"const": "b"}, "m": {"type": ["integer", "null"]}}, "additionalProperties": false}]}}}}),
    );
    let checked = schema
        .check_row(&json!({"k": "b", "m": 1}), RowMode::Whole)
        .expect("fits the second");
    assert_eq!(checked.item, json!({"k": "b", "m": 1}));
}

#[test]
fn giant_and_deep_values_are_refused_quietly() {
    let schema = compiled(
        &json!({"properties": {"x": {"$ref": "#/$defs/N"}}, "$defs": {"N": {"type": "array", "items": {"$ref": "#/$defs/N"}}}}),
    );
    let mut deep = json!([]);
    for _ in 0..110 {
        deep = json!([deep]);
    }
    let refused = schema
        .check_field(&schema.top[0], &deep)
        .expect_err("too deep");
    assert!(refused.message.contains("deep"));
    let refused = schema
        .check_field(&schema.top[0], &json!("x".repeat(1 << 20)))
        .expect_err("text");
    assert!(
        refused
            .got
            .as_str()
            .is_some_and(|s| s.chars().count() <= 201)
    );
}
