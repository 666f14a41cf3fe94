//! Texts of the command line become the values their fields hold.

use domain::schema::AnswerSchema;
use serde_json::{Value, json};

use super::parse;

fn schema() -> AnswerSchema {
    let schema = json!({"type": "object", "properties": {"jobs": {"type": "array", "items": {
    "type": "object", "properties": {
        "title": {"type": ["string", "null"]},
        "places": {"type": ["integer", "null"]},
        "price": {"type": "number"},
        "remote": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "either": {"type": ["integer", "string"]},
        "any": {},
        "grade": {"enum": ["1", "2", null]}
    }}}}});
    AnswerSchema::compile(&schema, None, None).expect("compiles")
}

fn check(given: &str, want: &Value) {
    let schema = schema();
    let fields = parse(&[given.to_owned()], |name| schema.row_field(name)).expect("parses");
    let name = given.split('=').next().expect("a name");
    assert_eq!(fields.get(name), Some(want), "{given}");
}

#[test]
fn a_text_field_takes_text() {
    check("title=Baker", &json!("Baker"));
    check("title=12", &json!("12"));
    check("title=\"Baker\"", &json!("\"Baker\""));
    check("title=a=b", &json!("a=b"));
    check("title=", &json!(""));
    check("title=null", &json!(null));
    check("grade=1", &json!("1"));
}

#[test]
fn other_fields_take_json() {
    check("places=12", &json!(12));
    check("places=1.5", &json!(1.5));
    check("places=many", &json!("many"));
    check("places=null", &json!(null));
    check("price=9", &json!(9));
    check("remote=true", &json!(true));
    check(r#"tags=["a","b"]"#, &json!(["a", "b"]));
    check("tags=a", &json!("a"));
}

#[test]
fn a_field_of_several_types_takes_what_it_admits() {
    check("either=12", &json!(12));
    check("either=twelve", &json!("twelve"));
    check("either=true", &json!("true"));
    check("any=true", &json!(true));
    check("any=Baker", &json!("Baker"));
    check("undeclared=5", &json!(5));
    check("undeclared=Baker", &json!("Baker"));
}

#[test]
fn what_is_no_assignment_is_refused() {
    let schema = schema();
    for given in [&["title"][..], &["=x"], &["title=a", "title=b"]] {
        let given: Vec<String> = given.iter().map(|one| (*one).to_owned()).collect();
        let parsed = parse(&given, |name| schema.row_field(name));
        assert!(parsed.is_err(), "{given:?}");
    }
}
