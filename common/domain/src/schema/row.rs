//! Rows: the shape of an item, field by field, then as a whole.

use serde_json::{Map, Value};

use super::check::{self, Walk};
use super::node::{Node, NodeId};
use super::roles::Answer;
use super::{AnswerSchema, ItemKind, graph};
use crate::answer::verdict::{Code, Refusal};

/// How a row is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowMode {
    /// A row to be stored: any refusal refuses it; nullable fields that are not given become null.
    Whole,
    /// A draft: a value its field refuses, and a key the schema does not know, is left out and
    /// reported; only a missing required field refuses the row.
    Draft,
    /// A row of a finished document: nothing is filled in.
    AsGiven,
}

/// A row that may be stored.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedRow {
    /// The row as it is stored: declared keys in schema order, then undeclared ones as given.
    pub item: Value,
    /// What was left out of a draft, with pointers into the item as given; else empty.
    pub dropped: Vec<Refusal>,
}

impl AnswerSchema {
    /// Checks one item of the answer array. Text at the top of the row is trimmed and read for its
    /// field's type; nested values are kept byte for byte, but for closed sets. Declared fields that
    /// may be null are null when not given; other optional ones stay absent. Document keywords do
    /// not count.
    ///
    /// # Errors
    /// Every refusal, unknown keys first, with pointers from the item.
    pub fn check_row(&self, item: &Value, mode: RowMode) -> Result<CheckedRow, Vec<Refusal>> {
        let Some(answer) = &self.roles.answer else {
            let message = "the schema has no list of rows: set its fields instead";
            return Err(vec![check::refusal(Code::NoAnswerList, "", item, message)]);
        };
        let whole = |item| CheckedRow {
            item,
            dropped: Vec::new(),
        };
        let Some(id) = answer.item else {
            return Ok(whole(check::trimmed(item.clone())));
        };
        match (answer.kind, item) {
            (ItemKind::Object, Value::Object(given)) => self.object_row(id, given, mode),
            (ItemKind::Object, _) => {
                let message = "a row must be an object with the declared fields";
                Err(vec![check::refusal(Code::NotAnObject, "", item, message)])
            }
            (ItemKind::Scalar, _) => self.scalar_row(answer, id, item).map(whole),
            (ItemKind::Untyped, _) => self.check_shape(id, "", item.clone(), true).map(whole),
        }
    }

    fn scalar_row(&self, answer: &Answer, id: NodeId, item: &Value) -> Result<Value, Vec<Refusal>> {
        let plain = match item {
            Value::Object(map) => {
                let Some(only) = map.values().next().filter(|_| map.len() == 1) else {
                    let message = "the list holds plain values, not objects";
                    return Err(vec![check::refusal(
                        Code::ScalarListObject,
                        "",
                        item,
                        message,
                    )]);
                };
                only
            }
            plain => plain,
        };
        let name = answer.path.last().map_or("", String::as_str);
        self.check_shape(id, name, plain.clone(), true)
            .map_err(|mut refusals| {
                for refused in &mut refusals {
                    if refused.pointer.is_empty() && refused.code == Code::TypeMismatch {
                        refused.code = Code::ScalarTypeMismatch;
                    }
                }
                refusals
            })
    }

    fn object_row(
        &self,
        id: NodeId,
        given: &Map<String, Value>,
        mode: RowMode,
    ) -> Result<CheckedRow, Vec<Refusal>> {
        let mut row = RowCheck {
            schema: self,
            id,
            mode,
            stored: Map::new(),
            filled: Vec::new(),
            refused: Vec::new(),
        };
        row.unknown_keys(given);
        row.declared(given);
        row.undeclared(given);
        row.missing();
        row.finish()
    }
}

struct RowCheck<'a> {
    schema: &'a AnswerSchema,
    id: NodeId,
    mode: RowMode,
    stored: Map<String, Value>,
    /// Optional fields that were filled with null.
    filled: Vec<String>,
    refused: Vec<Refusal>,
}

impl RowCheck<'_> {
    fn node(&self) -> &Node {
        self.schema.arena.node(self.id)
    }

    fn unknown_keys(&mut self, given: &Map<String, Value>) {
        let node = self.node();
        if !node.closed || node.patterned {
            return;
        }
        let arena = &self.schema.arena;
        let unknown = given
            .iter()
            .filter(|(name, _)| arena.property(self.id, name).is_none());
        let unknown =
            unknown.map(|(name, value)| check::unknown_key(&graph::step("", name), value));
        let unknown: Vec<Refusal> = unknown.take(check::MAX_REFUSALS).collect();
        self.refused.extend(unknown);
    }

    fn declared(&mut self, given: &Map<String, Value>) {
        let schema = self.schema;
        for (name, id) in &schema.arena.node(self.id).properties {
            let nullable = schema.arena.node(*id).nullable;
            let value = given.get(name).filter(|value| {
                let blank = self.mode == RowMode::Draft && value.is_null() && !nullable;
                !blank
            });
            let checked = value.map(|value| schema.check_shape(*id, name, value.clone(), true));
            match checked {
                Some(Ok(value)) => {
                    self.stored.insert(name.clone(), value);
                }
                Some(Err(refusals)) => {
                    self.refused
                        .extend(refusals.into_iter().map(|r| below(r, name)));
                    self.fill(name, nullable);
                }
                None => self.fill(name, nullable),
            }
        }
    }

    fn fill(&mut self, name: &str, nullable: bool) {
        if nullable && self.mode != RowMode::AsGiven {
            self.stored.insert(name.to_owned(), Value::Null);
            if !self.node().required.contains(name) {
                self.filled.push(name.to_owned());
            }
        }
    }

    fn undeclared(&mut self, given: &Map<String, Value>) {
        let schema = self.schema;
        let node = schema.arena.node(self.id);
        for (name, value) in given {
            if schema.arena.property(self.id, name).is_some() || (node.closed && !node.patterned) {
                continue;
            }
            let mut walk = Walk::new(&schema.arena);
            let value = match node.extra.filter(|_| !node.patterned) {
                Some(extra) => walk.value(extra, name, value.clone(), "", true),
                None => check::trimmed(value.clone()),
            };
            if walk.refusals.is_empty() {
                self.stored.insert(name.clone(), value);
            }
            self.refused
                .extend(walk.refusals.into_iter().map(|r| below(r, name)));
        }
    }

    /// Required keys that are not there; where a value was refused that is already said.
    fn missing(&mut self) {
        let stored = &self.stored;
        let absent = self
            .node()
            .required
            .iter()
            .filter(|name| !stored.contains_key(*name));
        let pointers: Vec<String> = absent.map(|name| graph::step("", name)).collect();
        for pointer in pointers {
            let said = self.refused.iter().any(|r| covers(&pointer, &r.pointer));
            if !said || self.mode == RowMode::Draft {
                self.refused.push(check::missing(&pointer));
            }
        }
    }

    fn finish(mut self) -> Result<CheckedRow, Vec<Refusal>> {
        let lacks = self
            .refused
            .iter()
            .any(|r| r.code == Code::MissingRequired && top_level(&r.pointer));
        if lacks || (self.mode != RowMode::Draft && !self.refused.is_empty()) {
            return Err(self.refused);
        }
        let mut against = self.keywords();
        if !against.is_empty() && self.mode == RowMode::Draft {
            self.drop_fields(&against);
            against = self.keywords();
        }
        if against.is_empty() {
            Ok(CheckedRow {
                item: Value::Object(self.stored),
                dropped: self.refused,
            })
        } else {
            Err(against)
        }
    }

    /// The row as a whole. A null that was filled in must not be what costs the row.
    fn keywords(&mut self) -> Vec<Refusal> {
        let value = Value::Object(std::mem::take(&mut self.stored));
        let mut against = self.schema.keyword_refusals(self.id, &value);
        if let Value::Object(stored) = value {
            self.stored = stored;
        }
        if !against.is_empty() && !self.filled.is_empty() {
            let mut bare = self.stored.clone();
            bare.retain(|name, value| !(value.is_null() && self.filled.contains(name)));
            let bare = Value::Object(bare);
            let without = self.schema.keyword_refusals(self.id, &bare);
            if let (true, Value::Object(bare)) = (without.is_empty(), bare) {
                self.stored = bare;
                against = without;
            }
        }
        against
    }

    /// Leaves out of a draft the fields that break a keyword of the whole row.
    fn drop_fields(&mut self, against: &[Refusal]) {
        for refused in against {
            let first = refused.pointer.split('/').nth(1).unwrap_or_default();
            let name = graph::last_step(first);
            let Some(id) = self.schema.arena.property(self.id, &name) else {
                self.stored.shift_remove(&name);
                self.refused.push(refused.clone());
                continue;
            };
            if self.node().required.contains(&name) && !self.schema.arena.node(id).nullable {
                continue;
            }
            self.stored.shift_remove(&name);
            self.fill(&name, self.schema.arena.node(id).nullable);
            self.refused.push(refused.clone());
        }
    }
}

fn top_level(pointer: &str) -> bool {
    pointer.matches('/').count() == 1
}

/// Whether a pointer is at or below another.
pub(super) fn covers(outer: &str, inner: &str) -> bool {
    inner
        .strip_prefix(outer)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A refusal with its pointer moved below a key.
pub(super) fn below(mut refused: Refusal, name: &str) -> Refusal {
    refused.pointer = format!("{}{}", graph::step("", name), refused.pointer);
    refused
}
