//! Remarks of `windrow check`: a schema that is honoured but may not do what its author expects.

use serde_json::Value;

use super::node::Node;
use super::{AnswerSchema, Field, Finding, Guard, ItemKind, JsonType};
use super::{graph, keywords, validators, words};
use crate::spelling::meant;

/// All remarks, fields in schema order.
pub(super) fn of(schema: &AnswerSchema) -> Vec<Finding> {
    let mut found = Vec::new();
    draft(schema, &mut found);
    required_remarks(schema.arena.node(schema.roles.root), &mut found);
    for (_, node, name) in named_nodes(schema) {
        node_remarks(node, &name, &mut found);
    }
    for (at, word, keyword) in keywords::misspelt(&schema.source) {
        found.push(remark(
            &at,
            "unknown_keyword",
            &keywords::told(&word, keyword),
        ));
    }
    let own = schema.answer.as_ref().and_then(|a| a.own_field.as_deref());
    let rows = schema.answer.iter().flat_map(|a| &a.fields);
    for field in rows.chain(&schema.top) {
        field_remarks(field, own == Some(field.name.as_str()), &mut found);
    }
    if let Some(answer) = &schema.answer
        && answer.item == ItemKind::Object
        && answer.own_field.is_none()
    {
        let pointer = answer
            .path
            .iter()
            .fold(String::new(), |p, s| graph::step(&p, s));
        found.push(remark(
            &pointer,
            "no_own_page_field",
            "rows have no field for their own page's address: rows are told apart by content, closed sets \
             are checked against every page, and stubs are not throttled; add one such as sourceUrl, or name it \
             with own_field",
        ));
    }
    for seed in schema.seeds() {
        if let (Err(refused), Some(field)) = (seed.value, schema.top_field(&seed.field)) {
            let message = format!("the default is left out: {}", refused.message);
            found.push(remark(
                &graph::step(&field.pointer, "default"),
                "seed_skipped",
                &message,
            ));
        }
    }
    found
}

fn remark(pointer: &str, code: &str, message: &str) -> Finding {
    Finding {
        pointer: pointer.to_owned(),
        code: code.to_owned(),
        message: message.to_owned(),
    }
}

fn draft(schema: &AnswerSchema, found: &mut Vec<Finding>) {
    let Some(draft) = schema.source.get("$schema").and_then(Value::as_str) else {
        return;
    };
    if !draft.contains("2020-12") {
        let message = "is read as JSON Schema 2020-12, whatever draft it names";
        found.push(remark("/$schema", "other_draft", message));
    }
}

/// Every shape that is a property or a list's element, with the property's name.
fn named_nodes(schema: &AnswerSchema) -> Vec<(usize, &Node, String)> {
    let mut seen = std::collections::BTreeSet::new();
    let mut found = Vec::new();
    for node in &schema.arena.nodes {
        for (name, id) in &node.properties {
            let element = schema.arena.node(*id).element;
            for id in [Some(*id), element].into_iter().flatten() {
                if seen.insert(id) {
                    found.push((id, schema.arena.node(id), name.clone()));
                }
            }
        }
    }
    found
}

/// A key that an object needs and no draft can give it.
fn required_remarks(node: &Node, found: &mut Vec<Finding>) {
    let declared = |name: &String| node.properties.iter().any(|(known, _)| known == name);
    for name in node.required.iter().filter(|name| !declared(name)) {
        let known = node.properties.iter().map(|(known, _)| known.as_str());
        let meant =
            meant(name, known).map_or_else(String::new, |one| format!("; did you mean `{one}`?"));
        let message = format!(
            "requires `{name}`, which is none of its properties: no page fills it, and what lacks it is \
             refused{meant}"
        );
        found.push(remark(node.pointer(), "required_undeclared", &message));
    }
}

fn node_remarks(node: &Node, name: &str, found: &mut Vec<Finding>) {
    let at = node.pointer();
    required_remarks(node, found);
    if node
        .closed_set
        .as_ref()
        .is_some_and(|set| set.members.is_empty())
    {
        found.push(remark(
            at,
            "empty_closed_set",
            "has no member: every value is refused",
        ));
    }
    let several = node.alternatives > 1 && node.types.is_empty();
    if node.cut || several {
        let message = "admits alternatives without bound: only the schema as a whole judges its values, no guard does";
        found.push(remark(at, "unbounded_union", message));
    }
    let Some(format) = &node.format else {
        return;
    };
    if Guard::of_format(format).is_some() {
        return;
    }
    if node.types.contains(&JsonType::String) && Guard::of_name(name).is_some() {
        let message = format!("format `{format}` switches the guard of the name off");
        found.push(remark(at, "format_switches_guard_off", &message));
    }
    if !validators::checks_format(format) {
        let message = format!("format `{format}` is not known: it checks nothing");
        found.push(remark(at, "unknown_format", &message));
    }
}

fn field_remarks(field: &Field, own: bool, found: &mut Vec<Finding>) {
    let at = &field.pointer;
    let strict = field.required && !field.nullable;
    if strict && field.closed_set.is_some() {
        let message = "is a required closed set that may not be null: a row whose page states no member is \
                       refused; allow null, or add a member such as \"unknown\"";
        found.push(remark(at, "required_closed_set", message));
    } else if strict && !own && !is_name(&field.name) && !field.types.contains(&JsonType::Array) {
        let message =
            "is required and may not be null: a page that does not publish it costs the row";
        found.push(remark(at, "required_may_be_unpublished", message));
    }
    let by_name = field.guard == Some(Guard::Url) && field.format.is_none();
    if by_name && !own {
        let message = "takes absolute http(s) addresses only, because of its name: relative links are refused";
        found.push(remark(at, "name_guard_refuses_relative", message));
    }
}

/// Whether a field names the row: what every detail page has.
fn is_name(name: &str) -> bool {
    words(name)
        .iter()
        .any(|word| matches!(word.as_str(), "name" | "title" | "headline"))
}
