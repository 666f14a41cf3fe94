//! What `windrow check` tells of a schema: one entry a field, warnings, refusals.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{AnswerSchema, Field, Finding, Guard, JsonType, graph};
use crate::evidence::Source;

/// The structure of `check --json`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CheckReport {
    /// Whether the schema is honoured.
    pub ok: bool,
    /// JSON pointer of the answer array in the document.
    pub answer: Option<String>,
    /// The property that holds a row's own address.
    pub own_field: Option<String>,
    /// Every field of the document, then of the row, in schema order, nested ones one level deep.
    pub fields: Vec<FieldReport>,
    /// Remarks.
    pub warnings: Vec<Finding>,
    /// Why the schema is not honoured.
    pub refusals: Vec<Finding>,
}

/// One field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldReport {
    /// JSON pointer in the document; `-` stands for any item of a list.
    pub pointer: String,
    /// Its JSON types besides null, joined by `|`; `any` if they are not limited.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether it may be null.
    pub nullable: bool,
    /// Whether its object requires it.
    pub required: bool,
    /// The guard on its texts.
    pub guard: Option<Guard>,
    /// Members of its closed set.
    pub members: Option<Vec<Value>>,
    /// Whether its texts must be stated by a page.
    pub evidence: bool,
    /// Which sources can fill it, best first.
    pub sources: Vec<Source>,
    /// The schema's description.
    pub description: Option<String>,
}

/// The report of a compile result.
#[must_use]
pub fn check_report(compiled: Result<&AnswerSchema, &[Finding]>) -> CheckReport {
    let schema = match compiled {
        Ok(schema) => schema,
        Err(refusals) => {
            return CheckReport {
                refusals: refusals.to_vec(),
                ..CheckReport::default()
            };
        }
    };
    let answer = schema.answer.as_ref();
    let path = answer.map(|a| a.path.iter().fold(String::new(), |p, s| graph::step(&p, s)));
    let own = answer.and_then(|a| a.own_field.clone());
    let mut fields = Vec::new();
    let mapped = |field: &Field| schema.mapped.contains(&field.name);
    for field in &schema.top {
        let at = graph::step("", &field.name);
        if path.as_ref() != Some(&at) {
            let from = mapped(field).then_some(Source::Selector);
            report(field, &at, from, path.as_deref(), &mut fields);
        }
    }
    if let (Some(answer), Some(path)) = (answer, &path) {
        for field in &answer.fields {
            let own = own.as_ref() == Some(&field.name);
            let from = mapped(field).then_some(Source::Selector);
            report(
                field,
                &graph::step(&format!("{path}/-"), &field.name),
                own.then_some(Source::Url).or(from),
                None,
                &mut fields,
            );
        }
    }
    CheckReport {
        ok: true,
        answer: path,
        own_field: own,
        fields,
        warnings: schema.warnings.clone(),
        refusals: Vec::new(),
    }
}

/// `from` is the one source of a field that has one.
fn report(
    field: &Field,
    at: &str,
    from: Option<Source>,
    rows: Option<&str>,
    into: &mut Vec<FieldReport>,
) {
    if rows == Some(at) {
        return;
    }
    let set = field.closed_set.as_ref();
    let element = field.element.as_ref().and_then(|e| e.closed_set.as_ref());
    let closed = set.or(element);
    into.push(FieldReport {
        pointer: at.to_owned(),
        kind: kind(&field.types),
        nullable: field.nullable,
        required: field.required,
        guard: field
            .guard
            .or_else(|| field.element.as_ref().and_then(|e| e.guard)),
        members: closed.map(|set| set.members.clone()),
        evidence: closed.is_some_and(|set| set.members.iter().any(Value::is_string)),
        sources: sources(field, from),
        description: field.description.clone(),
    });
    let inner = if field.element.is_some() {
        format!("{at}/-")
    } else {
        at.to_owned()
    };
    for child in &field.children {
        report(child, &graph::step(&inner, &child.name), from, rows, into);
    }
}

fn kind(types: &[JsonType]) -> String {
    if types.is_empty() {
        return "any".to_owned();
    }
    let names: Vec<&str> = types.iter().map(|t| t.name()).collect();
    names.join("|")
}

/// The sources that can fill a field, in the order in which they win.
fn sources(field: &Field, from: Option<Source>) -> Vec<Source> {
    if let Some(from) = from {
        return vec![from];
    }
    let mut sources = vec![
        Source::Label,
        Source::Table,
        Source::Jsonld,
        Source::Microdata,
    ];
    sources.extend([Source::Rdfa, Source::Opengraph, Source::State]);
    let text = field.types.is_empty() || field.types.contains(&JsonType::String);
    if field.guard == Some(Guard::Url) {
        sources.push(Source::Link);
    } else if text {
        sources.push(Source::Text);
    }
    sources.push(Source::List);
    if field.default.is_some() {
        sources.push(Source::Default);
    }
    sources
}
