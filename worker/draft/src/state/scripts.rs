//! State that inline scripts assign to a name (`window.__STATE__ = {...}`) or enqueue as text.
//! Names that are no state's are left alone: what a page tells its trackers is no statement.

use serde_json::Value;

use super::literal;

/// At most this many values of a script are tried.
const MOST: usize = 64;
/// Words within the names of state.
const WORDS: [&str; 8] = [
    "state",
    "preloaded",
    "initial",
    "props",
    "apollo",
    "nuxt",
    "next_data",
    "store",
];

/// Whether a script element's type is that of a script that runs.
pub(super) fn is_classic(kind: Option<&str>) -> bool {
    let kind = kind.unwrap_or("").trim().to_ascii_lowercase();
    kind.is_empty() || kind == "module" || kind.contains("javascript")
}

/// The values that a script assigns to names of state, with those names.
pub(super) fn states(text: &str) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    let mut tried = 0;
    let mut from = 0;
    let opens = |byte: &u8| matches!(byte, b'=' | b'(');
    while let Some(step) = text.as_bytes()[from..].iter().position(opens) {
        let at = from + step;
        from = at + 1;
        let Some(name) = target(text, at) else {
            continue;
        };
        tried += 1;
        if tried > MOST {
            break;
        }
        let given = &text[from..];
        let Some((value, length)) = literal::read(given) else {
            continue;
        };
        from += length;
        let value = match &value {
            Value::String(inner) => serde_json::from_str(inner).unwrap_or(Value::Null),
            _ => value,
        };
        if value.is_object() || value.is_array() {
            found.push((name.to_owned(), value));
        }
    }
    found
}

/// The name of state before an assignment or before a call that enqueues, if it is one.
fn target(text: &str, at: usize) -> Option<&str> {
    let before = text[..at].trim_end();
    if text[at..].starts_with('(') {
        let queued = before.strip_suffix(".enqueue")?;
        return queued.ends_with("streamController").then_some("stream");
    }
    let after = text[at + 1..].trim_start();
    let opens = after.starts_with(['{', '[', '(', '"', '\'']) || after.starts_with("JSON.parse(");
    if !opens {
        return None;
    }
    let before = before.trim_end_matches(['"', '\'', ']']);
    let part = |ch: char| ch.is_ascii_alphanumeric() || ch == '_' || ch == '$';
    let name = &before[before.trim_end_matches(part).len()..];
    let lower = name.to_ascii_lowercase();
    // Shop themes hand the product they show to their own scripts under this name.
    let shown = lower == "product" && text.contains("\"price_varies\"");
    let named = shown || name.starts_with("__") || WORDS.iter().any(|word| lower.contains(word));
    (named && name.len() < 60).then_some(name)
}
