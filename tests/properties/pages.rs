//! What holds for any page: every text is kept or dropped for one reason, a receipt is of a value, a reason
//! of an empty field, and the text view shows nothing that is hidden.

use domain::frontier::Listing;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use domain::snapshot::{Snapshot, parse_html};
use draft::{Draft, DraftInput, TextOptions, draft_row, markdown};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Pieces that pages are made of; a `W` stands for a word of its own.
const PIECES: [&str; 26] = [
    "<div>",
    "</div>",
    "<p>W",
    "<h1>W</h1>",
    "<h2>Related W</h2>",
    "<nav>W",
    "</nav>",
    "<s>W</s>",
    "<details><summary>W</summary>W",
    "</details>",
    "<dl><dt>Price<dd>W</dl>",
    "<table><tr><th>Brand<td>W",
    "</table>",
    "<script>W</script>",
    "<script type='application/ld+json'>{\"name\":\"W\"}</script>",
    "<template>W</template>",
    "<span class=comments>W</span>",
    "<div hidden>hush</div>",
    "<p style='display:none'>hush</p>",
    " ",
    "\u{a0}",
    "<!-- W -->",
    "<ul><li>W",
    "</ul>",
    "W 12,50 €",
    "<a href='/x'>W</a>",
];

fn page(pieces: &[usize]) -> String {
    let pieces = pieces.iter().enumerate();
    pieces
        .map(|(at, piece)| PIECES[*piece].replace('W', &format!("w{at}")))
        .collect()
}

fn drafted(snapshot: &Snapshot, schema: &AnswerSchema) -> Draft {
    draft_row(DraftInput {
        snapshot,
        url: "https://a.example/1",
        listing: &Listing::default(),
        schema,
        job: &JobFile::default(),
    })
}

fn schema() -> AnswerSchema {
    let text = json!({"type": ["string", "null"]});
    let source = json!({"type": "object", "properties": {"rows": {"type": "array", "items": {
        "type": "object", "properties": {"name": text, "brand": text, "url": {"type": "string"},
            "price": {"type": ["number", "null"]}}}}}});
    AnswerSchema::compile(&source, None, None).expect("a schema")
}

proptest! {
    #![proptest_config(crate::config(512))]

    #[test]
    fn every_text_is_accounted_for(pieces in prop::collection::vec(0..PIECES.len(), 0..40)) {
        let snapshot = parse_html(&page(&pieces), "https://a.example/1");
        let draft = drafted(&snapshot, &schema());
        let dropped: usize = draft.ledger.dropped.values().sum();
        prop_assert_eq!(draft.ledger.seen, draft.ledger.kept + dropped);
        let row = Value::Object(draft.row.clone());
        for at in draft.receipts.keys() {
            prop_assert!(row.pointer(at).is_some_and(|value| !value.is_null()), "{}", at);
        }
        for at in draft.reasons.keys() {
            prop_assert!(row.pointer(at).is_none_or(Value::is_null), "{}", at);
        }
        let view = markdown(&snapshot, TextOptions::default());
        prop_assert!(!view.contains("hush"), "{}", view);
    }
}
