//! JavaScript literals as JSON values: objects with bare keys, quotes of any kind, `void 0`, and the
//! function call that gives names to repeated values (Nuxt 2). Nothing is run: any other expression
//! makes the whole unreadable, and what is cut off is never completed.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// Literals nest no deeper than this.
const DEEPEST: usize = 128;
/// The key of an object that stands for a name until its value is known.
const NAME: &str = "\u{0}name";

/// Reads the literal at the start of a text; with where it ends.
pub(super) fn read(text: &str) -> Option<(Value, usize)> {
    let mut reader = Reader {
        text,
        at: 0,
        depth: 0,
        names: Vec::new(),
    };
    let value = reader.value()?;
    Some((value, reader.at))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    names: Vec<&'a str>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character after white space and comments.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if let Some(comment) = trimmed.strip_prefix("/*") {
                self.at += comment.find("*/")? + 4;
            } else if trimmed.starts_with("//") {
                self.at += trimmed.find('\n')?;
            } else {
                return trimmed.chars().next();
            }
        }
    }

    fn take(&mut self, wanted: char) -> Option<()> {
        (self.peek()? == wanted).then(|| self.at += wanted.len_utf8())
    }

    fn took(&mut self, wanted: &str) -> bool {
        self.peek();
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len() } else { 0 };
        found
    }

    fn value(&mut self) -> Option<Value> {
        self.depth += 1;
        let value = (self.depth <= DEEPEST).then(|| self.one()).flatten();
        self.depth -= 1;
        value
    }

    fn one(&mut self) -> Option<Value> {
        match self.peek()? {
            '{' => self.object(),
            '[' => self.array(),
            '"' | '\'' | '`' => self.string().map(Value::from),
            '-' | '+' | '.' | '0'..='9' => self.number(),
            '!' => self.truth(),
            '(' => self.call(),
            _ => self.word(),
        }
    }

    fn object(&mut self) -> Option<Value> {
        self.take('{')?;
        let mut map = Map::new();
        while self.peek()? != '}' {
            let key = match self.peek()? {
                '"' | '\'' => self.string()?,
                _ => self.identifier()?.to_owned(),
            };
            self.take(':')?;
            let value = self.value()?;
            map.insert(key, value);
            if self.take(',').is_none() && self.peek()? != '}' {
                return None;
            }
        }
        self.take('}')?;
        Some(Value::Object(map))
    }

    fn array(&mut self) -> Option<Value> {
        self.take('[')?;
        let mut items = Vec::new();
        while self.peek()? != ']' {
            items.push(self.value()?);
            if self.take(',').is_none() && self.peek()? != ']' {
                return None;
            }
        }
        self.take(']')?;
        Some(Value::Array(items))
    }

    fn string(&mut self) -> Option<String> {
        let quote = self.peek()?;
        let (text, length) = string(self.rest(), quote)?;
        self.at += length;
        Some(text)
    }

    fn number(&mut self) -> Option<Value> {
        let rest = self.rest();
        let part = |ch: char| ch.is_ascii_alphanumeric() || "+-.".contains(ch);
        let end = rest.find(|ch| !part(ch)).unwrap_or(rest.len());
        self.at += end;
        let text = rest[..end].trim_start_matches('+');
        let text = text
            .strip_prefix('.')
            .map_or_else(|| text.to_owned(), |rest| format!("0.{rest}"));
        serde_json::from_str(&text).ok()
    }

    /// `!0` and `!1`.
    fn truth(&mut self) -> Option<Value> {
        let value = match self.rest().get(..2)? {
            "!0" => true,
            "!1" => false,
            _ => return None,
        };
        self.at += 2;
        Some(Value::Bool(value))
    }

    fn identifier(&mut self) -> Option<&'a str> {
        self.peek()?;
        let rest = self.rest();
        let part = |ch: char| ch.is_alphanumeric() || ch == '_' || ch == '$';
        let end = rest.find(|ch| !part(ch)).unwrap_or(rest.len());
        self.at += end;
        (end > 0).then(|| &rest[..end])
    }

    fn word(&mut self) -> Option<Value> {
        if self.took("JSON.parse(") {
            let text = self.string()?;
            self.take(')')?;
            return serde_json::from_str(&text).ok();
        }
        if self.took("new Date(") {
            let value = self.value()?;
            return self.take(')').map(|()| value);
        }
        match self.identifier()? {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "null" | "undefined" | "NaN" | "Infinity" => Some(Value::Null),
            "void" => self.took("0").then_some(Value::Null),
            name if self.names.contains(&name) => {
                let held = Map::from_iter([(NAME.to_owned(), Value::from(name))]);
                Some(Value::Object(held))
            }
            _ => None,
        }
    }

    /// A value in brackets, or `(function(a,b){return ...}(1,2))` with the call inside or outside.
    fn call(&mut self) -> Option<Value> {
        self.take('(')?;
        if !self.took("function") {
            let value = self.value()?;
            return self.take(')').map(|()| value);
        }
        self.take('(')?;
        let mut names = Vec::new();
        while self.peek()? != ')' {
            names.push(self.identifier()?);
            let _last = self.take(',');
        }
        self.take(')')?;
        self.take('{')?;
        if !self.took("return") {
            return None;
        }
        let outer = std::mem::replace(&mut self.names, names);
        let body = self.value();
        let names = std::mem::replace(&mut self.names, outer);
        let _end = self.take(';');
        self.take('}')?;
        let outside = self.take(')').is_some();
        self.take('(')?;
        let mut given = HashMap::new();
        let mut at = 0;
        while self.peek()? != ')' {
            let value = self.value()?;
            given.extend(names.get(at).map(|name| (*name, value)));
            at += 1;
            let _last = self.take(',');
        }
        self.take(')')?;
        if !outside {
            self.take(')')?;
        }
        body.map(|body| named(body, &given))
    }
}

/// A value with names replaced by what they were given.
fn named(value: Value, given: &HashMap<&str, Value>) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(|item| named(item, given)).collect(),
        Value::Object(map) => {
            if let Some(name) = map.get(NAME).and_then(Value::as_str) {
                return given.get(name).cloned().unwrap_or(Value::Null);
            }
            let fields = map.into_iter().map(|(key, item)| (key, named(item, given)));
            Value::Object(fields.collect())
        }
        plain => plain,
    }
}

/// The JavaScript string at the start of a text, and how many bytes it takes.
pub(super) fn string(text: &str, quote: char) -> Option<(String, usize)> {
    // Most strings are what stands between their quotes.
    let inner = text.get(1..)?;
    let end = inner.find([quote, '\\', '$'])?;
    if inner[end..].starts_with(quote) {
        return Some((inner[..end].to_owned(), end + 2));
    }
    let mut out: Vec<u16> = Vec::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, ch)) = chars.next() {
        match ch {
            _ if ch == quote => {
                return Some((String::from_utf16_lossy(&out), at + 1));
            }
            '$' if quote == '`' && text[at..].starts_with("${") => return None,
            '\\' => {
                let (_, escape) = chars.next()?;
                let digits = match escape {
                    'x' => 2,
                    'u' => 4,
                    _ => 0,
                };
                if digits > 0 {
                    let hex: String = chars.by_ref().take(digits).map(|(_, ch)| ch).collect();
                    out.push(u16::from_str_radix(&hex, 16).ok()?);
                } else if escape != '\n' {
                    push(&mut out, plain(escape));
                }
            }
            _ => push(&mut out, ch),
        }
    }
    None
}

fn push(out: &mut Vec<u16>, ch: char) {
    out.extend_from_slice(ch.encode_utf16(&mut [0; 2]));
}

fn plain(escape: char) -> char {
    match escape {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'v' => '\u{b}',
        '0' => '\u{0}',
        other => other,
    }
}
