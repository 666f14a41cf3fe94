//! Entities: the things a page's metadata describes, whatever the format, and walks along property
//! paths through them. Which entity the page is about is decided in `about`.

use std::collections::HashMap;

use domain::evidence::Source;
use serde_json::{Map, Value};

/// The format that stated an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// A JSON-LD block.
    Jsonld,
    /// Microdata attributes.
    Microdata,
    /// `RDFa` attributes.
    Rdfa,
    /// Embedded application state.
    State,
}

impl Origin {
    /// The receipt's source.
    pub(crate) fn source(self) -> Source {
        match self {
            Self::Jsonld => Source::Jsonld,
            Self::Microdata => Source::Microdata,
            Self::Rdfa => Source::Rdfa,
            Self::State => Source::State,
        }
    }
}

/// One described thing.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entity {
    /// Its properties; `@type` is a list of last segments.
    pub value: Value,
    /// Who states it.
    pub origin: Origin,
    /// Where.
    pub path: String,
    /// It is the value of some page's `mainEntity`.
    pub main: bool,
}

/// Everything a page's metadata describes.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    /// Top-level entities in page order.
    pub entities: Vec<Entity>,
    ids: HashMap<String, Value>,
}

/// A path leads to at most this many values: lists within lists, and references to them, would multiply.
const MOST: usize = 1_000;

/// A value at the end of a path.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Leaf<'a> {
    /// The value.
    pub value: &'a Value,
    /// The path from the entity, with list places.
    pub path: String,
}

impl Graph {
    /// Adds an entity, and those it names as its main one or holds as its only part of a kind.
    pub(crate) fn add(&mut self, value: Value, origin: Origin, path: String) {
        let mut stack = vec![(value, path, false)];
        while let Some((value, path, main)) = stack.pop() {
            if let Some(id) = value.get("@id").and_then(Value::as_str) {
                self.ids
                    .entry(id.to_owned())
                    .or_insert_with(|| value.clone());
            }
            for key in ["mainEntity", "mainEntityOfPage"] {
                let inner = each(value.get(key)).enumerate();
                let described = inner.filter(|(_, inner)| is_described(inner));
                stack.extend(described.map(|(at, inner)| {
                    (
                        inner.clone(),
                        format!("{path}.{key}[{at}]"),
                        key == "mainEntity",
                    )
                }));
            }
            for key in ["blogPost", "blogPosts"] {
                let mut posts = each(value.get(key)).filter(|post| is_described(post));
                if let (Some(post), None) = (posts.next(), posts.next()) {
                    stack.push((post.clone(), format!("{path}.{key}"), false));
                }
            }
            self.entities.push(Entity {
                value,
                origin,
                path,
                main,
            });
        }
    }

    /// What a reference (`{"@id": ...}` alone) stands for, or the value itself.
    pub(crate) fn resolve<'a>(&'a self, value: &'a Value) -> &'a Value {
        let Some(map) = value.as_object() else {
            return value;
        };
        let bare = map.keys().all(|key| key == "@id" || key == "@type");
        let target = map.get("@id").and_then(Value::as_str).filter(|_| bare);
        target.and_then(|id| self.ids.get(id)).unwrap_or(value)
    }

    /// The values at a dotted path, lists walked through. A capitalised step narrows by type.
    pub(crate) fn walk<'a>(&'a self, from: &'a Value, path: &str) -> Vec<Leaf<'a>> {
        let mut leaves = vec![Leaf {
            value: from,
            path: String::new(),
        }];
        for step in path.split('.') {
            let mut next = Vec::new();
            for leaf in &leaves {
                self.step(leaf, step, &mut next);
            }
            leaves = next;
            if leaves.is_empty() {
                break;
            }
        }
        leaves
    }

    fn step<'a>(&'a self, leaf: &Leaf<'a>, step: &str, out: &mut Vec<Leaf<'a>>) {
        if out.len() >= MOST {
            return;
        }
        let value = self.resolve(leaf.value);
        if step.starts_with(|ch: char| ch.is_ascii_uppercase()) {
            if has_type(value, step) {
                out.push(leaf.clone());
            }
            return;
        }
        let Some(found) = value.as_object().and_then(|map| property(map, step)) else {
            return;
        };
        let path = if leaf.path.is_empty() {
            step.to_owned()
        } else {
            format!("{}.{step}", leaf.path)
        };
        match found {
            Value::Array(items) => {
                let items = items.iter().enumerate().take(MOST - out.len());
                out.extend(items.map(|(at, item)| Leaf {
                    value: self.resolve(item),
                    path: format!("{path}[{at}]"),
                }));
            }
            one => out.push(Leaf {
                value: self.resolve(one),
                path,
            }),
        }
    }
}

/// Whether a value says more of a thing than which one it is.
fn is_described(value: &Value) -> bool {
    value.get("@type").is_some() && value.as_object().is_some_and(|map| map.len() > 2)
}

/// A property by name: exactly, or in another case.
fn property<'a>(map: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    map.get(name).or_else(|| {
        let mut keys = map.iter();
        keys.find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    })
}

/// The items of a list, or the one value.
pub(crate) fn each(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    let (list, one) = match value {
        Some(Value::Array(items)) => (items.as_slice(), None),
        other => (&[][..], other),
    };
    list.iter().chain(one)
}

/// The types of an entity.
pub(crate) fn types(value: &Value) -> impl Iterator<Item = &str> {
    each(value.get("@type")).filter_map(Value::as_str)
}

/// Whether an entity is of this type, case aside.
pub(crate) fn has_type(value: &Value, wanted: &str) -> bool {
    types(value).any(|kind| kind.eq_ignore_ascii_case(wanted))
}
