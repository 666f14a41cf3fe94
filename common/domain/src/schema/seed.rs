//! The document before anything is written, and the seeds a schema's `default`s ask for.

use serde_json::{Map, Value};

use super::node::NodeId;
use super::{AnswerSchema, Field, JsonType, ROOT_LIST, check, is_not_stated};
use crate::answer::verdict::{Code, Refusal};

/// A top-level `default`: a hint that goes through the same writer as any other value.
#[derive(Debug, Clone, PartialEq)]
pub struct Seed {
    /// The field's name.
    pub field: String,
    /// The value to write, or why it is skipped.
    pub value: Result<Value, Refusal>,
}

impl AnswerSchema {
    /// The empty document before anything is written: `[]` for lists, `null` for nullables, absent
    /// for the rest. Objects on the way to the answer array are there.
    #[must_use]
    pub fn empty_document(&self) -> Map<String, Value> {
        if self.wrapped {
            return Map::from_iter([(ROOT_LIST.to_owned(), Value::Array(Vec::new()))]);
        }
        let path: &[String] = self.roles.answer.as_ref().map_or(&[], |a| &a.path);
        self.empty_object(self.roles.root, path)
    }

    fn empty_object(&self, id: NodeId, path: &[String]) -> Map<String, Value> {
        let mut empty = Map::new();
        let node = self.arena.node(id);
        for (name, inner) in &node.properties {
            let value = match path.split_first() {
                Some((step, [])) if step == name => Some(Value::Array(Vec::new())),
                Some((step, rest)) if step == name => {
                    Some(Value::Object(self.empty_object(*inner, rest)))
                }
                _ => self.untouched(*inner, node.required.contains(name)),
            };
            if let Some(value) = value {
                empty.insert(name.clone(), value);
            }
        }
        empty
    }

    fn untouched(&self, id: NodeId, required: bool) -> Option<Value> {
        let node = self.arena.node(id);
        if node.nullable {
            return Some(Value::Null);
        }
        let empty = Value::Array(Vec::new());
        let list = node.only(JsonType::Array);
        (list && (required || !self.needs_items(id))).then_some(empty)
    }

    /// Whether an empty list would break the caller's schema.
    fn needs_items(&self, id: NodeId) -> bool {
        let schemas = self.arena.node(id).key.iter().flatten();
        schemas
            .filter_map(|pointer| self.source.pointer(pointer))
            .any(|schema| {
                let least = schema.get("minItems").and_then(Value::as_u64);
                least.is_some_and(|n| n > 0) || schema.get("contains").is_some()
            })
    }

    /// The seeds, checked as any write is: a default its field refuses is skipped, and so is a
    /// closed-set text, because no page states it yet.
    #[must_use]
    pub fn seeds(&self) -> Vec<Seed> {
        let answer = self.roles.answer.as_ref().and_then(|a| a.path.first());
        let fields = self.top.iter().filter(|f| Some(&f.name) != answer);
        fields
            .filter_map(|field| {
                let value = self.seed(field, field.default.as_ref()?);
                Some(Seed {
                    field: field.name.clone(),
                    value,
                })
            })
            .collect()
    }

    #[expect(
        clippy::result_large_err,
        reason = "a refusal is an answer, not an exceptional path"
    )]
    fn seed(&self, field: &Field, default: &Value) -> Result<Value, Refusal> {
        let value = self.check_field(field, default)?;
        let used = self.members_in_top(&field.name, &value);
        let Some(member) = used.into_iter().find(|used| !is_not_stated(&used.member)) else {
            return Ok(value);
        };
        let message = "no page states this default: it is left out";
        Err(check::refusal(
            Code::EnumNotEvidenced,
            &member.place,
            &Value::from(member.member),
            message,
        ))
    }
}
