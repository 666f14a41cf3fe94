//! One alternative of a value read as facts - types, closed set, properties, items - and the facts
//! of all alternatives put together.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::expand::{Conjunction, Expander};
use super::node::{Node, definition_name};
use super::{ClosedSet, JsonType, graph};

/// One alternative.
#[derive(Debug, Default)]
pub(super) struct Branch {
    /// JSON types besides null; `None` is any.
    types: Option<BTreeSet<JsonType>>,
    null: bool,
    /// Members, null left out; `None` is open.
    members: Option<Vec<Value>>,
    title: Option<String>,
    /// The title beside a `const`.
    member_title: Option<String>,
    description: Option<String>,
    format: Option<String>,
    default: Option<Value>,
    definition: Option<String>,
    /// Properties with the pointers of all schemas that apply to them.
    pub(super) properties: Vec<(String, Conjunction)>,
    places: BTreeMap<String, usize>,
    pub(super) required: BTreeSet<String>,
    pub(super) closed: bool,
    pub(super) patterned: bool,
    pub(super) items: Conjunction,
    pub(super) prefix: Vec<Conjunction>,
    pub(super) extra: Conjunction,
}

impl Branch {
    pub(super) fn of(expander: &Expander, all: &Conjunction) -> Self {
        let mut branch = Self {
            null: true,
            ..Self::default()
        };
        for pointer in all {
            branch.add(expander.at(pointer), pointer);
        }
        branch.infer();
        branch
    }

    /// Whether it admits null and nothing else.
    pub(super) fn only_null(&self) -> bool {
        let no_type = self.types.as_ref().is_some_and(BTreeSet::is_empty);
        let no_member = self.members.as_ref().is_some_and(Vec::is_empty);
        self.null && (no_type || no_member)
    }

    /// The schemas that apply to a property.
    pub(super) fn property(&self, name: &str) -> Option<&Conjunction> {
        self.places.get(name).map(|&at| &self.properties[at].1)
    }

    fn add(&mut self, schema: &Value, pointer: &str) {
        let text = |keyword: &str| schema.get(keyword)?.as_str().map(str::to_owned);
        self.title = self.title.take().or_else(|| text("title"));
        if schema.get("const").is_some() {
            self.member_title = text("title");
        }
        self.description = self.description.take().or_else(|| text("description"));
        self.format = self.format.take().or_else(|| text("format"));
        let default = || schema.get("default").cloned();
        self.default = self.default.take().or_else(default);
        let definition = || definition_name(schema);
        self.definition = self.definition.take().or_else(definition);
        self.add_types(schema);
        self.add_members(schema);
        self.add_object(schema, pointer);
        self.add_list(schema, pointer);
    }

    fn add_types(&mut self, schema: &Value) {
        let names: Vec<&str> = match schema.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
            _ => return,
        };
        self.null &= names.contains(&"null");
        let given: BTreeSet<JsonType> = names.into_iter().filter_map(JsonType::named).collect();
        self.types = Some(match self.types.take() {
            None => given,
            Some(before) => common(&before, &given),
        });
    }

    fn add_members(&mut self, schema: &Value) {
        let listed = schema.get("enum").and_then(Value::as_array).cloned();
        let constant = schema.get("const").map(|value| vec![value.clone()]);
        for members in [listed, constant].into_iter().flatten() {
            self.null &= members.contains(&Value::Null);
            let fresh = members.into_iter().filter(|member| !member.is_null());
            self.members = Some(match self.members.take() {
                None => fresh.collect(),
                Some(before) => fresh.filter(|member| before.contains(member)).collect(),
            });
        }
    }

    fn add_object(&mut self, schema: &Value, pointer: &str) {
        let base = format!("{pointer}/properties");
        for name in schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(|p| p.keys())
        {
            let at = *self.places.entry(name.clone()).or_insert_with(|| {
                self.properties.push((name.clone(), Conjunction::new()));
                self.properties.len() - 1
            });
            self.properties[at].1.push(graph::step(&base, name));
        }
        let required = schema.get("required").and_then(Value::as_array);
        let required = required.into_iter().flatten().filter_map(Value::as_str);
        self.required.extend(required.map(str::to_owned));
        let forbids = |keyword: &str| schema.get(keyword) == Some(&Value::Bool(false));
        self.closed |= forbids("additionalProperties") || forbids("unevaluatedProperties");
        self.patterned |= schema.get("patternProperties").is_some();
        if schema
            .get("additionalProperties")
            .is_some_and(Value::is_object)
        {
            self.extra.push(format!("{pointer}/additionalProperties"));
        }
    }

    fn add_list(&mut self, schema: &Value, pointer: &str) {
        if schema.get("items").is_some_and(Value::is_object) {
            self.items.push(format!("{pointer}/items"));
        }
        let prefix = schema.get("prefixItems").and_then(Value::as_array);
        for at in 0..prefix.map_or(0, Vec::len) {
            if self.prefix.len() == at {
                self.prefix.push(Conjunction::new());
            }
            self.prefix[at].push(format!("{pointer}/prefixItems/{at}"));
        }
    }

    /// Types that are meant though not written: those of the members, an object where properties
    /// are declared, a list where items are.
    fn infer(&mut self) {
        if let Some(members) = &mut self.members {
            if let Some(types) = &self.types {
                members.retain(|m| JsonType::of(m).is_none_or(|t| admits(types, t)));
            }
            let types = members.iter().filter_map(JsonType::of).collect();
            self.types.get_or_insert(types);
        }
        if self.types.is_some() {
            return;
        }
        if !self.properties.is_empty() {
            self.types = Some(BTreeSet::from([JsonType::Object]));
            self.null = false;
        } else if !self.items.is_empty() {
            self.types = Some(BTreeSet::from([JsonType::Array]));
            self.null = false;
        }
    }
}

/// Types two schemas share; an integer is a number.
fn common(a: &BTreeSet<JsonType>, b: &BTreeSet<JsonType>) -> BTreeSet<JsonType> {
    let narrow = |x: &BTreeSet<JsonType>, y: &BTreeSet<JsonType>| {
        let kept = x.iter().filter(|t| admits(y, **t));
        kept.copied().collect::<BTreeSet<_>>()
    };
    narrow(a, b).union(&narrow(b, a)).copied().collect()
}

fn admits(types: &BTreeSet<JsonType>, kind: JsonType) -> bool {
    let wider = kind == JsonType::Integer && types.contains(&JsonType::Number);
    types.contains(&kind) || wider
}

/// Writes what all alternatives say together into the node.
pub(super) fn describe(node: &mut Node, branches: &[Branch]) {
    let first =
        |part: fn(&Branch) -> &Option<String>| branches.iter().find_map(|b| part(b).clone());
    node.title = first(|b| &b.title);
    node.description = first(|b| &b.description);
    node.definition = first(|b| &b.definition);
    node.default = branches.iter().find_map(|b| b.default.clone());
    node.nullable = branches.iter().any(|b| b.null);
    let values: Vec<&Branch> = branches.iter().filter(|b| !b.only_null()).collect();
    node.format = shared_format(&values);
    let open = values.is_empty() || values.iter().any(|b| b.types.is_none());
    if !open {
        let all: BTreeSet<JsonType> = values
            .iter()
            .filter_map(|b| b.types.as_ref())
            .flatten()
            .copied()
            .collect();
        node.types = all.into_iter().collect();
    }
    node.closed_set = closed_set(&values);
}

/// The format of a value, where no alternative contradicts it.
fn shared_format(branches: &[&Branch]) -> Option<String> {
    let texts = branches.iter().filter(|b| {
        let types = b.types.as_ref();
        types.is_none_or(|types| types.contains(&JsonType::String)) && b.members.is_none()
    });
    let formats: BTreeSet<Option<&String>> = texts.map(|b| b.format.as_ref()).collect();
    match formats.into_iter().collect::<Vec<_>>().as_slice() {
        [Some(one)] => Some((*one).clone()),
        _ => None,
    }
}

/// Members of all closed alternatives, without those an open alternative admits anyway.
fn closed_set(branches: &[&Branch]) -> Option<ClosedSet> {
    let open: Vec<&&Branch> = branches.iter().filter(|b| b.members.is_none()).collect();
    let admitted = |member: &Value| {
        let kind = JsonType::of(member);
        open.iter().any(|b| match (&b.types, kind) {
            (Some(types), Some(kind)) => admits(types, kind),
            _ => true,
        })
    };
    let mut set = ClosedSet {
        members: Vec::new(),
        titles: Vec::new(),
    };
    let mut closed = false;
    for branch in branches {
        let Some(members) = &branch.members else {
            continue;
        };
        closed = true;
        for member in members.iter().filter(|m| !admitted(m)) {
            if !set.members.contains(member) {
                set.members.push(member.clone());
            }
            if let ([Value::String(member)], Some(title)) =
                (members.as_slice(), &branch.member_title)
                && branches.len() > 1
            {
                set.titles.push((member.clone(), title.clone()));
            }
        }
    }
    (closed && (open.is_empty() || !set.members.is_empty())).then_some(set)
}

/// Keys that every alternative requires.
pub(super) fn required(branches: &[&Branch]) -> BTreeSet<String> {
    let Some((first, rest)) = branches.split_first() else {
        return BTreeSet::new();
    };
    let everywhere = first.required.iter();
    everywhere
        .filter(|name| rest.iter().all(|b| b.required.contains(*name)))
        .cloned()
        .collect()
}
