//! Conditions of the form `if: {properties: {field: {const: value}}}` that excuse fields on one
//! branch. Richer conditions validate and excuse nothing.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::expand::Expander;
use super::node::Node;

/// One condition and the fields each of its outcomes excuses.
#[derive(Debug, Clone, PartialEq)]
pub struct Excuse {
    /// The field that is looked at.
    pub field: String,
    /// The value it is compared with.
    pub value: Value,
    /// The condition fails where the field is not there (`required` in the condition).
    pub needs_field: bool,
    /// Fields that do not apply when the condition holds.
    pub when_met: Vec<String>,
    /// Fields that do not apply when it does not.
    pub when_not: Vec<String>,
}

impl Excuse {
    /// The fields excused by the object as it stands.
    #[must_use]
    pub fn excused(&self, object: &Map<String, Value>) -> &[String] {
        let met = match object.get(&self.field) {
            Some(value) => same(value, &self.value),
            None => !self.needs_field,
        };
        if met { &self.when_met } else { &self.when_not }
    }
}

/// Equality of JSON Schema: numbers by value.
fn same(a: &Value, b: &Value) -> bool {
    a == b || (a.is_number() && b.is_number() && a.as_f64() == b.as_f64())
}

/// The conditions among the schemas that apply to an object.
pub(super) fn of_node(expander: &mut Expander, node: &Node) -> Vec<Excuse> {
    let alternatives = expander.of_key(&node.key).list;
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for pointer in alternatives.into_iter().flatten() {
        if seen.insert(pointer.clone()) {
            found.extend(of_schema(expander.at(&pointer), &node.required));
        }
    }
    found
}

fn of_schema(schema: &Value, always: &BTreeSet<String>) -> Option<Excuse> {
    let (field, value, needs_field) = condition(schema.get("if")?)?;
    let empty = Value::Null;
    let then = schema.get("then").unwrap_or(&empty);
    let other = schema.get("else").unwrap_or(&empty);
    let excuse = Excuse {
        when_met: spared(then, other, always),
        when_not: spared(other, then, always),
        field,
        value,
        needs_field,
    };
    let idle = excuse.when_met.is_empty() && excuse.when_not.is_empty();
    (!idle).then_some(excuse)
}

/// Reads the one form of condition that excuses.
fn condition(schema: &Value) -> Option<(String, Value, bool)> {
    let object = schema.as_object()?;
    let properties = object.get("properties")?.as_object()?;
    let ((field, test), 1) = (properties.iter().next()?, properties.len()) else {
        return None;
    };
    let test = test.as_object()?;
    let constant = test.get("const")?;
    let required = match object.get("required") {
        None => false,
        Some(list) => list.as_array()?.iter().all(|name| name == field.as_str()),
    };
    let known = [
        "properties",
        "required",
        "type",
        "title",
        "description",
        "$comment",
    ];
    let plain = object.keys().all(|k| known.contains(&k.as_str()));
    let only_const = test
        .keys()
        .all(|k| matches!(k.as_str(), "const" | "type" | "title" | "description"));
    let named = object.get("required").is_none() || required;
    (plain && only_const && named).then(|| (field.clone(), constant.clone(), required))
}

/// Fields that this branch forbids, or that only the other branch asks for.
fn spared(branch: &Value, other: &Value, always: &BTreeSet<String>) -> Vec<String> {
    let asked = names(branch.get("required"));
    let mut spared = forbidden(branch);
    for name in names(other.get("required")) {
        let free = !asked.contains(&name) && !always.contains(&name);
        if free && !spared.contains(&name) {
            spared.push(name);
        }
    }
    spared
}

fn forbidden(branch: &Value) -> Vec<String> {
    let not = branch.get("not");
    let mut found = match names(not.and_then(|not| not.get("required"))) {
        one if one.len() == 1 => one,
        _ => Vec::new(),
    };
    let any = not
        .and_then(|not| not.get("anyOf"))
        .and_then(Value::as_array);
    for schema in any.into_iter().flatten() {
        let one = names(schema.get("required"));
        found.extend(one.into_iter().take(1));
    }
    let properties = branch.get("properties").and_then(Value::as_object);
    for (name, schema) in properties.into_iter().flatten() {
        let null = schema.get("type").is_some_and(|t| t == "null");
        let null = null || schema.get("const").is_some_and(Value::is_null);
        if null || schema == &Value::Bool(false) {
            found.push(name.clone());
        }
    }
    found
}

fn names(list: Option<&Value>) -> Vec<String> {
    let list = list.and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}
