//! `rows.csv`: one column for each declared field, nested values as JSON (RFC 4180 quoting).

use common::jobs::OpenJob;
use domain::answer::record::RowRecord;
use serde_json::Value;

/// The rows as a CSV file with a header line.
pub(crate) fn rows(job: &OpenJob, rows: &[RowRecord]) -> Vec<u8> {
    let names: Vec<&str> = job.schema.answer.as_ref().map_or_else(Vec::new, |answer| {
        answer
            .fields
            .iter()
            .map(|field| field.name.as_str())
            .collect()
    });
    let mut out = csv::Writer::from_writer(Vec::new());
    if names.is_empty() {
        drop(out.write_record(["value"]));
        for row in rows {
            drop(out.write_record([cell(Some(&row.item))]));
        }
    } else {
        drop(out.write_record(&names));
        for row in rows {
            drop(out.write_record(names.iter().map(|name| cell(row.item.get(name)))));
        }
    }
    out.into_inner().unwrap_or_default()
}

/// Text as it is, null as nothing, all else as JSON. A cell that a spreadsheet would take for a
/// formula gets a leading apostrophe.
fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => {
            format!("'{text}")
        }
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}
