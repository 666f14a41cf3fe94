//! What React streams into a page after it was sent: the rows of `self.__next_f.push([1, "..."])`
//! (React's flight format: `id:json`, and texts as `id:Tlength,...`) and the scripts that are put off
//! by `__next_s`. Rows that are no JSON (modules, hints) are passed over.

use std::collections::HashMap;

use domain::snapshot::FlatDom;
use serde_json::Value;

use super::literal;

/// Longer streams are cut, and no more bytes are put in for references.
pub(super) const MOST_BYTES: usize = 8 << 20;

/// The rows of a page's stream.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    /// Rows that are JSON, with their ids, in order.
    pub rows: Vec<(String, Value)>,
    texts: HashMap<String, String>,
}

/// Reads the streams of a page.
pub(crate) fn read(dom: &FlatDom) -> Stream {
    let mut flight = String::new();
    let mut stream = Stream::default();
    for id in 0..dom.nodes.len() {
        if dom.tag(id) != "script" {
            continue;
        }
        for text in dom.children(id).filter_map(|at| dom.text(at)) {
            for pushed in pushes(text, "__next_f") {
                let more = pushed.get(1).and_then(Value::as_str).unwrap_or("");
                if flight.len() + more.len() <= MOST_BYTES {
                    flight.push_str(more);
                }
            }
            for pushed in pushes(text, "__next_s") {
                stream.rows.push(("__next_s".to_owned(), pushed));
            }
        }
    }
    stream.split(&flight);
    stream
}

/// The arrays pushed onto a queue of this name.
fn pushes(text: &str, queue: &str) -> Vec<Value> {
    let mut found = Vec::new();
    if !text.contains(queue) {
        return found;
    }
    let mut rest = text;
    while let Some(at) = rest.find(".push(") {
        let named = rest[..at].contains(queue) || !found.is_empty();
        rest = &rest[at + 6..];
        if let Some((value, length)) = literal::read(rest).filter(|_| named) {
            rest = &rest[length..];
            found.extend(value.is_array().then_some(value));
        }
    }
    found
}

impl Stream {
    fn split(&mut self, flight: &str) {
        let mut rest = flight;
        while let Some((id, after)) = rest.split_once(':') {
            let id = id.trim_start();
            if id.len() > 12 || !id.chars().all(|ch| ch.is_ascii_hexdigit()) {
                rest = after.split_once('\n').map_or("", |(_, more)| more);
                continue;
            }
            if let Some((text, more)) = long_text(after) {
                self.texts.insert(id.to_owned(), text.to_owned());
                rest = more;
                continue;
            }
            let (row, more) = after.split_once('\n').unwrap_or((after, ""));
            if let Ok(value) = serde_json::from_str::<Value>(row)
                && (value.is_array() || value.is_object())
            {
                self.rows.push((id.to_owned(), value));
            }
            rest = more;
        }
    }

    /// The texts of JSON-LD scripts within the stream.
    pub(crate) fn jsonld(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut left = MOST_BYTES;
        let mut stack: Vec<&Value> = self.rows.iter().rev().map(|(_, row)| row).collect();
        while let Some(value) = stack.pop() {
            match value {
                Value::Array(items) => stack.extend(items.iter().rev()),
                Value::Object(map) => {
                    let kind = map.get("type").and_then(Value::as_str);
                    if crate::jsonld::is_media_type(kind, "application/ld+json") {
                        let html = map.get("dangerouslySetInnerHTML");
                        let inner = html.and_then(|html| html.get("__html"));
                        let inner = inner.or_else(|| map.get("children"));
                        let text = inner.and_then(Value::as_str);
                        found.extend(text.and_then(|text| self.text(text, &mut left)));
                    }
                    stack.extend(map.values().rev());
                }
                _ => {}
            }
        }
        found
    }

    /// A row with references to texts replaced by them; other references are no values. So many bytes are
    /// left for all rows: a text may be referred to again and again.
    pub(super) fn resolved(&self, value: &Value, left: &mut usize) -> Value {
        match value {
            Value::Array(items) => {
                let items = items.iter().map(|item| self.resolved(item, left));
                items.collect()
            }
            Value::Object(map) => {
                let fields = map
                    .iter()
                    .map(|(key, item)| (key.clone(), self.resolved(item, left)));
                Value::Object(fields.collect())
            }
            Value::String(text) => self.text(text, left).map_or(Value::Null, Value::from),
            plain => plain.clone(),
        }
    }

    /// What a text of a row stands for: `$12` a long text, `$D` a date, `$$` a dollar sign.
    fn text(&self, written: &str, left: &mut usize) -> Option<String> {
        let Some(reference) = written.strip_prefix('$') else {
            return Some(written.to_owned());
        };
        if reference.starts_with('$') {
            return Some(reference.to_owned());
        }
        let date = reference.strip_prefix('D').filter(|date| date.len() >= 10);
        let long = self.texts.get(reference).map(String::as_str);
        let text = long.or(date).filter(|text| text.len() <= *left)?;
        *left -= text.len();
        Some(text.to_owned())
    }
}

/// A text row: its length in bytes, in hexadecimal, and the text; with what follows it.
fn long_text(row: &str) -> Option<(&str, &str)> {
    let (length, text) = row.strip_prefix('T')?.split_once(',')?;
    let length = usize::from_str_radix(length, 16).ok()?;
    Some((text.get(..length)?, &text[length..]))
}
