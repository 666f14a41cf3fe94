//! A job's rows between coordinator and client: one JSON document for a window, or a stream of lines
//! whose last one says that it is the last.

use std::collections::BTreeMap;

use domain::evidence::{Reason, Receipt};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Problem;
use crate::store::RowEntry;

/// The media type of rows as lines: `GET /v1/jobs/{id}/rows` answers so if `Accept` names it.
pub const NDJSON: &str = "application/x-ndjson";

/// The body of `GET /v1/jobs/{id}/rows`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rows {
    /// Place of the first row in the answer.
    pub from: usize,
    /// Rows of the answer.
    pub total: u64,
    /// In the answer's order: the rows themselves, or [`ProvenRow`]s where receipts were asked for.
    pub rows: Vec<Value>,
}

/// Which rows, and what of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowWindow {
    /// Rows that are left out at the beginning.
    pub offset: usize,
    /// The most rows; `None` is all of them in a stream, and as many as the server tells at once else.
    pub limit: Option<usize>,
    /// Only these fields; all if none is named.
    pub fields: Vec<String>,
    /// Each row with what proves it.
    pub receipts: bool,
}

impl RowWindow {
    /// As the query of a request.
    pub fn query(&self) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("offset", &self.offset.to_string());
        if let Some(limit) = self.limit {
            query.append_pair("limit", &limit.to_string());
        }
        if !self.fields.is_empty() {
            query.append_pair("fields", &self.fields.join(","));
        }
        if self.receipts {
            query.append_pair("receipts", "true");
        }
        query.finish()
    }
}

/// A row with what proves it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProvenRow {
    /// Its place in the answer.
    pub index: usize,
    /// The row.
    pub row: Value,
    /// Its own page, as a page key.
    pub page: Option<String>,
    /// JSON pointer into the row to where the value came from.
    pub receipts: BTreeMap<String, Receipt>,
    /// JSON pointer into the row to why it is empty.
    pub reasons: BTreeMap<String, Reason>,
}

/// The last line of rows as lines. A body that ends with neither was cut off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum LastLine {
    /// All rows that were asked for were told.
    #[serde(rename = "$end")]
    End(RowsEnd),
    /// The server cannot go on.
    #[serde(rename = "$problem")]
    Problem(Problem),
}

/// What a stream of rows told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowsEnd {
    /// Place of the first row in the answer.
    pub from: usize,
    /// Rows that were told.
    pub rows: usize,
    /// Rows of the answer.
    pub total: usize,
}

/// A row as a window asks for it.
pub fn shown(entry: RowEntry, window: &RowWindow) -> Value {
    let RowEntry { index, row, .. } = entry;
    let item = only(row.item, &window.fields);
    if !window.receipts {
        return item;
    }
    let asked = |pointer: &String| {
        let field = pointer.trim_start_matches('/').split('/').next();
        window.fields.is_empty()
            || window
                .fields
                .iter()
                .any(|name| Some(name.as_str()) == field)
    };
    let (mut receipts, mut reasons) = (row.receipts, row.reasons);
    receipts.retain(|pointer, _| asked(pointer));
    reasons.retain(|pointer, _| asked(pointer));
    let proven = ProvenRow {
        index,
        row: item,
        page: row.page,
        receipts,
        reasons,
    };
    serde_json::to_value(proven).unwrap_or_default()
}

/// Takes the fields that are asked for out of a row; all of them if none is named.
pub fn only(row: Value, fields: &[String]) -> Value {
    match row {
        Value::Object(mut map) if !fields.is_empty() => {
            let kept = fields
                .iter()
                .filter_map(|name| map.remove(name).map(|value| (name.clone(), value)));
            Value::Object(kept.collect::<Map<_, _>>())
        }
        other => other,
    }
}
