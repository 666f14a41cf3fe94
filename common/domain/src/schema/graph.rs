//! Where schemas sit inside a schema document (JSON Schema 2020-12, core section 10) and how they
//! refer to each other. Pointers are RFC 6901; the root's is empty.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Keywords whose value is one schema.
const ONE: [&str; 11] = [
    "additionalProperties",
    "items",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
];
/// Keywords whose value is a list of schemas.
const LIST: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords whose value maps names to schemas.
const MAP: [&str; 5] = [
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
];
/// Keywords that apply their schemas to the same value as the schema that holds them.
const IN_PLACE: [&str; 8] = [
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
];

/// One schema inside another.
pub(super) struct Child {
    /// Its pointer from the root.
    pub(super) pointer: String,
    /// Whether it applies to the same value as its parent.
    pub(super) in_place: bool,
    /// Whether it is only a definition: reached by reference, not by validation.
    pub(super) definition: bool,
}

pub(super) use crate::pointer::below as step;

/// The last step of a pointer, unescaped.
pub(super) fn last_step(pointer: &str) -> String {
    let last = pointer.rsplit('/').next().unwrap_or_default();
    last.replace("~1", "/").replace("~0", "~")
}

/// The schemas directly inside the schema at `pointer`, in document order.
pub(super) fn children(schema: &Value, pointer: &str) -> Vec<Child> {
    let Some(object) = schema.as_object() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (keyword, value) in object {
        let base = step(pointer, keyword);
        let word = keyword.as_str();
        let child = |pointer| Child {
            pointer,
            in_place: IN_PLACE.contains(&word),
            definition: matches!(word, "$defs" | "definitions"),
        };
        match value {
            Value::Object(_) | Value::Bool(_) if ONE.contains(&word) => found.push(child(base)),
            Value::Array(list) if LIST.contains(&word) => {
                found.extend((0..list.len()).map(|at| child(format!("{base}/{at}"))));
            }
            Value::Object(map) if MAP.contains(&word) => {
                found.extend(map.keys().map(|name| child(step(&base, name))));
            }
            _ => {}
        }
    }
    found
}

/// The pointer a reference of an already rewritten document names.
pub(super) fn local_target(schema: &Value) -> Option<String> {
    let reference = schema.get("$ref")?.as_str()?;
    fragment_pointer(reference.strip_prefix('#')?)
}

/// A URI fragment as a JSON pointer, percent-decoded; `None` if it is none.
pub(super) fn fragment_pointer(fragment: &str) -> Option<String> {
    let decoded = percent_decode(fragment)?;
    (decoded.is_empty() || decoded.starts_with('/')).then_some(decoded)
}

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let hex = (first == b'%').then(|| tail.get(..2)).flatten();
        let code = hex
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).ok()
}

/// A pointer as a URI fragment (RFC 3986): everything but unreserved characters and `/` encoded.
pub(super) fn as_fragment(pointer: &str) -> String {
    let mut text = String::from("#");
    for byte in pointer.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push('%');
            text.extend([byte >> 4, byte & 15].map(hex_digit));
        }
    }
    text
}

fn hex_digit(value: u8) -> char {
    char::from_digit(value.into(), 16).map_or('0', |digit| digit.to_ascii_uppercase())
}

/// Pointers of every schema in the document: all positions of the specification plus whatever a
/// reference points at, in document order.
pub(super) fn positions(root: &Value) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut open = vec![String::new()];
    while let Some(pointer) = open.pop() {
        let Some(schema) = root.pointer(&pointer) else {
            continue;
        };
        if seen.insert(pointer.clone()) {
            open.extend(children(schema, &pointer).into_iter().map(|c| c.pointer));
            open.extend(local_target(schema));
        }
    }
    seen
}

/// How deep and how large a document is once its references are followed.
pub(super) struct Extent<'a> {
    root: &'a Value,
    done: BTreeMap<String, (usize, u64)>,
    open: BTreeSet<String>,
}

/// Why a document cannot be expanded safely.
pub(super) enum TooMuch {
    /// A schema applies itself to the same value, at this pointer.
    Circular(String),
    /// References nest too deeply here.
    Deep(String),
}

/// The most levels a document may have when its references are followed.
const MAX_LEVELS: usize = 200;
/// The most references and branches in a row that apply to one value.
const MAX_HOPS: usize = 50;

impl<'a> Extent<'a> {
    /// The number of schemas the document expands to, recursion cut.
    ///
    /// # Errors
    /// Where it is circular or too deep.
    pub(super) fn measure(root: &'a Value) -> Result<u64, TooMuch> {
        let mut extent = Self {
            root,
            done: BTreeMap::new(),
            open: BTreeSet::new(),
        };
        let mut seen = BTreeSet::new();
        for pointer in positions(root) {
            extent.hops(&pointer, &mut Vec::new(), &mut seen)?;
        }
        extent.visit("", 0).map(|(_, size)| size)
    }

    /// Walks what applies to one value; a schema that comes back to itself never ends.
    fn hops(
        &self,
        pointer: &str,
        path: &mut Vec<String>,
        seen: &mut BTreeSet<String>,
    ) -> Result<(), TooMuch> {
        if path.iter().any(|on_path| on_path == pointer) {
            return Err(TooMuch::Circular(pointer.to_owned()));
        }
        if path.len() > MAX_HOPS {
            return Err(TooMuch::Deep(pointer.to_owned()));
        }
        let Some(schema) = self.root.pointer(pointer) else {
            return Ok(());
        };
        if !seen.insert(pointer.to_owned()) {
            return Ok(());
        }
        path.push(pointer.to_owned());
        let same_value = children(schema, pointer).into_iter().filter(|c| c.in_place);
        let next: Vec<String> = same_value
            .map(|c| c.pointer)
            .chain(local_target(schema))
            .collect();
        for pointer in next {
            self.hops(&pointer, path, seen)?;
        }
        path.pop();
        Ok(())
    }

    fn visit(&mut self, pointer: &str, level: usize) -> Result<(usize, u64), TooMuch> {
        if let Some(&(height, size)) = self.done.get(pointer) {
            return if level + height > MAX_LEVELS {
                Err(TooMuch::Deep(pointer.to_owned()))
            } else {
                Ok((height, size))
            };
        }
        if level > MAX_LEVELS {
            return Err(TooMuch::Deep(pointer.to_owned()));
        }
        let Some(schema) = self.root.pointer(pointer) else {
            return Ok((0, 0));
        };
        if !self.open.insert(pointer.to_owned()) {
            return Ok((0, 1));
        }
        let mut height = 0;
        let mut size = 1_u64;
        let inside = children(schema, pointer).into_iter();
        let reached = inside.filter(|c| !c.definition).map(|c| c.pointer);
        for next in reached.chain(local_target(schema)) {
            let (below, weight) = self.visit(&next, level + 1)?;
            height = height.max(below + 1);
            size = size.saturating_add(weight);
        }
        self.open.remove(pointer);
        self.done.insert(pointer.to_owned(), (height, size));
        Ok((height, size))
    }
}
