//! Finds the objects of a document that carry the page's heading as their name, and puts what they
//! refer to in its place: Apollo's normalised stores, arrays of indices.

use serde_json::{Map, Value};

use super::indexed;
use super::minor::in_major_units;
use crate::entity::{Graph, Origin};
use crate::words::squash;

/// Keys under which objects carry their name.
const NAMES: [&str; 5] = ["title", "name", "headline", "productName", "displayName"];
/// References are followed this deep, and to this many objects.
const DEEPEST: usize = 6;
const MOST: usize = 2_000;

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// The page's heading, squashed.
    pub heading: &'a str,
}

impl Wanted<'_> {
    /// Adds the objects of one document that are named like the heading.
    pub(super) fn document(self, document: &Value, name: &str, graph: &mut Graph) {
        if let Some(table) = indexed::table(document) {
            for (at, object) in table.named(&NAMES, |text| squash(text) == self.heading) {
                graph.add(
                    in_major_units(object),
                    Origin::State,
                    format!("{name}/{at}"),
                );
            }
            return;
        }
        let mut stack = vec![(document, name.to_owned())];
        while let Some((value, path)) = stack.pop() {
            match value {
                Value::Array(items) => {
                    let items = items.iter().enumerate().rev();
                    stack.extend(items.map(|(at, item)| (item, format!("{path}/{at}"))));
                }
                Value::Object(map) if self.is_named(map) => {
                    let mut left = MOST;
                    let object = in_major_units(whole(value, document, 0, &mut left));
                    graph.add(object, Origin::State, path);
                }
                Value::Object(map) => {
                    let inner = map.iter().rev();
                    stack.extend(inner.map(|(key, item)| (item, format!("{path}/{key}"))));
                }
                _ => {}
            }
        }
    }

    fn is_named(self, map: &Map<String, Value>) -> bool {
        let is_it = |key: &str| {
            let text = map.get(key).and_then(Value::as_str);
            text.is_some_and(|text| squash(text) == self.heading)
        };
        map.len() > 1 && NAMES.iter().any(|key| is_it(key))
    }
}

/// A value with references to other objects of the store (`{"__ref": key}`) replaced by them, its
/// `__typename` as its type, and arguments left out of keys (`price({"in":"EUR"})`).
fn whole(value: &Value, store: &Value, depth: usize, left: &mut usize) -> Value {
    if *left == 0 {
        return Value::Null;
    }
    *left -= 1;
    match value {
        Value::Array(items) => {
            let items = items.iter().map(|item| whole(item, store, depth, left));
            items.collect()
        }
        Value::Object(map) => match map.get("__ref").and_then(Value::as_str) {
            Some(_) if depth >= DEEPEST => Value::Null,
            Some(key) => target(store, key)
                .map_or(Value::Null, |target| whole(target, store, depth + 1, left)),
            None => object(map, store, depth, left),
        },
        plain => plain.clone(),
    }
}

fn object(map: &Map<String, Value>, store: &Value, depth: usize, left: &mut usize) -> Value {
    let mut out = Map::new();
    if let Some(kind) = map.get("__typename").and_then(Value::as_str) {
        out.insert("@type".to_owned(), Value::from(vec![kind]));
    }
    for (key, inner) in map {
        let bare = key.split('(').next().unwrap_or(key);
        let value = whole(inner, store, depth, left);
        out.entry(bare.to_owned()).or_insert(value);
    }
    Value::Object(out)
}

/// The object that a store keeps under a key, at its top or one level below.
fn target<'a>(store: &'a Value, key: &str) -> Option<&'a Value> {
    let map = store.as_object()?;
    let inner = || map.values().find_map(|inner| inner.get(key));
    map.get(key)
        .or_else(inner)
        .filter(|value| value.is_object())
}
