//! Compiling a schema: open the document, lay out its shapes, find the roles, build validators.

use serde_json::Value;

use super::expand::Expander;
use super::validators::Validators;
use super::{AnswerArray, AnswerSchema, Finding, ItemKind, excuse, field, node, own_page, relax};
use super::{keywords, roles, source, warnings};

impl AnswerSchema {
    /// Compiles a schema. `answer` names the answer array, if the job does: its property, its path
    /// with dots, or its JSON pointer in the document. `own_field` names the property that holds a
    /// row's own address, if the job does.
    ///
    /// # Errors
    /// Every reason why the schema cannot be honoured, each with its pointer into the schema
    /// (`/answer` and `/own_field` point into the job). Documents of another draft, remote and
    /// dangling references, endless references and schemas that would blow up are among them.
    pub fn compile(
        source: &Value,
        answer: Option<&str>,
        own_field: Option<&str>,
    ) -> Result<Self, Vec<Finding>> {
        let full = source::open(source)?;
        let arena = node::compile(&full).map_err(one)?;
        let roles = roles::find(&arena, answer).map_err(|finding| no_roles(finding, source))?;
        let shapes = written_shapes(&arena, &roles);
        let validators = Validators::compile(&full, &relax::relax(&full), &shapes)?;
        let mut expander = Expander::new(&full);
        let item = roles.answer.as_ref().and_then(|a| a.item);
        let row_excuses = item.map(|id| excuse::of_node(&mut expander, arena.node(id)));
        let mut schema = Self {
            source: source.clone(),
            hash: hash(source),
            top: top_fields(&arena, &roles),
            answer: answer_array(&arena, &roles, own_field)?,
            warnings: Vec::new(),
            wrapped: roles.wrapped,
            excuses: excuse::of_node(&mut expander, arena.node(roles.root)),
            row_excuses: row_excuses.unwrap_or_default(),
            aliases: crate::job::Aliases::new(),
            mapped: std::collections::BTreeSet::new(),
            arena,
            roles,
            validators,
        };
        schema.warnings = warnings::of(&schema);
        Ok(schema)
    }

    /// Top-level fields the document as it stands excuses: they do not apply.
    #[must_use]
    pub fn excused_top(&self, document: &serde_json::Map<String, Value>) -> Vec<String> {
        names(self.excuses.iter().flat_map(|e| e.excused(document)))
    }

    /// Fields of a row the row as it stands excuses.
    #[must_use]
    pub fn excused_row(&self, row: &serde_json::Map<String, Value>) -> Vec<String> {
        names(self.row_excuses.iter().flat_map(|e| e.excused(row)))
    }
}

fn names<'a>(all: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in all {
        if !found.contains(name) {
            found.push(name.clone());
        }
    }
    found
}

/// Where nothing is found to fill, a misspelt keyword may be why.
fn no_roles(finding: Finding, source: &Value) -> Vec<Finding> {
    let misspelt = keywords::misspelt(source).into_iter();
    let misspelt =
        misspelt.map(|(at, word, keyword)| source::refused(at, keywords::told(&word, keyword)));
    std::iter::once(finding).chain(misspelt).collect()
}

fn one(finding: Finding) -> Vec<Finding> {
    vec![finding]
}

/// The shapes that are validated on writes: top-level fields, the item, the fields of a row.
fn written_shapes(arena: &node::Arena, roles: &roles::Roles) -> Vec<Vec<Vec<String>>> {
    let item = roles.answer.as_ref().and_then(|a| a.item);
    let list = roles.answer.as_ref().map(|a| a.list);
    let holders = [Some(roles.root), item].into_iter().flatten();
    let mut ids: Vec<usize> = holders
        .flat_map(|id| arena.node(id).properties.iter().map(|(_, id)| *id))
        .chain(item)
        .filter(|id| Some(*id) != list)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    ids.into_iter()
        .map(|id| arena.node(id).key.clone())
        .collect()
}

fn top_fields(arena: &node::Arena, roles: &roles::Roles) -> Vec<super::Field> {
    match &roles.answer {
        Some(answer) if roles.wrapped => {
            vec![field::of(arena, answer.list, &answer.path[0], true)]
        }
        _ => field::all(arena, roles.root),
    }
}

fn answer_array(
    arena: &node::Arena,
    roles: &roles::Roles,
    own_field: Option<&str>,
) -> Result<Option<AnswerArray>, Vec<Finding>> {
    let Some(answer) = &roles.answer else {
        return own_field.map_or(Ok(None), |name| Err(one(own_page::no_rows(name))));
    };
    let item = answer.item.filter(|_| answer.kind == ItemKind::Object);
    let own = own_page::own_field(arena, answer, own_field).map_err(one)?;
    Ok(Some(AnswerArray {
        path: answer.path.clone(),
        item: answer.kind,
        fields: item.map_or_else(Vec::new, |id| field::all(arena, id)),
        own_field: own,
        detail_field: own_page::detail_field(arena, answer),
        closed: item.is_some_and(|id| arena.node(id).closed),
    }))
}

/// Hex BLAKE3 of the document with its keys sorted.
fn hash(source: &Value) -> String {
    let mut text = String::new();
    canonical(source, &mut text);
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

fn canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by_key(|(key, _)| *key);
            text.push('{');
            for (key, value) in entries {
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                canonical(value, text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Array(list) => {
            text.push('[');
            for value in list {
                canonical(value, text);
                text.push(',');
            }
            text.push(']');
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}
