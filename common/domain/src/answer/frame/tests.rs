//! Pieces put together are the whole document.

use serde_json::{Map, Value, json};

use super::{Frame, pretty};
use crate::answer::Ctx;
use crate::answer::render::delivered;
use crate::job::JobFile;
use crate::schema::AnswerSchema;

fn check(schema: &Value, top: &Value, rows: &[Value]) {
    let schema = AnswerSchema::compile(schema, None, None).expect("compiles");
    let ctx = Ctx {
        schema: &schema,
        job: &JobFile::default(),
        now: 0,
    };
    let top: Map<String, Value> = top.as_object().expect("an object").clone();
    let frame = Frame::of(ctx, &top);
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        text.push_str(&frame.row(at == 0, row));
    }
    text.push_str(frame.end(rows.is_empty()));
    let whole = schema.deliverable(&delivered(ctx, &top, rows.to_vec()));
    assert_eq!(text, format!("{}\n", pretty(&whole)));
}

#[test]
fn a_document_is_the_same_in_pieces() {
    let item = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    let list = json!({"type": "array", "items": item});
    let text = json!({"type": ["string", "null"]});
    let flat = json!({"type": "object", "properties": {"row": text, "rows": list, "note": text}});
    let deep = json!({"type": "object", "properties": {
        "a": {"type": "object", "properties": {"rows": list, "n": text}}, "z": text}});
    let rows = [
        json!({"name": "a\nb", "tags": [1, {"x": []}]}),
        json!({}),
        json!({"name": "row"}),
    ];
    for schema in [&flat, &deep, &list] {
        for count in 0..=rows.len() {
            check(schema, &json!({}), &rows[..count]);
        }
    }
    let top = json!({"row": "row", "note": "\"row~\" row"});
    for count in 0..=rows.len() {
        check(&flat, &top, &rows[..count]);
    }
    let scalars = json!({"type": "object", "properties": {"names": {"type": "array", "items": {"type": "string"}}}});
    check(&scalars, &json!({}), &[json!("a"), json!("b")]);
    let page = json!({"type": "object", "properties": {"name": text}});
    check(&page, &json!({"name": "x"}), &[]);
}
