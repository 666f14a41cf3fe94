//! Any bytes as the JSON-LD block of a page: repaired or left out without a panic, and what is drafted from it
//! proves itself.

#![no_main]

use domain::frontier::Listing;
use domain::job::JobFile;
use domain::snapshot::parse_html;
use draft::{DraftInput, draft_row};
use fuzz_targets::schemas;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((which, block)) = data.split_first() else {
        return;
    };
    let schemas = schemas::all();
    let schema = &schemas[usize::from(*which) % schemas.len()];
    let block = String::from_utf8_lossy(block);
    let url = "https://s.test/p/1";
    let html =
        format!("<h1>Anvil</h1><script type=application/ld+json>{block}</script><p>Words</p>");
    let snapshot = parse_html(&html, url);
    let draft = draft_row(DraftInput {
        snapshot: &snapshot,
        url,
        listing: &Listing::default(),
        schema,
        job: &JobFile::default(),
    });
    let dropped: usize = draft.ledger.dropped.values().sum();
    assert_eq!(
        draft.ledger.seen,
        draft.ledger.kept + dropped,
        "a text is lost"
    );
    let row = serde_json::Value::Object(draft.row);
    for at in draft.receipts.keys() {
        let there = row.pointer(at).is_some_and(|value| !value.is_null());
        assert!(there, "a receipt for nothing at {at}");
    }
});
