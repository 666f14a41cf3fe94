//! Pages as lines of JSON: each line one page. A line that is none is told with its number and what was
//! expected, and the next one is read.

use std::io::{BufRead, Read as _};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::pages::{Entry, Html, SavedPage};
use super::saved::MOST;

/// What a line looks like.
const EXAMPLE: &str = r#"a line is one page, as {"url": "https://a.example/1", "html": "<h1>One</h1>"} or {"url": "https://a.example/1", "file": "1.html"}"#;

/// The lines of a source that are not blank, with their numbers from 1.
pub(super) struct Lines<R> {
    source: R,
    number: u64,
    /// The longest line that is kept, in bytes.
    most: u64,
    over: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(source: R) -> Self {
        Self::with_most(source, MOST)
    }

    pub(super) fn with_most(source: R, most: u64) -> Self {
        Self {
            source,
            number: 0,
            most,
            over: false,
        }
    }

    /// The pages of the lines; files are named relative to the folder `beside`.
    pub(super) fn pages(self, beside: PathBuf, listing: String) -> impl Iterator<Item = Entry> {
        self.map(move |(number, line)| {
            let page = line.and_then(|line| of_line(&line, &beside, &listing));
            let url = page.as_ref().ok().and_then(|page| page.url.clone());
            Entry {
                name: url.unwrap_or_else(|| format!("line {number}")),
                line: Some(number),
                page,
            }
        })
    }

    fn read(&mut self, line: &mut Vec<u8>) -> std::io::Result<bool> {
        let mut bounded = (&mut self.source).take(self.most + 1);
        let read = bounded.read_until(b'\n', line)?;
        if line.len() as u64 > self.most && !line.ends_with(b"\n") {
            self.source.skip_until(b'\n')?;
        }
        Ok(read > 0)
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = (u64, Result<Vec<u8>, String>);

    fn next(&mut self) -> Option<Self::Item> {
        while !self.over {
            self.number += 1;
            let mut line = Vec::new();
            match self.read(&mut line) {
                Ok(false) => self.over = true,
                Ok(true) if line.len() as u64 > self.most => {
                    let most = self.most;
                    return Some((self.number, Err(format!("is longer than {most} bytes"))));
                }
                Ok(true) if line.trim_ascii().is_empty() => {}
                Ok(true) => return Some((self.number, Ok(line))),
                Err(error) => {
                    // What can no longer be read would be told for ever.
                    self.over = true;
                    let said = format!("cannot be read: {error}; nothing after it is drafted");
                    return Some((self.number, Err(said)));
                }
            }
        }
        None
    }
}

fn of_line(line: &[u8], beside: &Path, listing: &str) -> Result<SavedPage, String> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    // Its end belongs to no text in it, and would be told as a second line.
    let line = line.trim_ascii_end();
    let value: Value = serde_json::from_slice(line).map_err(|error| {
        let said = error
            .to_string()
            .replace(" at line 1 column ", " at column ");
        format!("is not JSON ({said}): {EXAMPLE}")
    })?;
    let Value::Object(mut map) = value else {
        return Err(format!("is {}, not an object: {EXAMPLE}", kind(&value)));
    };
    let url = text(&mut map, "url")?;
    let listing_text = text(&mut map, "listing_text")?;
    let html = match (text(&mut map, "html")?, text(&mut map, "file")?) {
        (Some(html), None) => Html::Text(html),
        (None, Some(file)) => Html::File(beside.join(file)),
        (Some(_), Some(_)) => return Err(format!("has both `html` and `file`: {EXAMPLE}")),
        (None, None) => {
            let keys: Vec<&str> = map.keys().map(String::as_str).collect();
            let keys = match keys.as_slice() {
                [] => String::new(),
                keys => format!(" (further keys: {})", keys.join(", ")),
            };
            return Err(format!("has neither `html` nor `file`{keys}: {EXAMPLE}"));
        }
    };
    Ok(SavedPage {
        url,
        html,
        listing_text: listing_text.unwrap_or_else(|| listing.to_owned()),
        remedy: "give it as `url` in its line",
    })
}

/// A key's text; null is none.
fn text(map: &mut Map<String, Value>, key: &str) -> Result<Option<String>, String> {
    match map.remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(format!("`{key}` is {}, not text: {EXAMPLE}", kind(&other))),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
