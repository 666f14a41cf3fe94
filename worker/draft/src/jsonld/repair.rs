//! Tolerant reading of JSON as pages embed it: script guards, comments, trailing commas and
//! semicolons, raw control characters, escaped markup, several documents in a row. A value that is
//! cut off is never completed. Readers of JSON5 and JSONC (`json5`, `jsonc-parser`) know the comments
//! and trailing commas, but neither guards, raw control characters, semicolons nor a second document.

use serde_json::Value;

use crate::text::decode;

/// The JSON documents in a script's text, as many as can be read.
pub(crate) fn documents(text: &str) -> Vec<Value> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if let Ok(value) = serde_json::from_str(text) {
        return vec![value];
    }
    let unescaped = unescape_markup(text);
    let clean = scrub(&unescaped);
    let mut found = Vec::new();
    let mut rest = clean.as_str();
    loop {
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        while let Some(Ok(value)) = stream.next() {
            found.push(value);
        }
        // Within a document nothing opens right after something closed: there the next one starts.
        let broken = &rest[stream.byte_offset()..];
        let listed = broken.trim_start().strip_prefix(',');
        if let Some(more) = listed.filter(|_| !found.is_empty()) {
            rest = more;
            continue;
        }
        match next_document(broken) {
            Some(at) => rest = &broken[at..],
            None => return found,
        }
    }
}

/// Where another document starts after a broken one.
fn next_document(broken: &str) -> Option<usize> {
    let mut closed = false;
    let mut quoted = false;
    let mut escaped = false;
    for (at, ch) in broken.char_indices() {
        if quoted {
            quoted = ch != '"' || escaped;
            escaped = ch == '\\' && !escaped;
            continue;
        }
        match ch {
            '"' => (quoted, closed) = (true, false),
            '{' | '[' if closed => return Some(at),
            '}' | ']' => closed = true,
            _ if ch.is_whitespace() => {}
            _ => closed = false,
        }
    }
    None
}

/// Undoes one layer of HTML escaping when the quotes themselves are escaped.
fn unescape_markup(text: &str) -> String {
    let first = text.find('"').unwrap_or(usize::MAX);
    let escaped = ["&quot;", "&#34;", "&#034;", "&#x22;"]
        .iter()
        .filter_map(|mark| text.find(mark))
        .min();
    if escaped.is_some_and(|at| at < first) {
        return decode(text);
    }
    text.to_owned()
}

/// Rewrites what strict JSON refuses and people write, inside and outside of strings.
fn scrub(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(ch) = rest.chars().next() {
        if ch == '"' {
            rest = string(&rest[1..], &mut out);
        } else if let Some(after) = skip_guard(rest) {
            rest = after;
        } else if ch == '}' || ch == ']' {
            drop_comma(&mut out);
            out.push(ch);
            rest = &rest[1..];
        } else {
            if !(ch == ';' || ch == '\u{feff}' || (ch.is_control() && !ch.is_whitespace())) {
                out.push(ch);
            }
            rest = &rest[ch.len_utf8()..];
        }
    }
    out
}

/// What stands outside strings and is no JSON: comments and the guards around script content.
fn skip_guard(rest: &str) -> Option<&str> {
    if let Some(comment) = rest.strip_prefix("/*") {
        return Some(comment.find("*/").map_or("", |at| &comment[at + 2..]));
    }
    if rest.starts_with("//") {
        return Some(rest.find('\n').map_or("", |at| &rest[at..]));
    }
    ["<![CDATA[", "]]>", "]]&gt;", "<!--", "-->", "--&gt;"]
        .iter()
        .find_map(|guard| rest.strip_prefix(guard))
}

fn drop_comma(out: &mut String) {
    let kept = out.trim_end().len();
    if out[..kept].ends_with(',') {
        out.truncate(kept - 1);
    }
}

/// Copies a string after its opening quote and returns what follows it. Raw control characters are
/// escaped, escapes that JSON does not know lose their backslash.
fn string<'a>(text: &'a str, out: &mut String) -> &'a str {
    out.push('"');
    let mut chars = text.char_indices();
    while let Some((at, ch)) = chars.next() {
        match ch {
            '"' => {
                out.push('"');
                return &text[at + 1..];
            }
            '\\' => match chars.next() {
                Some((_, next)) if "\"\\/bfnrtu".contains(next) => out.extend(['\\', next]),
                Some((_, next)) if next.is_control() => out.push(' '),
                Some((_, next)) => out.push(next),
                None => return "",
            },
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ if ch.is_control() => out.push(' '),
            _ => out.push(ch),
        }
    }
    ""
}
