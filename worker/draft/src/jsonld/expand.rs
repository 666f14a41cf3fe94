//! Reduces JSON-LD nodes to plain objects: terms by their last segment, value objects and sets
//! unwrapped, language-tagged alternatives decided. Not a full JSON-LD processor: remote contexts
//! are never fetched.

use std::collections::HashMap;
use std::rc::Rc;

use serde_json::{Map, Value};

/// Prefixes and term aliases that contexts declare, the inner ones first. A copy costs nothing: a document may
/// hold as many nodes as terms.
#[derive(Debug, Clone, Default)]
pub(crate) struct Terms(Option<Rc<Layer>>);

/// What one context declares.
#[derive(Debug)]
struct Layer {
    own: HashMap<String, String>,
    outer: Terms,
}

impl Terms {
    /// These terms and those of a context.
    pub(crate) fn with_context(&self, context: Option<&Value>) -> Self {
        let contexts = match context {
            Some(Value::Array(list)) => list.as_slice(),
            Some(one) => std::slice::from_ref(one),
            None => &[],
        };
        let mut own = HashMap::new();
        for (term, target) in contexts.iter().filter_map(Value::as_object).flatten() {
            let id = target.as_str().or_else(|| target.get("@id")?.as_str());
            if let Some(id) = id
                && !term.starts_with('@')
            {
                own.insert(term.clone(), id.to_owned());
            }
        }
        if own.is_empty() {
            return self.clone();
        }
        let outer = self.clone();
        Self(Some(Rc::new(Layer { own, outer })))
    }

    /// A key or type by its last segment.
    fn name(&self, term: &str) -> String {
        if term.starts_with('@') {
            return term.to_owned();
        }
        let mut layers = std::iter::successors(self.0.as_ref(), |one| one.outer.0.as_ref());
        let declared = layers.find_map(|layer| layer.own.get(term));
        last_segment(declared.map_or(term, String::as_str)).to_owned()
    }
}

/// The last segment of an IRI, a compact IRI or a path.
pub(crate) fn last_segment(term: &str) -> &str {
    let term = term.trim_end_matches('/');
    term.rsplit(['/', '#', ':']).next().unwrap_or(term)
}

/// Reduces a node. Nesting is bounded by the JSON reader (128 levels).
pub(crate) fn expand(value: &Value, terms: &Terms, lang: Option<&str>) -> Value {
    match value {
        Value::Array(items) => list(items, terms, lang),
        Value::Object(map) => object(map, terms, lang),
        plain => plain.clone(),
    }
}

fn list(items: &[Value], terms: &Terms, lang: Option<&str>) -> Value {
    let tagged = |item: &Value| {
        item.get("@language")
            .and_then(Value::as_str)
            .map(str::to_owned)
    };
    if items.len() > 1 && items.iter().all(|item| tagged(item).is_some()) {
        let wanted = lang
            .unwrap_or("")
            .split('-')
            .next()
            .unwrap_or("")
            .to_lowercase();
        let chosen = items.iter().find(|item| {
            tagged(item).is_some_and(|tag| tag.to_lowercase().split('-').next() == Some(&wanted))
        });
        if let Some(chosen) = chosen {
            return expand(chosen, terms, lang);
        }
    }
    Value::Array(items.iter().map(|item| expand(item, terms, lang)).collect())
}

fn object(map: &Map<String, Value>, terms: &Terms, lang: Option<&str>) -> Value {
    for wrapper in ["@value", "@set", "@list"] {
        if let Some(inner) = map.get(wrapper) {
            return expand(inner, terms, lang);
        }
    }
    let terms = match map.get("@context") {
        Some(context) => &terms.with_context(Some(context)),
        None => terms,
    };
    let mut out = Map::new();
    for (key, value) in map {
        if key == "@context" || key == "@graph" {
            continue;
        }
        let name = terms.name(key);
        let value = match name.as_str() {
            "@type" => types(value, terms),
            _ => expand(value, terms, lang),
        };
        out.entry(name).or_insert(value);
    }
    if !out.contains_key("@type")
        && let Some(kind) = map.get("type").filter(|kind| kind.is_string())
    {
        out.insert("@type".to_owned(), types(kind, terms));
    }
    Value::Object(out)
}

fn types(value: &Value, terms: &Terms) -> Value {
    let name = |text: &str| Value::String(terms.name(text));
    match value {
        Value::String(text) => Value::Array(vec![name(text)]),
        Value::Array(items) => items.iter().filter_map(Value::as_str).map(name).collect(),
        _ => Value::Array(Vec::new()),
    }
}
