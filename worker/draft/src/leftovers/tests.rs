//! Where the facts go that no field asked for.

use domain::frontier::Listing;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use domain::snapshot::parse_html;
use serde_json::{Value, json};

use crate::{Draft, DraftInput, draft_row};

const PAGE: &str = "<h1>Stormbird</h1><dl><dt>Flag<dd>Malta<dt>Keel<dd>Long<dt>Rig<dd>Ketch\
                    <dt>Owner<dd>-</dl>";

fn draft(fields: &Value) -> Draft {
    let source = json!({"type": "object", "properties": {
        "rows": {"type": "array", "items": {"type": "object", "properties": fields}},
    }});
    let schema = AnswerSchema::compile(&source, None, None).expect("schema");
    draft_row(DraftInput {
        snapshot: &parse_html(PAGE, "https://a.example/1"),
        url: "https://a.example/1",
        listing: &Listing::default(),
        schema: &schema,
        job: &JobFile::default(),
    })
}

#[test]
fn leftovers_go_to_the_field_made_for_them() {
    let text = json!({"type": ["string", "null"]});
    let list = |key: &str| {
        json!({"type": "array", "items": {"type": "object",
            "properties": {key: {"type": "string"}, "value": {"type": "string"}}}})
    };
    let got = draft(&json!({"flag": text}));
    let pairs = [("Keel", "Long"), ("Rig", "Ketch")];
    assert_eq!(
        got.leftovers,
        pairs.map(|(a, b)| (a.to_owned(), b.to_owned()))
    );

    for key in ["key", "name"] {
        let got = draft(&json!({"flag": text, "extra": {"type": "object"}, "more": list(key)}));
        assert!(got.leftovers.is_empty());
        let expect = json!([{key: "Keel", "value": "Long"}, {key: "Rig", "value": "Ketch"}]);
        assert_eq!(got.row["more"], expect);
        assert!(got.receipts.contains_key("/more"));
        assert!(got.row["extra"].is_null());
    }

    let got = draft(&json!({"flag": text, "extra": {"type": "object"}}));
    assert_eq!(got.row["extra"], json!({"Keel": "Long", "Rig": "Ketch"}));
    assert_eq!(got.row["flag"], json!("Malta"));
}

#[test]
fn a_label_of_prices_with_no_amount_is_left_over() {
    let fields =
        json!({"price": {"type": ["number", "null"]}, "facts": {"type": ["object", "null"]}});
    let page = "<h1>Lute</h1><p>Price: $20</p><p>Deal: Monday</p>";
    let got = crate::tests::draft(&fields, page);
    assert_eq!(got.row["facts"], json!({"Deal": "Monday"}));
}
