//! Tests of what a schema's row is, and of how saved bytes become text.

use serde_json::{Value, json};

use super::lines::Lines;
use super::row_schema;
use super::saved::decode;

/// The fields of the row that a schema asks for.
fn check(source: &Value, expect: &[&str]) {
    let (_, schema) = row_schema::compile(source, None, false).expect("a schema");
    let fields = schema
        .answer
        .map(|answer| answer.fields)
        .unwrap_or_default();
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, expect, "{source}");
}

fn object(names: &[&str]) -> Value {
    let field = |name: &&str| ((*name).to_owned(), json!({"type": "string"}));
    let properties: serde_json::Map<String, Value> = names.iter().map(field).collect();
    json!({"type": "object", "properties": properties})
}

fn with_list(names: &[&str], list: &str, items: &[&str]) -> Value {
    let mut source = object(names);
    source["properties"][list] = json!({"type": "array", "items": object(items)});
    source
}

#[test]
fn the_row_is_the_items_or_the_schema_itself() {
    check(&object(&["name", "price"]), &["name", "price"]);
    check(&with_list(&[], "jobs", &["title"]), &["title"]);
    check(
        &with_list(&["company"], "jobs", &["title", "salary"]),
        &["title", "salary"],
    );
    check(
        &with_list(&["a", "b", "c"], "jobs", &["title", "url"]),
        &["title", "url"],
    );
    check(
        &with_list(&["name"], "specs", &["key", "value"]),
        &["name", "specs"],
    );
    check(
        &with_list(&["name", "price", "phone"], "hours", &["day", "opens"]),
        &["name", "price", "phone", "hours"],
    );
    check(
        &json!({"type": "array", "items": object(&["title"])}),
        &["title"],
    );
}

#[test]
fn references_of_a_row_lead_to_where_they_led() {
    let mut source = object(&["name"]);
    source["$defs"] = json!({"Town": {"type": "string", "enum": ["Bergen", "Oslo"]}});
    source["properties"]["town"] = json!({"$ref": "#/$defs/Town"});
    source["properties"]["note"] = json!({"const": {"$ref": "#/none"}});
    let (_, schema) = row_schema::compile(&source, None, false).expect("a schema");
    let town = schema
        .row_field("town")
        .and_then(|field| field.closed_set.as_ref());
    assert_eq!(town.map(|set| set.members.len()), Some(2));
    source["properties"]["town"] = json!({"$ref": "#/$defs/None"});
    let refused = row_schema::compile(&source, None, true)
        .err()
        .unwrap_or_default();
    assert_eq!(
        refused.first().map(|finding| finding.pointer.as_str()),
        Some("/properties/town/$ref")
    );
}

#[test]
fn bytes_are_read_in_their_encoding() {
    let check = |bytes: &[u8], expect: &str| {
        let text = decode(bytes.to_vec());
        assert!(text.ends_with(expect), "{text:?}");
    };
    check("<p>ä€".as_bytes(), "ä€");
    check(b"\xef\xbb\xbf<p>\xc3\xa4", "ä");
    check(b"<p>\xe4\x80", "ä€");
    check(b"<meta charset='iso-8859-2'><p>\xa3", "Ł");
    check(
        b"<meta content=\"text/html; charset = shift_jis\"><p>\x83\x65",
        "テ",
    );
    check(b"<meta charset=utf-16><p>\xe4", "\u{fffd}");
    check(b"\xff\xfea\0", "a");
    check(b"<\0p\0>\0\x41\x01", "\u{141}");
    check(b"\0<\0p\0>\x01\x41", "\u{141}");
    check(b"<p>a\0b", "b");
    check(b"", "");
}

#[test]
fn lines_keep_their_numbers_and_their_bounds() {
    let check = |source: &str, expect: &[(u64, Option<&str>)]| {
        let lines = Lines::with_most(source.as_bytes(), 8);
        let got: Vec<(u64, Option<String>)> = lines
            .map(|(number, line)| {
                let text = line.map(|line| String::from_utf8_lossy(&line).trim().to_owned());
                (number, text.ok())
            })
            .collect();
        let got: Vec<(u64, Option<&str>)> = got
            .iter()
            .map(|(number, text)| (*number, text.as_deref()))
            .collect();
        assert_eq!(got, expect, "{source:?}");
    };
    check("", &[]);
    check("a\n\n \r\nb", &[(1, Some("a")), (4, Some("b"))]);
    check("1234567\nb\n", &[(1, Some("1234567")), (2, Some("b"))]);
    check("123456789abcdef\nb\n", &[(1, None), (2, Some("b"))]);
    check("b\n123456789abcdef", &[(1, Some("b")), (2, None)]);
}

#[test]
fn a_line_that_is_no_page_is_told_with_its_place() {
    let check = |line: &str, expect: &str| {
        let lines = Lines::new(line.as_bytes());
        let entry = lines.pages("".into(), String::new()).next();
        let error = entry.expect("a page").page.expect_err(line);
        assert!(error.starts_with(expect), "{error}");
    };
    check(
        "{\"url\": \"a\n",
        "is not JSON (EOF while parsing a string at column 10)",
    );
    check("{\"url\": 1}\n", "`url` is a number, not text");
    check("{\"url\": \"a\"}\r\n", "has neither `html` nor `file`: ");
    check(
        "{\"hmtl\": \"\", \"text\": 1}\n",
        "has neither `html` nor `file` (further keys: hmtl, text): ",
    );
}
