//! Words of a schema that JSON Schema 2020-12 does not have and that are near to one it has. A schema may
//! hold words of its own, so they are only named.

use serde_json::Value;

use super::graph;
use crate::spelling::meant;

/// The types (validation vocabulary, section 6.1.1).
pub(super) const TYPES: [&str; 7] = [
    "null", "boolean", "object", "array", "number", "integer", "string",
];

/// The keywords of all vocabularies of 2020-12.
const KEYWORDS: [&str; 59] = [
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$ref",
    "$schema",
    "$vocabulary",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "dependentRequired",
    "dependentSchemas",
    "deprecated",
    "description",
    "else",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "readOnly",
    "required",
    "then",
    "title",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
    "writeOnly",
    // Words of neighbours that mean nothing here and are no mistakes.
    "example",
    "definitions",
];

/// The misspelt keywords of a schema: where each stands, the word, and the keyword it may mean.
pub(super) fn misspelt(schema: &Value) -> Vec<(String, String, &'static str)> {
    let mut found = Vec::new();
    for at in graph::positions(schema) {
        let here = schema.pointer(&at).and_then(Value::as_object);
        for word in here.into_iter().flat_map(serde_json::Map::keys) {
            if KEYWORDS.contains(&word.as_str()) {
                continue;
            }
            if let Some(keyword) = meant(word, KEYWORDS) {
                found.push((graph::step(&at, word), word.clone(), keyword));
            }
        }
    }
    found.sort();
    found
}

/// A misspelt keyword in words.
pub(super) fn told(word: &str, keyword: &str) -> String {
    format!("`{word}` is no keyword and checks nothing: did you mean `{keyword}`?")
}

/// What is wrong with the value of `type`, where a name is.
pub(super) fn no_type(value: &Value) -> Option<String> {
    let names = match value {
        Value::Array(names) => names.as_slice(),
        one => std::slice::from_ref(one),
    };
    let wrong = names
        .iter()
        .find(|name| !name.as_str().is_some_and(|name| TYPES.contains(&name)))?;
    let meant = wrong.as_str().and_then(|name| meant(name, TYPES));
    let meant = meant.map_or_else(String::new, |name| format!("; did you mean \"{name}\"?"));
    let shown = super::clip(&wrong.to_string(), 100);
    Some(format!(
        "{shown} is no type{meant} Types are {}",
        TYPES.join(", ")
    ))
}
