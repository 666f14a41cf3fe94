//! Tests of the operator's rules: what they find, how it is read, what is left out and why.

use std::collections::BTreeMap;

use domain::evidence::{Reason, Source};
use domain::frontier::Listing;
use domain::job::{FieldMap, JobFile, MapRule};
use domain::schema::AnswerSchema;
use domain::snapshot::parse_html;
use serde_json::{Value, json};

use crate::{Draft, DraftInput, draft_row};

const PAGE: &str = "<title>Cook</title><main><h1>Cook</h1><p class=pay>Pay: 31,000 EUR</p>\
    <p class=code data-code='K 7' data-state=Open>nothing here</p><p>Open since 1998, they say.</p>\
    <dl><dt>Ref.</dt><dd>A-12</dd><dt>Grade</dt><dd>Not disclosed</dd></dl>\
    <p class=secret hidden>B-99</p><a class=apply href='/apply?id=3'>Apply</a>\
    <ul class=tags><li>hot</li><li>cold</li></ul><p class=two>5</p><p class=two>6</p>\
    </main><section class=related><p class=pay>Pay: 10 EUR</p></section>\
    <meta name=shift content=night>\
    <script type='application/json' id=state>{\"job\": {\"grade\": \"E7\", \"open\": true, \"tags\": [\"x\", \"y\"],\
     \"office\": {\"town\": \"Bergen\", \"zip\": \"5003\"}}}</script>\
    <script type='application/ld+json'>{\"@type\": \"JobPosting\", \"title\": \"Cook\", \"baseSalary\": 7}</script>";

fn schema() -> AnswerSchema {
    let text = json!({"type": ["string", "null"]});
    let source = json!({"type": "object", "properties": {"rows": {"type": "array", "items": {
    "type": "object", "properties": {
        "a": text, "n": {"type": ["integer", "null"]}, "pay": {"type": ["number", "null"]},
        "applyUrl": text, "list": {"type": "array", "items": text},
        "flag": {"type": ["boolean", "null"]}, "state": {"enum": ["Open", "Closed", null]},
        "office": {"type": ["object", "null"], "properties": {"town": text}},
    }}}}});
    AnswerSchema::compile(&source, None, None).expect("a schema")
}

fn draft(field: &str, rule: &Value) -> Draft {
    draft_of(PAGE, field, rule)
}

fn draft_of(page: &str, field: &str, rule: &Value) -> Draft {
    let rule: MapRule = serde_json::from_value(rule.clone()).expect("a rule");
    let job = JobFile {
        map: FieldMap::from([(field.to_owned(), rule)]),
        ..JobFile::default()
    };
    let snapshot = parse_html(page, "https://jobs.example/3");
    draft_row(DraftInput {
        snapshot: &snapshot,
        url: "https://jobs.example/3",
        listing: &Listing::default(),
        schema: &schema(),
        job: &job,
    })
}

/// The field's value by its rule, and the receipt's path.
fn check(field: &str, rule: &Value, value: &Value, path: &str) {
    let draft = draft(field, rule);
    assert_eq!(&draft.row[field], value, "{rule}: {:?}", draft.reasons);
    let receipt = &draft.receipts[&format!("/{field}")];
    assert_eq!(
        (receipt.source, receipt.path.as_str()),
        (Source::Selector, path)
    );
    assert!(!receipt.quote.is_empty());
}

/// The value at a pointer of a page's documents, and the receipt's path.
fn check_documents(scripts: &[(&str, &str)], to: &str, value: &Value, path: &str) {
    let scripts = scripts.iter();
    let scripts: Vec<String> = scripts
        .map(|(kind, text)| format!("<script type='application/{kind}' id=s>{text}</script>"))
        .collect();
    let scripts = scripts.concat();
    let page = format!("<title>Cook</title><h1>Cook</h1><p>Words of the page.</p>{scripts}");
    let draft = draft_of(&page, "a", &json!({ "json": to }));
    assert_eq!(&draft.row["a"], value, "{page}: {:?}", draft.reasons);
    let receipt = draft.receipts.get("/a");
    assert_eq!(receipt.map_or("", |one| one.path.as_str()), path, "{page}");
}

fn check_empty(field: &str, rule: &Value, reason: &Reason) {
    let draft = draft(field, rule);
    assert_eq!(draft.row[field], Value::Null, "{rule}");
    assert_eq!(&draft.reasons[&format!("/{field}")], reason, "{rule}");
    let receipts: BTreeMap<_, _> = draft.receipts;
    assert!(!receipts.contains_key(&format!("/{field}")));
}

#[test]
fn selectors() {
    check("pay", &json!({"css": "p.pay"}), &json!(31000), "css p.pay");
    check(
        "a",
        &json!({"css": ".code", "attr": "data-code"}),
        &json!("K 7"),
        "css .code @data-code",
    );
    check(
        "a",
        &json!({"css": "meta[name=shift]"}),
        &json!("night"),
        "css meta[name=shift] @content",
    );
    let target = json!("https://jobs.example/apply?id=3");
    check(
        "applyUrl",
        &json!({"css": "a.apply"}),
        &target,
        "css a.apply @href",
    );
    check(
        "list",
        &json!({"css": ".tags li"}),
        &json!(["hot", "cold"]),
        "css .tags li",
    );
}

#[test]
fn the_first_document_that_has_something_there_counts() {
    let (ld, state) = ("ld+json", "json");
    let crumbs = (ld, r#"{"@type": "BreadcrumbList", "name": "x"}"#);
    let none = (ld, r#"{"sku": null}"#);
    let blank = (ld, r#"{"sku": " "}"#);
    let (one, two) = ((ld, r#"{"sku": "A-1"}"#), (ld, r#"{"sku": "B-2"}"#));
    let at = |path: &str| format!("json {path}/sku");
    let a = json!("A-1");
    check_documents(&[crumbs, one], "/sku", &a, &at("ld+json[1]"));
    check_documents(
        &[crumbs, none, blank, one, two],
        "/sku",
        &a,
        &at("ld+json[3]"),
    );
    check_documents(&[one, two], "/sku", &a, &at("ld+json[0]"));
    // A document that is none is left out, and loses no other.
    check_documents(&[(ld, "{{"), one], "/sku", &a, &at("ld+json[0]"));
    let of_state = (state, r#"{"sku": "A-1"}"#);
    check_documents(
        &[crumbs, (state, r#"{"name": 1}"#), of_state],
        "/sku",
        &a,
        &at("s"),
    );
    check_documents(&[of_state, two], "/sku", &json!("B-2"), &at("ld+json[0]"));
    check_documents(&[crumbs, none, (state, "[]")], "/sku", &Value::Null, "");
    let listed = (ld, r#"[{"name": "x"}, {"sku": "A-1"}]"#);
    check_documents(&[crumbs, listed], "/1/sku", &a, "json ld+json[1]/1/sku");
}

#[test]
fn pointers() {
    check(
        "a",
        &json!({"json": "/job/grade"}),
        &json!("E7"),
        "json state/job/grade",
    );
    check(
        "n",
        &json!({"json": "/baseSalary"}),
        &json!(7),
        "json ld+json[0]/baseSalary",
    );
    check(
        "flag",
        &json!({"json": "/job/open"}),
        &json!(true),
        "json state/job/open",
    );
    check(
        "list",
        &json!({"json": "/job/tags"}),
        &json!(["x", "y"]),
        "json state/job/tags/0",
    );
    check(
        "office",
        &json!({"json": "/job/office"}),
        &json!({"town": "Bergen"}),
        "json state/job/office",
    );
}

#[test]
fn labels_and_patterns() {
    check(
        "a",
        &json!({"label": ["Reference", "Ref."]}),
        &json!("A-12"),
        "label Ref.",
    );
    check(
        "n",
        &json!({"regex": r"since (\d{4})"}),
        &json!(1998),
        r"regex since (\d{4})",
    );
    check(
        "a",
        &json!({"regex": "they [a-z]+"}),
        &json!("they say"),
        "regex they [a-z]+",
    );
}

#[test]
fn what_a_rule_does_not_give() {
    let undisclosed = Reason::Undisclosed {
        quote: "Not disclosed".to_owned(),
    };
    check_empty("a", &json!({"label": "Grade"}), &undisclosed);
    let hidden = Reason::Dropped {
        by: "hidden".to_owned(),
    };
    check_empty("a", &json!({"css": ".secret"}), &hidden);
    check_empty("a", &json!({"css": ".none"}), &Reason::NotStated);
    check_empty("a", &json!({"json": "/job/none"}), &Reason::NotStated);
    let several = Reason::Conflict {
        values: vec!["5".to_owned(), "6".to_owned()],
    };
    check_empty("n", &json!({"css": ".two"}), &several);
    let unproven = Reason::Refused {
        code: "enum_not_evidenced".to_owned(),
        got: "Open".to_owned(),
    };
    check_empty(
        "state",
        &json!({"css": ".code", "attr": "data-state"}),
        &unproven,
    );
    let draft = draft("applyUrl", &json!({"css": ".code"}));
    assert!(
        matches!(draft.reasons["/applyUrl"], Reason::Refused { .. }),
        "{:?}",
        draft.reasons
    );
}
