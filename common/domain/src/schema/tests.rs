//! Tests of the schema compiler: roles, refusals, closed sets, excuses, warnings.

mod random;
mod roles;
mod values;

use serde_json::{Value, json};

use super::{AnswerSchema, check_report, is_not_stated, words};

fn compiled(schema: &Value) -> AnswerSchema {
    AnswerSchema::compile(schema, None, None).expect("compiles")
}

/// The first finding of a schema that is refused.
fn check_refused(schema: &Value, pointer: &str, part: &str) {
    let found = AnswerSchema::compile(schema, None, None).expect_err("is refused");
    assert_eq!(found[0].pointer, pointer, "{found:?}");
    assert!(found[0].message.contains(part), "{found:?}");
}

fn rows(fields: &Value) -> Value {
    json!({"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "object", "properties": fields}}}})
}

#[test]
fn names_split_in_any_casing_style() {
    let cases = [
        ("berth_url", "berth url"),
        ("imageURI", "image uri"),
        ("HTMLParser", "html parser"),
        ("userIDs", "user ids"),
        ("GRID", "grid"),
        ("job-posting.Title", "job posting title"),
        ("ÄußereForm", "äußere form"),
        ("line2", "line2"),
        ("", ""),
        ("__", ""),
    ];
    for (name, expect) in cases {
        assert_eq!(words(name).join(" "), expect, "{name}");
    }
}

#[test]
fn misspelt_words_are_named_with_what_they_may_mean() {
    let of = |name: Value| json!({"properties": {"a": {"type": name}}});
    let at = "/properties/a/type";
    check_refused(&of(json!("strng")), at, "did you mean \"string\"?");
    check_refused(&of(json!(["null", "intger"])), at, "\"intger\" is no type");
    check_refused(&of(json!("")), at, "Types are null, boolean");
    let none = json!({"type": "object", "propertys": {"a": {}}});
    let found = AnswerSchema::compile(&none, None, None).expect_err("is refused");
    assert_eq!(found[1].pointer, "/propertys", "{found:?}");
    assert!(found[1].message.contains("`properties`"), "{found:?}");
    let schema = rows(
        &json!({"title": {"type": "string", "minlength": 3, "x-note": 1, "note": 2},
        "requred": {"type": ["string", "null"], "enumm": ["a"]}}),
    );
    let warned = compiled(&schema).warnings;
    let warned: Vec<&str> = warned
        .iter()
        .filter(|one| one.code == "unknown_keyword")
        .map(|one| one.pointer.as_str())
        .collect();
    let at = "/properties/rows/items/properties";
    assert_eq!(
        warned,
        [
            format!("{at}/requred/enumm"),
            format!("{at}/title/minlength")
        ]
    );
}

#[test]
fn refused_schemas_name_the_place() {
    check_refused(&json!([]), "", "object");
    check_refused(&json!({"type": "string"}), "/type", "object");
    check_refused(&json!({"type": "object"}), "", "no properties");
    check_refused(
        &json!({"properties": {"a": {"type": "text"}}}),
        "/properties/a/type",
        "2020-12",
    );
    check_refused(
        &json!({"properties": {"a": {"$ref": "#/$defs/X"}}}),
        "/properties/a/$ref",
        "#/$defs/X",
    );
    check_refused(
        &json!({"properties": {"a": {"$ref": "x.json"}}}),
        "/properties/a/$ref",
        "remote",
    );
    check_refused(
        &json!({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"$ref": "#/$defs/A"}}}),
        "/$defs/A",
        "itself",
    );
    check_refused(
        &json!({"properties": {"a": {"pattern": "("}}}),
        "/properties/a/pattern",
        "",
    );
    check_refused(
        &json!({"properties": {"a": {"items": [{}]}}}),
        "/properties/a/items",
        "",
    );
    check_refused(
        &json!({"properties": {"a": {"$id": "x", "type": "string"}}}),
        "/properties/a/$id",
        "$defs",
    );
}

#[test]
fn references_are_pointers_from_the_root() {
    let schema = json!({
        "$id": "https://e.test/s", "type": "object",
        "properties": {
            "a b": {"$ref": "#/definitions/T%20x"}, "c": {"$ref": "https://e.test/s#/definitions/T%20x"},
            "d": {"$ref": "#named"}, "$ref": {"type": "integer"}
        },
        "definitions": {"T x": {"$anchor": "named", "enum": ["A", null]}}
    });
    let schema = compiled(&schema);
    for field in ["a b", "c", "d"] {
        let field = schema.top_field(field).expect("declared");
        assert!(field.nullable && field.closed_set.is_some(), "{field:?}");
    }
}

#[test]
fn recursion_is_followed_through_values() {
    let schema = json!({
        "properties": {"n": {"$ref": "#/$defs/N"}},
        "$defs": {"N": {"type": "object", "required": ["kind"], "properties": {
            "kind": {"enum": ["leaf"]}, "kid": {"anyOf": [{"$ref": "#/$defs/N"}, {"type": "null"}]}}}}
    });
    let schema = compiled(&schema);
    let bad = json!({"n": {"kind": "leaf", "kid": {"kind": "LEAF", "kid": {"kind": "twig"}}}});
    let refused = schema.check_document(&bad).expect_err("a twig");
    assert_eq!(refused[0].pointer, "/n/kid/kid/kind");
    let used = schema.members_in_top("n", &json!({"kind": "leaf", "kid": {"kind": "leaf"}}));
    assert_eq!(
        used.iter().map(|u| u.place.as_str()).collect::<Vec<_>>(),
        ["/kind", "/kid/kind"]
    );
    assert_eq!(schema.closed_sets().len(), 1);
    assert!(
        schema
            .field_at("/$defs/N/properties/kid")
            .is_some_and(|f| f.nullable)
    );
}

#[test]
fn hostile_schemas_are_refused_or_bounded() {
    let mut deep = json!({});
    for _ in 0..5000 {
        deep = Value::Object(serde_json::Map::from_iter([("not".to_owned(), deep)]));
    }
    assert!(AnswerSchema::compile(&deep, None, None).is_err());
    std::mem::forget(deep);

    let mut defs = serde_json::Map::new();
    for n in 0..3000 {
        defs.insert(
            format!("D{n}"),
            json!({"properties": {"x": {"$ref": format!("#/$defs/D{}", n + 1)}}}),
        );
    }
    defs.insert("D3000".into(), json!({}));
    check_refused(
        &json!({"properties": {"a": {"$ref": "#/$defs/D0"}}, "$defs": defs}),
        "/$defs/D99/properties/x",
        "deep",
    );

    let mut defs = serde_json::Map::new();
    for n in 0..40 {
        let next = json!({"$ref": format!("#/$defs/D{}", n + 1)});
        defs.insert(
            format!("D{n}"),
            json!({"properties": {"x": next, "y": next}}),
        );
    }
    defs.insert("D40".into(), json!({}));
    check_refused(
        &json!({"properties": {"a": {"$ref": "#/$defs/D0"}}, "$defs": defs}),
        "",
        "expands",
    );

    let many: Vec<Value> = (0..30)
        .map(|n| json!({"properties": {format!("p{n}"): {}}}))
        .collect();
    let all: Vec<Value> = (0..10).map(|_| json!({"anyOf": many})).collect();
    let wide = compiled(&json!({"properties": {"a": {"allOf": all}}}));
    assert!(
        wide.warnings.iter().any(|w| w.code == "unbounded_union"),
        "{:?}",
        wide.warnings
    );
}

#[test]
fn as_deep_as_allowed_still_works() {
    let mut schema = json!({"type": "string", "minLength": 2});
    let mut value = json!("x");
    for _ in 0..45 {
        schema = json!({"properties": {"a": schema}});
        value = json!({"a": value});
    }
    let refused = compiled(&schema)
        .check_document(&value)
        .expect_err("too short");
    assert_eq!(refused[0].pointer.matches("/a").count(), 45);
}

#[test]
fn unions_are_read_per_field() {
    let schema = compiled(&rows(&json!({
        "u": {"anyOf": [{"enum": ["A", "B"]}, {"type": "integer"}, {"type": "null"}]},
        "v": {"oneOf": [{"const": "X", "title": "Ex"}, {"const": "Y"}]},
        "w": {"anyOf": [{"enum": ["A"]}, {"type": "string"}]},
        "x": {"allOf": [{"enum": ["A", "B"]}, {"enum": ["B", "C"]}]},
    })));
    let field = |name| schema.row_field(name).expect("declared");
    let members = |name| field(name).closed_set.as_ref().map(|s| json!(s.members));
    assert_eq!(members("u"), Some(json!(["A", "B"])));
    assert!(field("u").nullable && field("u").types.len() == 2);
    assert_eq!(
        field("v").closed_set.as_ref().map(|s| s.titles.clone()),
        Some(vec![("X".into(), "Ex".into())])
    );
    assert_eq!(members("w"), None);
    assert_eq!(members("x"), Some(json!(["B"])));
    assert_eq!(schema.closed_sets().len(), 3);
}

#[test]
fn conditions_excuse_fields_on_one_branch() {
    let condition = json!({"properties": {"open": {"const": false}}, "required": ["open"]});
    let mut item = json!({"type": "object", "properties": {"open": {}, "why": {"type": "string"}, "fee": {"type": ["number", "null"]}},
        "if": condition, "then": {"required": ["why"], "properties": {"fee": {"type": "null"}}}});
    let list = |item: &Value| json!({"properties": {"rows": {"type": "array", "items": item}}});
    let excused =
        |schema: &AnswerSchema, row: Value| schema.excused_row(row.as_object().expect("a row"));
    let schema = compiled(&list(&item));
    assert_eq!(excused(&schema, json!({"open": false})), ["fee"]);
    assert_eq!(excused(&schema, json!({"open": true})), ["why"]);
    assert_eq!(excused(&schema, json!({})), ["why"]);
    item["if"]["properties"]["open"] = json!({"minimum": 3});
    assert!(compiled(&list(&item)).row_excuses.is_empty());
}

#[test]
fn seeds_go_through_the_writer() {
    let schema = compiled(&json!({"properties": {
        "a": {"type": "string", "default": " x "}, "b": {"type": "integer", "default": "n/a"},
        "c": {"enum": ["S", "unknown"], "default": "S"}, "d": {"enum": ["S", "unknown"], "default": "unknown"}}}));
    let seeds = schema
        .seeds()
        .into_iter()
        .map(|s| (s.field, s.value.ok()))
        .collect::<Vec<_>>();
    let expect = [
        ("a", Some(json!("x"))),
        ("b", None),
        ("c", None),
        ("d", Some(json!("unknown"))),
    ];
    assert_eq!(seeds, expect.map(|(name, value)| (name.to_owned(), value)));
    assert_eq!(
        schema
            .warnings
            .iter()
            .filter(|w| w.code == "seed_skipped")
            .count(),
        2
    );
}

#[test]
fn warnings_name_what_may_surprise() {
    let schema = compiled(
        &json!({"properties": {"rows": {"type": "array", "items": {"type": "object",
        "required": ["kind", "fee"], "properties": {
            "kind": {"enum": ["A"]}, "fee": {"type": "number"}, "logoUrl": {"type": "string"},
            "mapUrl": {"type": "string", "format": "date"}, "none": {"enum": []},
            "odd": {"type": "string", "format": "money"}, "u": {"anyOf": [{}, {"type": "string"}]}}}}}}),
    );
    let codes: Vec<&str> = schema.warnings.iter().map(|w| w.code.as_str()).collect();
    for code in [
        "required_closed_set",
        "required_may_be_unpublished",
        "name_guard_refuses_relative",
        "unknown_format",
        "format_switches_guard_off",
        "empty_closed_set",
        "unbounded_union",
        "no_own_page_field",
    ] {
        assert!(codes.contains(&code), "{code} is not in {codes:?}");
    }
}

#[test]
fn the_report_has_a_line_for_every_field() {
    let schema = compiled(
        &json!({"properties": {"city": {"type": ["string", "null"]}, "rows": {"type": "array", "items": {
        "properties": {"url": {"type": "string"}, "tags": {"type": "array", "items": {"enum": ["A"]}}, "p": {"properties": {"q": {}}}}}}}}),
    );
    let report = serde_json::to_value(check_report(Ok(&schema))).expect("serialises");
    let pointers: Vec<&str> = report["fields"]
        .as_array()
        .expect("fields")
        .iter()
        .filter_map(|f| f["pointer"].as_str())
        .collect();
    assert_eq!(
        pointers,
        [
            "/city",
            "/rows/-/url",
            "/rows/-/tags",
            "/rows/-/p",
            "/rows/-/p/q"
        ]
    );
    assert_eq!(
        (&report["answer"], &report["own_field"]),
        (&json!("/rows"), &json!("url"))
    );
    assert_eq!(
        (
            &report["fields"][2]["evidence"],
            &report["fields"][2]["members"]
        ),
        (&json!(true), &json!(["A"]))
    );
    assert_eq!(report["fields"][1]["guard"], "url");
    let refused = AnswerSchema::compile(&json!({}), None, None).expect_err("refused");
    let report = check_report(Err(&refused));
    assert!(!report.ok && report.refusals.len() == 1);
}

#[test]
fn the_hash_ignores_the_order_of_keys() {
    let one = json!({"type": "object", "properties": {"a": {"type": "string", "title": "A"}}});
    let same = json!({"properties": {"a": {"title": "A", "type": "string"}}, "type": "object"});
    let other = json!({"properties": {"a": {"title": "B", "type": "string"}}, "type": "object"});
    assert_eq!(compiled(&one).hash, compiled(&same).hash);
    assert_ne!(compiled(&one).hash, compiled(&other).hash);
}

#[test]
fn members_that_state_nothing() {
    for member in [
        "unknown",
        "N/A",
        "Not stated",
        "NOT_SPECIFIED",
        "unspecified",
    ] {
        assert!(is_not_stated(member), "{member}");
    }
    for member in ["none", "Other", "", "new"] {
        assert!(!is_not_stated(member), "{member}");
    }
}
