//! Which part of a schema is the row: the items of its answer array, or the schema itself. A job's schema
//! and a row's schema look alike, so the choice is made by what the array's items look like.

use domain::job::JobFile;
use domain::schema::{AnswerSchema, Finding, ItemKind};
use serde_json::{Map, Value, json};

/// The array that a row's own schema is put into.
const ROWS: &str = "rows";
/// Where it then stands.
const PLACE: &str = "/properties/rows/items";
/// Keys of facts: a list of objects with nothing else holds what no field took, not rows.
const FACT_KEYS: [&str; 6] = ["key", "name", "label", "property", "value", "unit"];
/// Keywords whose values are data, in which a `$ref` is no reference.
const DATA: [&str; 4] = ["const", "enum", "default", "examples"];

/// Compiles a schema so that its rows are what a page is drafted into: `answer` names the array that holds
/// them, `whole` says that the schema is itself that of a row.
pub(super) fn compile(
    source: &Value,
    answer: Option<&str>,
    whole: bool,
) -> Result<(JobFile, AnswerSchema), Vec<Finding>> {
    let job = JobFile {
        schema: source.clone(),
        answer: answer.map(str::to_owned),
        ..JobFile::default()
    };
    if !whole {
        let schema = common::jobs::compile(&job)?;
        if answer.is_some() || holds_rows(&schema) {
            return Ok((job, schema));
        }
    }
    of_row(job)
}

/// A job whose schema is that of a row, so that the row's own page is known as such.
pub(super) fn of_row(mut job: JobFile) -> Result<(JobFile, AnswerSchema), Vec<Finding>> {
    job.schema = wrapped(&job.schema);
    job.answer = None;
    let schema = common::jobs::compile(&job).map_err(|findings| {
        let outside = |mut finding: Finding| {
            if let Some(inner) = finding.pointer.strip_prefix(PLACE) {
                finding.pointer = inner.to_owned();
            }
            finding
        };
        findings.into_iter().map(outside).collect::<Vec<_>>()
    })?;
    Ok((job, schema))
}

/// Whether the answer array's items are rows with pages of their own: there is nothing else in the
/// schema, they hold the address of a page and the rest does not, or they are the larger part.
fn holds_rows(schema: &AnswerSchema) -> bool {
    let Some(answer) = &schema.answer else {
        return false;
    };
    if schema.wrapped {
        return true;
    }
    let first = answer.path.first();
    let beside = schema.top.iter().filter(|field| Some(&field.name) != first);
    let beside = beside.count();
    let facts = answer
        .fields
        .iter()
        .all(|field| FACT_KEYS.contains(&field.name.to_lowercase().as_str()));
    if beside == 0 || answer.item != ItemKind::Object || facts {
        return beside == 0;
    }
    answer.own_field.is_some() || answer.fields.len() > beside
}

/// The schema of an answer whose rows have this schema.
fn wrapped(source: &Value) -> Value {
    let mut row = source.clone();
    if let Value::Object(map) = &mut row {
        map.remove("$schema");
    }
    let mut open = vec![&mut row];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(map) => {
                move_reference(map);
                let inner = map.iter_mut();
                open.extend(
                    inner
                        .filter(|(key, _)| !DATA.contains(&key.as_str()))
                        .map(|(_, value)| value),
                );
            }
            _ => {}
        }
    }
    json!({"type": "object", "properties": {ROWS: {"type": "array", "items": row}}})
}

/// A reference from the root leads to the same place under its new root.
fn move_reference(map: &mut Map<String, Value>) {
    let Some(Value::String(target)) = map.get_mut("$ref") else {
        return;
    };
    if let Some(pointer) = target.strip_prefix('#')
        && (pointer.is_empty() || pointer.starts_with('/'))
    {
        *target = format!("#{PLACE}{pointer}");
    }
}
