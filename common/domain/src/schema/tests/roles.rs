//! Tests of roles: the answer array, a list at the root, the own-page field.

use serde_json::{Value, json};

use super::super::{AnswerSchema, ItemKind};
use super::{compiled, rows};

fn check_answer(schema: &Value, named: Option<&str>, path: &str, kind: ItemKind) {
    let schema = AnswerSchema::compile(schema, named, None).expect("compiles");
    let answer = schema.answer.expect("an answer array");
    assert_eq!((answer.path.join(".").as_str(), answer.item), (path, kind));
}

#[test]
fn the_answer_array_is_found_at_any_object_depth() {
    let nested = json!({"properties": {"tags": {"type": "array", "items": {"type": "string"}}, "data": {
        "properties": {"items": {"type": ["array", "null"], "items": {"properties": {"a": {}}}}}}}});
    check_answer(&nested, None, "data.items", ItemKind::Object);
    check_answer(&nested, Some("tags"), "tags", ItemKind::Scalar);
    check_answer(&nested, Some("/data/items"), "data.items", ItemKind::Object);
    check_answer(&nested, Some("items"), "data.items", ItemKind::Object);
    let found = AnswerSchema::compile(&nested, Some("jobs"), None).expect_err("no such array");
    assert!(found[0].message.contains("tags, data.items"), "{found:?}");
    let empty = compiled(&nested).empty_document();
    assert_eq!(
        Value::Object(empty),
        json!({"tags": [], "data": {"items": []}})
    );
}

#[test]
fn a_list_at_the_root_is_wrapped_and_unwrapped() {
    let schema = compiled(
        &json!({"type": "array", "items": {"$ref": "#/$defs/Job"}, "$defs": {"Job": {
        "type": "object", "required": ["t"], "properties": {"t": {"type": "string"}, "jobUrl": {"type": "string"}}}}}),
    );
    assert!(schema.wrapped);
    let answer = schema.answer.as_ref().expect("an answer array");
    assert_eq!(answer.own_field.as_deref(), Some("jobUrl"));
    let stored = schema
        .check_document(&json!([{"t": " a "}]))
        .expect("valid");
    assert_eq!(stored, json!({"items": [{"t": "a"}]}));
    let refused = schema
        .check_document(&json!([{"t": "a"}, {}]))
        .expect_err("no title");
    assert_eq!(refused[0].pointer, "/items/1/t");
    assert_eq!(
        schema.deliverable(stored.as_object().expect("wrapped")),
        json!([{"t": "a"}])
    );
    assert_eq!(Value::Object(schema.empty_document()), json!({"items": []}));
}

fn check_own(array: &str, fields: &[&str], expect: Option<&str>) {
    let properties: serde_json::Map<String, Value> = fields
        .iter()
        .map(|f| ((*f).to_owned(), json!({"type": "string"})))
        .collect();
    let items = json!({"type": "object", "properties": properties});
    let schema = compiled(&json!({"properties": {array: {"type": "array", "items": items}}}));
    assert_eq!(
        schema.answer.and_then(|a| a.own_field).as_deref(),
        expect,
        "{array} {fields:?}"
    );
}

#[test]
fn the_own_page_field_is_chosen_by_name() {
    check_own(
        "rows",
        &["url", "detail_url", "sourceUrl"],
        Some("sourceUrl"),
    );
    check_own("rows", &["url", "permalink"], Some("permalink"));
    check_own("posts", &["url", "post_url"], Some("post_url"));
    check_own("jobs", &["jobUrl"], Some("jobUrl"));
    check_own("vacancies", &["vacancyLink"], Some("vacancyLink"));
    check_own("houses", &["houseHref"], Some("houseHref"));
    check_own("people", &["personUrl"], Some("personUrl"));
    check_own("rows", &["href"], Some("href"));
    check_own(
        "jobs",
        &[
            "applyUrl",
            "companyUrl",
            "logoUrl",
            "linkedinUrl",
            "sourcePageUrl",
        ],
        None,
    );
}

#[test]
fn the_job_names_the_own_page_field() {
    let schema = rows(&json!({"site": {"type": "string"}, "n": {"type": "integer"}}));
    let named = AnswerSchema::compile(&schema, None, Some("site")).expect("compiles");
    assert_eq!(
        named.answer.and_then(|a| a.own_field).as_deref(),
        Some("site")
    );
    for wrong in ["n", "url"] {
        let found = AnswerSchema::compile(&schema, None, Some(wrong)).expect_err("is refused");
        assert_eq!(found[0].pointer, "/own_field");
    }
}

#[test]
fn an_own_page_field_without_rows_is_refused() {
    let check = |schema: Value, words: &str| {
        let found = AnswerSchema::compile(&schema, None, Some("url")).expect_err("is refused");
        assert_eq!(found[0].pointer, "/own_field", "{found:?}");
        assert!(found[0].message.contains(words), "{found:?}");
        AnswerSchema::compile(&schema, None, None).expect("compiles without");
    };
    let url = json!({"type": "string"});
    check(
        json!({"type": "object", "properties": {"url": url}}),
        "the schema has no array of rows. Leave own_field out",
    );
    let tags = json!({"type": "array", "items": url});
    check(
        json!({"type": "object", "properties": {"url": url, "tags": tags}}),
        "the rows of `tags` are no objects",
    );
}

#[test]
fn a_required_key_that_is_no_property_is_remarked() {
    let remarks = |schema: &Value| -> Vec<String> {
        let schema = AnswerSchema::compile(schema, None, None).expect("compiles");
        let found = schema.warnings.into_iter();
        found
            .filter(|one| one.code == "required_undeclared")
            .map(|one| format!("{} {}", one.pointer, one.message))
            .collect()
    };
    let mut schema = rows(&json!({"url": {"type": "string"}, "title": {"type": "string"}}));
    schema["properties"]["rows"]["items"]["required"] = json!(["title"]);
    assert_eq!(remarks(&schema), [""; 0]);
    schema["properties"]["rows"]["items"]["required"] = json!(["title", "tilte"]);
    let said = remarks(&schema);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].starts_with("/properties/rows/items requires `tilte`"),
        "{said:?}"
    );
    assert!(said[0].ends_with("did you mean `title`?"), "{said:?}");
    schema["required"] = json!(["whole"]);
    assert_eq!(remarks(&schema).len(), 2);
}

#[test]
fn what_several_vocabularies_refuse_is_told_once() {
    let mut schema = rows(&json!({"url": {"type": "string"}}));
    schema["properties"]["rows"]["items"] = json!([{"type": "object"}]);
    let found = AnswerSchema::compile(&schema, None, None).expect_err("is refused");
    assert_eq!(found.len(), 1, "{found:?}");
}
