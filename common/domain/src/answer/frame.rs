//! The delivered document around its rows, as text: what stands before the first row and after the last,
//! so that rows can be written one after the other. It holds no row and writes none anywhere.

#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use super::Ctx;
use super::render::delivered;

/// A document in pieces. Put together they are the bytes of the whole document, indented, with a line
/// break at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The document without rows.
    empty: String,
    /// Up to the first row.
    head: String,
    /// From the last row on.
    tail: String,
    /// What a line within a row begins with.
    indent: String,
}

impl Frame {
    /// The frame of an answer with these top-level values.
    pub fn of(ctx: Ctx<'_>, top: &Map<String, Value>) -> Self {
        let text = |rows: Vec<Value>| {
            let document = delivered(ctx, top, rows);
            let mut text = pretty(&ctx.schema.deliverable(&document));
            text.push('\n');
            text
        };
        let empty = text(Vec::new());
        // A text that the document does not hold shows where its rows stand.
        let mut mark = "row".to_owned();
        while empty.contains(&mark) {
            mark.push('~');
        }
        let marked = text(vec![Value::String(mark.clone())]);
        let (head, tail) = marked
            .split_once(&format!("\"{mark}\""))
            .unwrap_or((&empty, ""));
        let indent = head.rsplit('\n').next().unwrap_or_default();
        Self {
            indent: format!("\n{indent}"),
            head: head.to_owned(),
            tail: tail.to_owned(),
            empty,
        }
    }

    /// A row, with what stands before it.
    pub fn row(&self, first: bool, row: &Value) -> String {
        // A line break of a value is escaped: those that are there are between values.
        let row = pretty(row).replace('\n', &self.indent);
        if first {
            format!("{}{row}", self.head)
        } else {
            format!(",{}{row}", self.indent)
        }
    }

    /// What stands after the last row; the whole document if there was none.
    pub fn end(&self, none: bool) -> &str {
        if none { &self.empty } else { &self.tail }
    }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
