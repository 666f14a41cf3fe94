//! Any bytes as a page: parsed, classed, drafted and searched for links without a panic, and a draft
//! explains itself.

#![no_main]

use domain::frontier::Listing;
use domain::job::JobFile;
use domain::snapshot::parse_html;
use draft::{DraftInput, TextOptions, classify, draft_row, draft_top, markdown, page_facts};
use fuzz_targets::schemas;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((which, html)) = data.split_first() else {
        return;
    };
    let schemas = schemas::all();
    let schema = &schemas[usize::from(*which) % schemas.len()];
    let url = "https://s.test/p/1";
    let snapshot = parse_html(&String::from_utf8_lossy(html), url);
    let _ = (classify(&snapshot), page_facts(&snapshot));
    let job = JobFile::default();
    let listing = Listing::default();
    let input = DraftInput {
        snapshot: &snapshot,
        url,
        listing: &listing,
        schema,
        job: &job,
    };
    let draft = draft_row(input);
    for at in draft.receipts.keys() {
        let row = serde_json::Value::Object(draft.row.clone());
        assert!(
            row.pointer(at).is_some_and(|v| !v.is_null()),
            "a receipt for nothing at {at}"
        );
    }
    let dropped: usize = draft.ledger.dropped.values().sum();
    assert_eq!(
        draft.ledger.seen,
        draft.ledger.kept + dropped,
        "a text is lost"
    );
    let _ = markdown(&snapshot, TextOptions::default());
    let _ = draft_top(input);
    assert!(
        discovery::discover(&snapshot, &job).is_ok(),
        "no filter, no refusal"
    );
});
