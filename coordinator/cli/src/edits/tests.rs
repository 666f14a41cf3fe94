//! Rows are named by index or address; files of operations are understood whole or not at all.

mod open_runs;

use common::store::RowEntry;
use domain::answer::pair::id_of_key;
use domain::answer::record::{Born, RowRecord};
use domain::answer::verdict::Code;
use serde_json::{Value, json};

use super::{Operation, Ready, Update, find};

fn rows() -> Vec<RowEntry> {
    let entry = |(index, url): (usize, &str)| RowEntry {
        id: id_of_key(url),
        index,
        row: RowRecord {
            item: json!({ "url": url }),
            page: Some(url.to_owned()),
            place: None,
            receipts: std::collections::BTreeMap::new(),
            reasons: std::collections::BTreeMap::new(),
            schema: String::new(),
            born: Born::default(),
        },
        read: true,
    };
    let urls = ["https://a.test/1", "https://a.test/2"];
    urls.into_iter().enumerate().map(entry).collect()
}

fn check(named: &Value, want: Result<usize, Code>) {
    let found = find(&rows(), named);
    let found = found.map(|entry| entry.index).map_err(|no| no.code);
    assert_eq!(found, want, "{named}");
}

#[test]
fn a_row_is_named_by_index_or_address() {
    check(&json!(1), Ok(1));
    check(&json!("1"), Ok(1));
    check(&json!("https://A.test/2#top"), Ok(1));
    check(&json!(2), Err(Code::IndexOutOfRange));
    check(&json!(-1), Err(Code::IndexOutOfRange));
    check(&json!("https://a.test/3"), Err(Code::IndexOutOfRange));
    check(&json!("first"), Err(Code::IndexNotInteger));
    check(&json!(1.5), Err(Code::IndexNotInteger));
    check(&json!(null), Err(Code::IndexNotInteger));
}

#[test]
fn entries_of_a_file_name_their_row() {
    let of = |entry: Value| {
        let Update { row, fields } = Update::of(entry);
        (row, fields)
    };
    let fields = json!({"title": "x"});
    assert_eq!(
        of(json!({"row": 3, "fields": {"title": "x"}})),
        (Some(json!(3)), fields.clone())
    );
    assert_eq!(
        of(json!({"index": "3", "fields": {"title": "x"}})),
        (Some(json!("3")), fields)
    );
    let whole = json!({"url": "https://a.test/1", "title": "x"});
    assert_eq!(of(whole.clone()), (None, whole));
}

fn operations(text: &str) -> Result<Vec<(usize, Ready)>, String> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("rows.json"), r#"[{"title": "x"}]"#).expect("written");
    let path = folder.path().join("ops.ndjson");
    std::fs::write(&path, text).expect("written");
    Operation::of_file(&path).map_err(|failure| failure.message)
}

#[test]
fn every_operation_is_understood_by_its_name() {
    let text = r#"{"do": "add_item", "item": {"title": "x"}, "merge": true}
{"do": "update_item", "index": 0, "fields": {}}
{"do": "update_items", "updates": [{"index": 0, "fields": {}}]}

{"do": "set_field", "key": "total", "value": 3}
{"do": "remove_items", "indices": [0], "reason": "twice"}
{"do": "mark_absent", "fields": "salary", "reason": "looked"}
{"do": "mark_absent", "fields": ["salary"], "reason": "looked"}
{"do": "add_items_from_file", "file": "rows.json"}
{"do": "update_items_from_file", "file": "rows.json"}
{"do": "read_output"}
{"do": "search_output", "query": "x"}
{"do": "done"}
"#;
    let read = operations(text).expect("understood");
    let lines: Vec<usize> = read.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    assert!(matches!(&read[0].1, Ready::Add("add_item", items) if items[0].merge));
    assert!(matches!(&read[7].1, Ready::Add("add_items_from_file", items) if items.len() == 1));
    assert_eq!(read[11].1, Ready::Done);
}

#[test]
fn one_line_that_is_not_understood_refuses_the_file() {
    for (text, word) in [
        ("{\"do\": \"done\"}\n{\"do\": \"undo\"}", "line 2"),
        ("{\"do\": \"done\"}\nnot json", "line 2"),
        ("{\"do\": \"set_field\", \"key\": \"a\"}", "value"),
        ("{\"do\": \"done\", \"force\": true}", "force"),
        (
            "{\"do\": \"add_items_from_file\", \"file\": \"none.json\"}",
            "none.json",
        ),
    ] {
        let refused = operations(text).expect_err(text);
        assert!(refused.contains(word), "{refused}");
    }
}
