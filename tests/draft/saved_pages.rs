//! Drafts every page of a folder of saved pages and prints one JSON line each; with a fourth
//! argument, writes a predictions file too.
//!
//! usage: `saved_pages TRUTH.json HTML_FOLDER SCHEMA.json [PREDICTIONS.json]`

use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use domain::frontier::Listing;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use domain::snapshot::parse_html;
use draft::{Draft, DraftInput, draft_row};
use serde_json::{Map, Value, json};

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [truth, folder, schema, rest @ ..] = args.as_slice() else {
        return Err(anyhow!(
            "usage: saved_pages TRUTH.json HTML_FOLDER SCHEMA.json [PREDICTIONS.json]"
        ));
    };
    let truth: Map<String, Value> = serde_json::from_str(&std::fs::read_to_string(truth)?)?;
    let item: Value = serde_json::from_str(&std::fs::read_to_string(schema)?)?;
    let source =
        json!({"type": "object", "properties": {"rows": {"type": "array", "items": item}}});
    let schema =
        AnswerSchema::compile(&source, None, None).map_err(|found| anyhow!("{found:?}"))?;
    let mut predictions = Map::new();
    let mut out = std::io::stdout().lock();
    for (id, labels) in &truth {
        let url = labels["url"].as_str().unwrap_or("https://unknown.invalid/");
        let draft = draft(
            &Path::new(folder).join(format!("{id}.html.gz")),
            url,
            &schema,
        )?;
        let ledger = &draft.ledger;
        let counted = ledger.kept + ledger.dropped.values().sum::<usize>();
        ensure!(ledger.seen == counted, "{id}: {ledger:?}");
        let reasons = serde_json::to_value(&draft.reasons)?;
        let receipts = serde_json::to_value(&draft.receipts)?;
        let line = json!({"id": id, "row": draft.row, "reasons": reasons, "receipts": receipts, "hinted": draft.hinted, "leftovers": draft.leftovers,
            "seen": ledger.seen, "kept": ledger.kept, "dropped": ledger.dropped});
        writeln!(out, "{line}")?;
        predictions.insert(id.clone(), Value::Object(draft.row));
    }
    if let Some(path) = rest.first() {
        std::fs::write(path, Value::Object(predictions).to_string())?;
    }
    Ok(())
}

fn draft(file: &Path, url: &str, schema: &AnswerSchema) -> Result<Draft> {
    let packed = std::fs::File::open(file).with_context(|| file.display().to_string())?;
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes)?;
    let snapshot = parse_html(&String::from_utf8_lossy(&bytes), url);
    Ok(draft_row(DraftInput {
        snapshot: &snapshot,
        url,
        listing: &Listing::default(),
        schema,
        job: &JobFile::default(),
    }))
}
