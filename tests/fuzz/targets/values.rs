//! Any text as the value of labels of every kind: prices, numbers, days, truths, addresses, lists. What is read
//! fits its field, and the text view holds whatever stands there.

#![no_main]

use domain::frontier::Listing;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use domain::snapshot::parse_html;
use draft::{DraftInput, TextOptions, draft_row, markdown};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

/// Labels, and the fields that they fill.
const LABELS: [(&str, &str); 8] = [
    ("Price", "price"),
    ("Weight", "weight"),
    ("Closing date", "closingDate"),
    ("Pets allowed", "petsAllowed"),
    ("Availability", "availability"),
    ("Website", "website"),
    ("Skills", "skills"),
    ("Rooms", "rooms"),
];

fn schema() -> AnswerSchema {
    let or_null = |kind: &str| json!({"type": [kind, "null"]});
    let source = json!({"type": "object", "properties": {"rows": {"type": "array", "items": {
    "type": "object", "properties": {
        "price": or_null("number"), "weight": or_null("string"),
        "closingDate": {"type": ["string", "null"], "format": "date"},
        "petsAllowed": or_null("boolean"), "availability": {"enum": ["InStock", "OutOfStock", null]},
        "website": {"type": ["string", "null"], "format": "uri"},
        "skills": {"type": ["array", "null"], "items": {"type": "string"}}, "rooms": or_null("integer"),
    }}}}});
    AnswerSchema::compile(&source, None, None).expect("a schema")
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let pairs: String = LABELS
        .iter()
        .map(|(label, _)| format!("<dt>{label}</dt><dd>{text}</dd>"))
        .collect();
    let url = "https://s.test/p/1";
    let snapshot = parse_html(&format!("<h1>Anvil</h1><dl>{pairs}</dl>"), url);
    let schema = schema();
    let draft = draft_row(DraftInput {
        snapshot: &snapshot,
        url,
        listing: &Listing::default(),
        schema: &schema,
        job: &JobFile::default(),
    });
    for (_, name) in LABELS {
        let value = &draft.row[name];
        let field = schema.row_field(name).expect("a field");
        let fits = value.is_null() || schema.check_field(field, value).is_ok();
        assert!(fits, "{name} holds {value}");
        let why = draft.reasons.contains_key(&format!("/{name}"));
        assert!(
            *value != Value::Null || why,
            "{name} is empty without a reason"
        );
    }
    let _ = markdown(&snapshot, TextOptions::default());
});
