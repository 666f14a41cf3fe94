//! Documents written as one array whose members refer to each other by index: devalue (Nuxt's
//! `__NUXT_DATA__`) and turbo-stream (React Router, Remix), where keys are indices too (`_12`).

use serde_json::{Map, Value};

/// References are followed this deep, and to this many values.
const DEEPEST: usize = 8;
const MOST: usize = 2_000;
/// Wrappers whose second member is the index of what they wrap.
const WRAPPERS: [&str; 7] = [
    "Reactive",
    "ShallowReactive",
    "Ref",
    "ShallowRef",
    "EmptyRef",
    "NuxtError",
    "Island",
];

/// An array of values that refer to each other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table<'a> {
    items: &'a [Value],
}

/// A document as a table, if it is one: an array that starts with a reference, most of whose objects
/// hold nothing but indices.
pub(super) fn table(document: &Value) -> Option<Table<'_>> {
    let items = document.as_array()?.as_slice();
    let index = |value: &Value| value.as_i64().is_some_and(|at| at.unsigned_abs() < 1 << 32);
    let refers = match items.first()? {
        Value::Array(first) => first.first()?.is_string() && first.get(1).is_some_and(index),
        Value::Object(map) => !map.is_empty() && map.values().all(index),
        _ => false,
    };
    let objects = || items.iter().filter_map(Value::as_object).take(50);
    let indices = |map: &Map<String, Value>| map.values().all(index);
    (refers && items.len() > 2 && objects().all(indices)).then_some(Table { items })
}

impl Table<'_> {
    /// The objects whose name, under one of these keys, is the wanted one.
    pub(super) fn named(
        self,
        keys: &[&str],
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<(usize, Value)> {
        let named = |map: &Map<String, Value>| {
            map.iter().any(|(key, at)| {
                let text = at.as_u64().and_then(|at| self.text(at));
                keys.contains(&self.key(key)) && text.is_some_and(&is_wanted)
            })
        };
        let objects = self.items.iter().enumerate();
        let found = objects.filter(|(_, item)| {
            item.as_object()
                .is_some_and(|map| map.len() > 1 && named(map))
        });
        found
            .map(|(at, _)| (at, self.value(at, 0, &mut MOST.clone())))
            .collect()
    }

    fn text(&self, at: u64) -> Option<&str> {
        self.items.get(usize::try_from(at).ok()?)?.as_str()
    }

    /// A key as written, or the text that an index in its place refers to.
    fn key<'a>(&'a self, key: &'a str) -> &'a str {
        let index = key.strip_prefix('_').and_then(|at| at.parse().ok());
        index.and_then(|at| self.text(at)).unwrap_or(key)
    }

    /// The value at an index with what it refers to in place.
    fn value(&self, at: usize, depth: usize, left: &mut usize) -> Value {
        let Some(item) = self.items.get(at).filter(|_| depth < DEEPEST && *left > 0) else {
            return Value::Null;
        };
        *left -= 1;
        match item {
            Value::Object(map) => {
                let fields = map.iter().map(|(key, inner)| {
                    let value = self.refer(inner, depth, left);
                    (self.key(key).to_owned(), value)
                });
                Value::Object(fields.collect())
            }
            Value::Array(items) => self.list(items, depth, left),
            plain => plain.clone(),
        }
    }

    fn list(&self, items: &[Value], depth: usize, left: &mut usize) -> Value {
        match (items.first().and_then(Value::as_str), items.get(1)) {
            (Some("Date" | "URL" | "BigInt" | "D" | "U" | "B"), Some(text)) => text.clone(),
            (Some("Set"), _) => {
                let members = items[1..].iter().map(|one| self.refer(one, depth, left));
                members.collect()
            }
            (Some(wrapper), Some(inner)) if WRAPPERS.contains(&wrapper) => {
                self.refer(inner, depth, left)
            }
            (Some(_), _) => Value::Null,
            (None, _) => {
                let members = items.iter().map(|one| self.refer(one, depth, left));
                members.collect()
            }
        }
    }

    /// What an index stands for; negative ones are JavaScript's values that JSON has none of.
    fn refer(&self, index: &Value, depth: usize, left: &mut usize) -> Value {
        let at = index.as_u64().and_then(|at| usize::try_from(at).ok());
        at.map_or(Value::Null, |at| self.value(at, depth + 1, left))
    }
}
