//! Whole documents: every write rule and every document keyword, at the gate and at delivery.

use serde_json::{Map, Value, json};

use super::check::{self, Walk};
use super::node::NodeId;
use super::row::{below, covers};
use super::{AnswerSchema, Finding, RowMode, clip, graph};
use crate::answer::verdict::{Code, Refusal};

/// The key that holds the rows of a schema whose root is a list.
pub const ROOT_LIST: &str = "items";

impl AnswerSchema {
    /// Checks a whole document as given (nothing is filled in): every field, every row, then all
    /// keywords of the caller's schema. Where the root is a list, the bare list is taken too.
    /// Returns the document as it would be stored.
    ///
    /// # Errors
    /// Every refusal, with pointers from the document.
    pub fn check_document(&self, document: &Value) -> Result<Value, Vec<Refusal>> {
        let wrapped;
        let document = match document {
            Value::Array(_) if self.wrapped => {
                wrapped = json!({ ROOT_LIST: document });
                &wrapped
            }
            other => other,
        };
        let Value::Object(given) = document else {
            let message = "the document must be an object";
            return Err(vec![check::refusal(
                Code::NotAnObject,
                "",
                document,
                message,
            )]);
        };
        let path: &[String] = self.roles.answer.as_ref().map_or(&[], |a| &a.path);
        let mut refusals = Vec::new();
        let stored = if self.wrapped {
            let list = given.get(ROOT_LIST).unwrap_or(&Value::Null);
            let mut inner = Vec::new();
            let rows = self.rows(self.roles.root, list, &mut inner);
            refusals.extend(inner.into_iter().map(|refused| below(refused, ROOT_LIST)));
            Map::from_iter([(ROOT_LIST.to_owned(), rows)])
        } else {
            self.object(self.roles.root, given, path, &mut refusals)
        };
        let whole = check::refusals_of(&self.validators.document, &self.deliverable(&stored));
        for refused in whole {
            let refused = if self.wrapped {
                below(refused, ROOT_LIST)
            } else {
                refused
            };
            let said = |r: &Refusal| {
                covers(&refused.pointer, &r.pointer) || covers(&r.pointer, &refused.pointer)
            };
            let parts_said = refusals
                .iter()
                .any(|r| said(r) && !refused.pointer.is_empty());
            if !parts_said && refusals.len() < check::MAX_REFUSALS {
                refusals.push(refused);
            }
        }
        if refusals.is_empty() {
            Ok(Value::Object(stored))
        } else {
            Err(refusals)
        }
    }

    /// The document in the shape the caller's schema describes: a list at the root taken out again.
    #[must_use]
    pub fn deliverable(&self, document: &Map<String, Value>) -> Value {
        if self.wrapped {
            document
                .get(ROOT_LIST)
                .cloned()
                .unwrap_or_else(|| json!([]))
        } else {
            Value::Object(document.clone())
        }
    }

    /// Where a document breaks the caller's schema, judged by the schema alone; empty if nowhere.
    /// Pointers are those of the delivered document, at most 100.
    #[must_use]
    pub fn schema_errors(&self, document: &Map<String, Value>) -> Vec<Finding> {
        let delivered = self.deliverable(document);
        let errors = self.validators.document.iter_errors(&delivered);
        let findings = errors.take(check::MAX_REFUSALS).map(|error| {
            let said = error.masked_with("the value").to_string();
            Finding {
                pointer: error.instance_path().as_str().to_owned(),
                code: error.kind().keyword().to_owned(),
                message: clip(&said, 300),
            }
        });
        findings.collect()
    }

    /// An object on the way to the answer array; `path` is what remains of the way.
    fn object(
        &self,
        id: NodeId,
        given: &Map<String, Value>,
        path: &[String],
        refusals: &mut Vec<Refusal>,
    ) -> Map<String, Value> {
        let node = self.arena.node(id);
        let mut stored = Map::new();
        for (name, value) in given {
            let mut inner = Vec::new();
            let shape = self.arena.property(id, name);
            let value = match (shape, path.split_first(), value) {
                (Some(list), Some((step, [])), Value::Array(_)) if step == name => {
                    self.rows(list, value, &mut inner)
                }
                (Some(next), Some((step, rest)), Value::Object(map))
                    if step == name && !rest.is_empty() =>
                {
                    Value::Object(self.object(next, map, rest, &mut inner))
                }
                (Some(shape), _, _) => self.part(shape, name, value, &mut inner),
                (None, _, _) if node.closed && !node.patterned => {
                    inner.push(check::unknown_key("", value));
                    value.clone()
                }
                (None, _, _) => check::trimmed(value.clone()),
            };
            refusals.extend(inner.into_iter().map(|refused| below(refused, name)));
            stored.insert(name.clone(), value);
        }
        let absent = node
            .required
            .iter()
            .filter(|name| !given.contains_key(*name));
        refusals.extend(absent.map(|name| check::missing(&graph::step("", name))));
        stored
    }

    fn part(&self, id: NodeId, name: &str, value: &Value, refusals: &mut Vec<Refusal>) -> Value {
        let mut walk = Walk::new(&self.arena);
        let stored = walk.value(id, name, value.clone(), "", true);
        refusals.append(&mut walk.refusals);
        stored
    }

    fn rows(&self, id: NodeId, list: &Value, refusals: &mut Vec<Refusal>) -> Value {
        let Value::Array(rows) = list else {
            return self.part(id, ROOT_LIST, list, refusals);
        };
        let mut stored = Vec::with_capacity(rows.len());
        for (at, row) in rows.iter().enumerate() {
            match self.check_row(row, RowMode::AsGiven) {
                Ok(checked) => stored.push(checked.item),
                Err(inner) => {
                    stored.push(row.clone());
                    let room = check::MAX_REFUSALS.saturating_sub(refusals.len());
                    let inner = inner.into_iter().take(room);
                    refusals.extend(inner.map(|refused| below(refused, &at.to_string())));
                }
            }
        }
        Value::Array(stored)
    }
}
