//! The first door: a document that is not JSON Schema 2020-12, refers to what is not there, or
//! would blow up when followed, is refused here with its pointer. What passes is rewritten so that
//! every reference is a pointer from the root.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Finding;
use super::graph::{self, Extent, TooMuch};
use super::keywords;

/// The most JSON values a schema may consist of.
const MAX_VALUES: usize = 100_000;
/// The deepest nesting of the document itself.
const MAX_DEPTH: usize = 100;
/// The most schemas it may expand to when references are followed.
const MAX_EXPANDED: u64 = 100_000;
/// The most findings reported at once.
const MAX_FINDINGS: usize = 50;

/// The code of a schema that cannot be honoured.
pub(super) const REFUSED: &str = "schema_refused";

/// A finding with the code of a refused schema.
pub(super) fn refused(pointer: impl Into<String>, message: impl Into<String>) -> Finding {
    Finding {
        pointer: pointer.into(),
        code: REFUSED.into(),
        message: message.into(),
    }
}

/// The document with `$schema` and `$id` of the root removed and every reference local.
///
/// # Errors
/// Every reason why it cannot be honoured.
pub(super) fn open(source: &Value) -> Result<Value, Vec<Finding>> {
    within_limits(source).map_err(|finding| vec![finding])?;
    let mut document = source.clone();
    let Some(root) = document.as_object_mut() else {
        return Err(vec![refused("", "the schema must be a JSON object")]);
    };
    root.shift_remove("$schema");
    let id = root.shift_remove("$id");
    let id = id.as_ref().and_then(Value::as_str).unwrap_or_default();
    well_formed(&document)?;
    localise(&mut document, id.trim_end_matches('#'))?;
    expandable(&document)?;
    Ok(document)
}

fn within_limits(source: &Value) -> Result<(), Finding> {
    let mut open = vec![(source, 0)];
    let mut count = 0;
    while let Some((value, depth)) = open.pop() {
        count += 1;
        if depth > MAX_DEPTH {
            return Err(refused("", format!("nests deeper than {MAX_DEPTH} levels")));
        }
        if count > MAX_VALUES {
            return Err(refused("", format!("has more than {MAX_VALUES} values")));
        }
        match value {
            Value::Array(list) => open.extend(list.iter().map(|v| (v, depth + 1))),
            Value::Object(map) => open.extend(map.values().map(|v| (v, depth + 1))),
            _ => {}
        }
    }
    Ok(())
}

fn well_formed(document: &Value) -> Result<(), Vec<Finding>> {
    let meta = jsonschema::draft202012::meta::validator();
    let errors = meta.iter_errors(document).take(MAX_FINDINGS);
    let mut findings: Vec<Finding> = errors
        .map(|error| {
            let at = error.instance_path().as_str();
            let is_type = at.ends_with("/type") && !at.ends_with("/properties/type");
            let no_type = Some(error.instance()).filter(|_| is_type || at == "/type");
            let said = no_type
                .and_then(|value| keywords::no_type(value))
                .unwrap_or_else(|| {
                    let said: String = error.masked_with("the value").to_string();
                    super::clip(&said, 200)
                });
            refused(at, format!("is not JSON Schema 2020-12: {said}"))
        })
        .collect();
    // Each vocabulary says the same of a place.
    let mut told: Vec<Finding> = Vec::new();
    findings.retain(|finding| {
        let new = !told.contains(finding);
        told.extend(new.then(|| finding.clone()));
        new
    });
    if findings.is_empty() {
        Ok(())
    } else {
        Err(findings)
    }
}

/// Keywords of other drafts and of the specification that would be ignored or need a second
/// document, with the remedy.
const NOT_HONOURED: [(&str, &str); 5] = [
    (
        "dependencies",
        "write dependentRequired or dependentSchemas",
    ),
    ("additionalItems", "write prefixItems and items"),
    ("$dynamicRef", "write $ref"),
    ("$recursiveRef", "write $ref"),
    (
        "$id",
        "move the sub-schema to $defs and refer to it by pointer",
    ),
];

fn localise(document: &mut Value, id: &str) -> Result<(), Vec<Finding>> {
    let mut findings = Vec::new();
    let anchors = anchors(document);
    let mut open = vec![String::new()];
    let mut seen = std::collections::BTreeSet::new();
    while let Some(pointer) = open.pop() {
        let Some(schema) = document.pointer(&pointer) else {
            continue;
        };
        if !seen.insert(pointer.clone()) {
            continue;
        }
        findings.extend(not_honoured(schema, &pointer));
        open.extend(
            graph::children(schema, &pointer)
                .into_iter()
                .map(|c| c.pointer),
        );
        let Some(reference) = schema.get("$ref").and_then(Value::as_str) else {
            continue;
        };
        match target(document, reference, id, &anchors) {
            Ok(target) => {
                if let Some(slot) = document.pointer_mut(&graph::step(&pointer, "$ref")) {
                    *slot = Value::String(graph::as_fragment(&target));
                }
                open.push(target);
            }
            Err(message) => findings.push(refused(graph::step(&pointer, "$ref"), message)),
        }
    }
    findings.truncate(MAX_FINDINGS);
    if findings.is_empty() {
        Ok(())
    } else {
        findings.sort_by(|a, b| a.pointer.cmp(&b.pointer));
        Err(findings)
    }
}

fn not_honoured(schema: &Value, pointer: &str) -> Vec<Finding> {
    let Some(object) = schema.as_object() else {
        return Vec::new();
    };
    let known = NOT_HONOURED
        .iter()
        .filter(|(keyword, _)| object.contains_key(*keyword));
    known
        .map(|(keyword, remedy)| {
            let message = format!("`{keyword}` cannot be honoured here: {remedy}");
            refused(graph::step(pointer, keyword), message)
        })
        .collect()
}

fn anchors(document: &Value) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for pointer in graph::positions(document) {
        let schema = document.pointer(&pointer);
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(name) = schema.and_then(|s| s.get(keyword)).and_then(Value::as_str) {
                found
                    .entry(name.to_owned())
                    .or_insert_with(|| pointer.clone());
            }
        }
    }
    found
}

fn target(
    document: &Value,
    reference: &str,
    id: &str,
    anchors: &BTreeMap<String, String>,
) -> Result<String, String> {
    let shown = super::clip(reference, 200);
    let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    if !address.is_empty() && address != id {
        return Err(format!(
            "refers to another document ({shown}): remote references are not fetched, copy it into $defs"
        ));
    }
    let pointer = graph::fragment_pointer(fragment).or_else(|| anchors.get(fragment).cloned());
    let Some(pointer) = pointer else {
        return Err(format!("refers to an anchor that does not exist: {shown}"));
    };
    match document.pointer(&pointer) {
        Some(Value::Object(_) | Value::Bool(_)) => Ok(pointer),
        Some(_) => Err(format!("refers to something that is not a schema: {shown}")),
        None => Err(format!("refers to a place that does not exist: {shown}")),
    }
}

fn expandable(document: &Value) -> Result<(), Vec<Finding>> {
    let finding = match Extent::measure(document) {
        Ok(size) if size <= MAX_EXPANDED => return Ok(()),
        Ok(_) => refused(
            "",
            format!("expands to more than {MAX_EXPANDED} schemas when its references are followed"),
        ),
        Err(TooMuch::Circular(pointer)) => refused(
            pointer,
            "refers to itself without a property or list between: it can never be resolved",
        ),
        Err(TooMuch::Deep(pointer)) => refused(pointer, "references nest too deeply"),
    };
    Err(vec![finding])
}
