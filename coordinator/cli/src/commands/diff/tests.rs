//! Rows are compared by their own address, not by their place.

use common::store::RowEntry;
use domain::answer::record::{Born, RowRecord};
use serde_json::{Map, Value, json};

use super::{Side, compare};

fn side(rows: &[Value], top: &Value) -> Side {
    let entry = |(index, item): (usize, &Value)| RowEntry {
        id: item["url"].as_str().unwrap_or_default().to_owned(),
        index,
        row: RowRecord {
            item: item.clone(),
            page: item["url"].as_str().map(str::to_owned),
            place: None,
            receipts: std::collections::BTreeMap::new(),
            reasons: std::collections::BTreeMap::new(),
            schema: String::new(),
            born: Born::default(),
        },
        read: true,
    };
    Side {
        rows: rows.iter().enumerate().map(entry).collect(),
        top: top.as_object().cloned().unwrap_or_else(Map::new),
    }
}

#[test]
fn added_removed_and_changed_rows_are_named() {
    let old = [
        json!({"url": "a", "title": "A"}),
        json!({"url": "b", "title": "B"}),
        json!({"url": "c", "title": null}),
    ];
    let new = [
        json!({"url": "c", "title": "C"}),
        json!({"url": "a", "title": "A"}),
        json!({"url": "d", "title": "D"}),
    ];
    let old = side(&old, &json!({"board": "x", "total": 3}));
    let found = compare(&old, &side(&new, &json!({"board": "x", "total": 4})));
    assert_eq!(
        serde_json::to_value(&found).expect("writes"),
        json!({
            "added": [{"url": "d", "row": {"url": "d", "title": "D"}}],
            "removed": [{"url": "b", "row": {"url": "b", "title": "B"}}],
            "changed": [{"url": "c", "fields": {"title": [null, "C"]}}],
            "fields": {"total": [3, 4]},
            "same": 1,
        })
    );
}
