//! Any JSON as a schema: it compiles or is refused with pointers, and what compiled judges any value
//! without a panic.

#![no_main]

use domain::evidence::Matcher;
use domain::schema::{AnswerSchema, RowMode, check_report};
use fuzz_targets::values;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|data: &[u8]| {
    if let Ok(source) = serde_json::from_slice::<Value>(data) {
        play(&source);
    }
});

fn play(source: &Value) {
    let schema = match AnswerSchema::compile(source, None, None) {
        Ok(schema) => schema,
        Err(findings) => {
            assert!(!findings.is_empty(), "refused without a reason");
            let report = check_report(Err(&findings));
            assert!(!report.ok);
            return;
        }
    };
    assert!(check_report(Ok(&schema)).ok);
    let values = values::named(source);
    for value in &values {
        rows(&schema, value);
        for field in &schema.top {
            let _ = schema.check_field(field, value);
        }
        let _ = schema.check_document(value);
    }
    if let Some(answer) = &schema.answer {
        rows(&schema, &values::fitting(&answer.fields));
    }
    for document in values::documents(&schema, &values) {
        let _ = schema.check_document(&document);
        if let Value::Object(document) = &document {
            let _ = (schema.deliverable(document), schema.schema_errors(document));
        }
    }
    let empty = schema.empty_document();
    let _ = (
        schema.deliverable(&empty),
        schema.excused_top(&empty),
        schema.seeds(),
    );
    let _ = Matcher::new(&schema.closed_sets()).stated(["some KETCH words", ""]);
}

/// A row that passed is stored as it is checked: checked again it stays the same.
fn rows(schema: &AnswerSchema, value: &Value) {
    let _ = schema.check_row(value, RowMode::Draft);
    let _ = schema.members_in_row(value);
    if let Ok(row) = schema.check_row(value, RowMode::Whole) {
        let again = schema.check_row(&row.item, RowMode::Whole);
        let again = again.map(|row| row.item);
        assert_eq!(again.as_ref(), Ok(&row.item), "a stored row is not stable");
    }
}
