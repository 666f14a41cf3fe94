//! Documents and windows: the answer as one JSON document, reads of parts of it, and search.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Ctx;
use super::record::RowRecord;
use super::rules::{empty, excuses, throttle};
use crate::evidence::Reason;

/// Longer strings are shown by their size in windows.
const SHOWN: usize = 200;

/// Puts rows under the answer array's path of a document.
pub fn with_rows(
    ctx: Ctx<'_>,
    mut document: Map<String, Value>,
    rows: Vec<Value>,
) -> Map<String, Value> {
    let Some(answer) = &ctx.schema.answer else {
        return document;
    };
    let Some((last, path)) = answer.path.split_last() else {
        return document;
    };
    let mut at = &mut document;
    for step in path {
        let inner = at.entry(step.clone()).or_insert_with(|| json!({}));
        if !inner.is_object() {
            *inner = json!({});
        }
        let Value::Object(map) = inner else {
            return document;
        };
        at = map;
    }
    at.insert(last.clone(), Value::Array(rows));
    document
}

/// The top-level fields in schema order, null where nothing is set.
pub fn draft_document(ctx: Ctx<'_>, top: &Map<String, Value>) -> Map<String, Value> {
    let named = |name: &String| top.get(name).cloned().unwrap_or_default();
    ctx.schema
        .top
        .iter()
        .map(|field| (field.name.clone(), named(&field.name)))
        .collect()
}

/// The document as it is delivered: the empty shape with what was set over it, in schema order;
/// excused fields without a value are left out.
pub fn delivered(ctx: Ctx<'_>, top: &Map<String, Value>, rows: Vec<Value>) -> Map<String, Value> {
    let mut shape = ctx.schema.empty_document();
    let excused = excuses::of_document(ctx, top);
    let mut document = Map::new();
    for field in &ctx.schema.top {
        let untouched = shape.shift_remove(&field.name);
        let value = top.get(&field.name).cloned().or(untouched);
        let skip = excused.contains(&field.name) && empty::is_empty(None, value.as_ref());
        if let Some(value) = value.filter(|_| !skip) {
            document.insert(field.name.clone(), value);
        }
    }
    document.extend(shape);
    with_rows(ctx, document, rows)
}

/// Why each empty declared field of a row is empty.
pub fn reasons(ctx: Ctx<'_>, row: &RowRecord, read: bool) -> BTreeMap<String, Reason> {
    let mut reasons = row.reasons.clone();
    let excused = excuses::of_row(ctx, &row.item);
    for field in ctx.row_fields() {
        if !empty::is_empty(Some(field), row.item.get(&field.name)) {
            continue;
        }
        let at = crate::pointer::of(&field.name);
        if excused.contains(&field.name) {
            reasons.insert(at, Reason::Excused);
        } else if throttle::is_unread(ctx, row, read) {
            reasons.insert(at, Reason::PageUnread);
        } else {
            reasons.entry(at).or_insert(Reason::NotStated);
        }
    }
    reasons
}

/// The rows as they are delivered: excused fields without a value are left out.
pub fn delivered_row(ctx: Ctx<'_>, mut item: Value) -> Value {
    let excused = excuses::of_row(ctx, &item);
    if let Value::Object(map) = &mut item {
        map.retain(|name, value| !excused.contains(name) || !empty::is_empty(None, Some(value)));
    }
    item
}

/// What a window shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Window {
    /// First row.
    pub offset: usize,
    /// Most rows.
    pub limit: Option<usize>,
    /// One row, in full.
    pub index: Option<usize>,
    /// Fields whose strings are shown in full.
    pub fields: Vec<String>,
}

/// A part of the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// The document, its answer array cut to the window.
    pub output: Value,
    /// First and last row shown, and how many there are.
    pub from: usize,
    /// See `from`.
    pub to: usize,
    /// See `from`.
    pub total: usize,
    /// Strings that are shown by their size.
    pub elided: usize,
    /// The window begins beyond the end.
    pub out_of_range: bool,
}

/// Cuts a window out of rows and replaces long strings; stored data is never cut.
pub fn show(ctx: Ctx<'_>, top: Map<String, Value>, rows: &[Value], window: &Window) -> Shown {
    let total = rows.len();
    let (from, most) = match window.index {
        Some(index) => (index, 1),
        None => (window.offset, window.limit.unwrap_or(total)),
    };
    let out_of_range = from > total || (window.index.is_some() && from >= total);
    let from = from.min(total);
    let to = from.saturating_add(most).min(total);
    let document = with_rows(ctx, top, rows[from..to].to_vec());
    let mut output = Value::Object(document);
    let mut elided = 0;
    if window.index.is_none() {
        elide(&mut output, &window.fields, &mut elided);
    }
    Shown {
        output,
        from,
        to,
        total,
        elided,
        out_of_range,
    }
}

/// Replaces long strings by their size, but for those of named fields; counts them.
pub fn elide(value: &mut Value, fields: &[String], elided: &mut usize) {
    match value {
        Value::String(text) => {
            let length = text.chars().count();
            if length > SHOWN {
                *value = json!({ "$elided": length });
                *elided += 1;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|v| elide(v, fields, elided)),
        Value::Object(map) => {
            for (_, v) in map.iter_mut().filter(|(name, _)| !fields.contains(name)) {
                elide(v, fields, elided);
            }
        }
        _ => {}
    }
}

/// Whether a value, or one in it, contains the query; keys are not searched. The query is trimmed
/// and case-folded.
pub fn contains(value: &Value, query: &str) -> bool {
    let folded = caseless::default_case_fold_str(query.trim());
    !folded.is_empty() && holds(value, &folded)
}

fn holds(value: &Value, folded: &str) -> bool {
    match value {
        Value::String(text) => caseless::default_case_fold_str(text).contains(folded),
        Value::Array(items) => items.iter().any(|item| holds(item, folded)),
        Value::Object(map) => map.values().any(|item| holds(item, folded)),
        Value::Number(number) => number.to_string().contains(folded),
        Value::Bool(flag) => flag.to_string() == folded,
        Value::Null => false,
    }
}
