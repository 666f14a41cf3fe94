//! Whether a value may be written to a field: known type, closed set, guard, then every remaining
//! value keyword. Every path that writes comes through here.

use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::node::{Arena, NodeId};
use super::{AnswerSchema, Field, Guard, JsonType, clip, closed, coerce, graph};
use crate::answer::verdict::{Code, Refusal};

/// The deepest value that is looked into.
const MAX_DEPTH: usize = 64;
/// The most refusals one check reports.
pub(super) const MAX_REFUSALS: usize = 100;

impl AnswerSchema {
    /// Checks a value for one field of the document or of a row and returns it as it is stored:
    /// text trimmed, a closed-set value as its member, text that is exactly a JSON number as a
    /// number where the field wants one. Nested values are stored byte for byte. Document keywords
    /// (`minItems`, conditions, ...) do not count here.
    ///
    /// # Errors
    /// The first refusal; pointers start at the value.
    #[expect(
        clippy::result_large_err,
        reason = "a refusal is an answer, not an exceptional path"
    )]
    pub fn check_field(&self, field: &Field, value: &Value) -> Result<Value, Refusal> {
        let Some(id) = self.id_of(field) else {
            return Err(refusal(
                Code::UnknownField,
                "",
                value,
                "is no field of the schema",
            ));
        };
        self.check_shape(id, &field.name, value.clone(), true)
            .map_err(|refusals| first(refusals, value))
    }

    fn id_of(&self, field: &Field) -> Option<NodeId> {
        let answer = self.roles.answer.as_ref();
        let item = answer.and_then(|a| a.item);
        let holders = [Some(self.roles.root), item].into_iter().flatten();
        let same = |id: &NodeId| self.arena.node(*id).pointer() == field.pointer;
        let direct = holders
            .filter_map(|id| self.arena.property(id, &field.name))
            .find(same);
        direct.or_else(|| (0..self.arena.nodes.len()).find(same))
    }

    /// Checks a value against a shape; `top` values are trimmed and read for their type.
    pub(super) fn check_shape(
        &self,
        id: NodeId,
        name: &str,
        value: Value,
        top: bool,
    ) -> Result<Value, Vec<Refusal>> {
        let mut walk = Walk::new(&self.arena);
        let stored = walk.value(id, name, value, "", top);
        if walk.refusals.is_empty() {
            walk.refusals = self.keyword_refusals(id, &stored);
        }
        if walk.refusals.is_empty() {
            Ok(stored)
        } else {
            Err(walk.refusals)
        }
    }

    /// Refusals of the shape's own validator, where it has one.
    pub(super) fn keyword_refusals(&self, id: NodeId, value: &Value) -> Vec<Refusal> {
        let Some(validator) = self.validators.written(&self.arena.node(id).key) else {
            return Vec::new();
        };
        if validator.is_valid(value) {
            return Vec::new();
        }
        refusals_of(validator, value)
    }
}

/// What a validator has against a value.
pub(super) fn refusals_of(validator: &jsonschema::Validator, value: &Value) -> Vec<Refusal> {
    let errors = validator.iter_errors(value);
    errors
        .take(MAX_REFUSALS)
        .flat_map(|error| of_error(&error))
        .collect()
}

fn first(refusals: Vec<Refusal>, value: &Value) -> Refusal {
    let none = || refusal(Code::Constraint, "", value, "is refused");
    refusals.into_iter().next().unwrap_or_else(none)
}

/// A refusal without hint and alternatives.
pub(super) fn refusal(code: Code, pointer: &str, got: &Value, message: &str) -> Refusal {
    Refusal {
        code,
        pointer: pointer.to_owned(),
        message: message.to_owned(),
        got: shown(got),
        allowed: Vec::new(),
        hint: String::new(),
    }
}

/// A value as a refusal shows it: long texts, lists and objects are cut.
fn shown(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(clip(text, 200)),
        Value::Array(list) if list.len() > 20 => Value::String(format!("a list of {}", list.len())),
        Value::Object(map) if map.len() > 50 => {
            Value::String(format!("an object of {} keys", map.len()))
        }
        Value::Array(list) => Value::Array(list.iter().map(shown_flat).collect()),
        Value::Object(map) => map
            .iter()
            .map(|(k, v)| (clip(k, 200), shown_flat(v)))
            .collect(),
        other => other.clone(),
    }
}

fn shown_flat(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(clip(text, 200)),
        Value::Array(_) => Value::from("[...]"),
        Value::Object(_) => Value::from("{...}"),
        other => other.clone(),
    }
}

/// One walk through a value along its shapes.
pub(super) struct Walk<'a> {
    arena: &'a Arena,
    pub(super) refusals: Vec<Refusal>,
    depth: usize,
}

impl<'a> Walk<'a> {
    pub(super) fn new(arena: &'a Arena) -> Self {
        Self {
            arena,
            refusals: Vec::new(),
            depth: 0,
        }
    }

    fn refuse(&mut self, refusal: Refusal) {
        if self.refusals.len() < MAX_REFUSALS {
            self.refusals.push(refusal);
        }
    }

    /// The value as it is stored; what is wrong with it is added to the refusals.
    pub(super) fn value(
        &mut self,
        id: NodeId,
        name: &str,
        value: Value,
        pointer: &str,
        top: bool,
    ) -> Value {
        let node = self.arena.node(id);
        let value = if top {
            coerce::fit(trimmed(value), &node.types)
        } else {
            value
        };
        if !self.type_fits(id, &value, pointer) {
            return value;
        }
        match closed::settle(node.closed_set.as_ref(), &value) {
            closed::Settled::Open => {}
            closed::Settled::Member(member) => return member,
            closed::Settled::No => {
                self.refuse(not_a_member(node.closed_set.as_ref(), &value, pointer));
                return value;
            }
        }
        match value {
            Value::String(text) => {
                self.guarded(Guard::on(name, node), &text, pointer);
                Value::String(text)
            }
            nested => self.nested(id, name, nested, pointer),
        }
    }

    fn type_fits(&mut self, id: NodeId, value: &Value, pointer: &str) -> bool {
        let node = self.arena.node(id);
        let fits = match JsonType::of(value) {
            None => node.nullable,
            Some(kind) => {
                let wider = kind == JsonType::Integer && node.types.contains(&JsonType::Number);
                node.types.is_empty() || node.types.contains(&kind) || wider
            }
        };
        if !fits {
            let mut allowed: Vec<Value> =
                node.types.iter().map(|t| Value::from(t.name())).collect();
            if node.nullable {
                allowed.push(Value::from("null"));
            }
            self.refuse(type_refusal(value, pointer, allowed));
        }
        fits
    }

    fn guarded(&mut self, guard: Option<Guard>, text: &str, pointer: &str) {
        let Some(guard) = guard.filter(|guard| !guard.accepts(text)) else {
            return;
        };
        let message = format!("is not {}", guard.wants());
        let mut refused = refusal(guard.code(), pointer, &Value::from(text), &message);
        guard.hint().clone_into(&mut refused.hint);
        self.refuse(refused);
    }

    fn nested(&mut self, id: NodeId, name: &str, value: Value, pointer: &str) -> Value {
        if self.depth >= MAX_DEPTH {
            self.refuse(refusal(
                Code::Constraint,
                pointer,
                &Value::Null,
                "nests too deeply",
            ));
            return value;
        }
        self.depth += 1;
        let stored = match value {
            Value::Array(list) => self.list(id, name, list, pointer),
            Value::Object(map) => self.object(id, map, pointer),
            scalar => scalar,
        };
        self.depth -= 1;
        stored
    }

    fn list(&mut self, id: NodeId, name: &str, list: Vec<Value>, pointer: &str) -> Value {
        let node = self.arena.node(id);
        let element = |at: usize| node.prefix.get(at).copied().or(node.element);
        let stored = list
            .into_iter()
            .enumerate()
            .map(|(at, value)| match element(at) {
                Some(id) => self.value(id, name, value, &format!("{pointer}/{at}"), false),
                None => value,
            });
        Value::Array(stored.collect())
    }

    fn object(&mut self, id: NodeId, map: serde_json::Map<String, Value>, pointer: &str) -> Value {
        let node = self.arena.node(id);
        for name in node.required.iter().filter(|name| !map.contains_key(*name)) {
            self.refuse(missing(&graph::step(pointer, name)));
        }
        let mut stored = serde_json::Map::new();
        for (name, value) in map {
            let inner = graph::step(pointer, &name);
            let shape = self.arena.property(id, &name);
            let value = match shape.or(node.extra) {
                Some(shape) => self.value(shape, &name, value, &inner, false),
                None if node.closed && !node.patterned => {
                    self.refuse(unknown_key(&inner, &value));
                    value
                }
                None => value,
            };
            stored.insert(name, value);
        }
        Value::Object(stored)
    }
}

/// Text without leading and trailing blanks.
pub(super) fn trimmed(value: Value) -> Value {
    match value {
        Value::String(text) if text.trim().len() < text.len() => Value::from(text.trim()),
        other => other,
    }
}

/// A required key is not there.
pub(super) fn missing(pointer: &str) -> Refusal {
    let mut refused = refusal(Code::MissingRequired, pointer, &Value::Null, "is required");
    refused.hint = "give a value the page states".into();
    refused
}

/// A key the schema does not declare where it declares all.
pub(super) fn unknown_key(pointer: &str, value: &Value) -> Refusal {
    let mut refused = refusal(
        Code::UnknownKey,
        pointer,
        value,
        "is not declared by the schema",
    );
    refused.hint = "leave the key out".into();
    refused
}

fn type_refusal(value: &Value, pointer: &str, allowed: Vec<Value>) -> Refusal {
    let names: Vec<&str> = allowed.iter().filter_map(Value::as_str).collect();
    let is = JsonType::of(value).map_or("null", JsonType::name);
    let message = format!("is {is}, not {}", names.join(" or "));
    let mut refused = refusal(Code::TypeMismatch, pointer, value, &message);
    let nullable = names.contains(&"null");
    refused.hint = if value.is_null() {
        "the field may not be null: give a value or leave the key out".to_owned()
    } else if nullable {
        "give a value of that type, or null where the page states none".to_owned()
    } else {
        "give a value of that type".to_owned()
    };
    refused.allowed = allowed;
    refused
}

fn not_a_member(set: Option<&super::ClosedSet>, value: &Value, pointer: &str) -> Refusal {
    let mut refused = refusal(
        Code::EnumMismatch,
        pointer,
        value,
        "is not a member of the closed set",
    );
    let members = set.map_or(&[][..], |set| &set.members);
    refused.allowed = members.iter().take(200).cloned().collect();
    refused.hint = "use a member the page states, or null where the field allows it".into();
    refused
}

/// A validator's error as refusals: one for each key it names.
fn of_error(error: &jsonschema::ValidationError) -> Vec<Refusal> {
    let at = error.instance_path().as_str();
    let got = error.instance();
    let (code, hint) = match error.kind() {
        Kind::Required { property } => {
            return vec![missing(&graph::step(
                at,
                property.as_str().unwrap_or_default(),
            ))];
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let unknown = |name: &String| unknown_key(&graph::step(at, name), &got[name.as_str()]);
            return unexpected.iter().take(MAX_REFUSALS).map(unknown).collect();
        }
        Kind::Type { .. } => (Code::TypeMismatch, "give a value of that type"),
        Kind::Enum { .. } | Kind::Constant { .. } => {
            (Code::EnumMismatch, "use a member of the closed set")
        }
        Kind::Format { format } => match Guard::of_format(format) {
            Some(guard) => (guard.code(), guard.hint()),
            None => (
                Code::Constraint,
                "write it in the format the schema asks for",
            ),
        },
        _ => (Code::Constraint, "give a value the schema allows"),
    };
    let said = error.masked_with("the value").to_string();
    let mut refused = refusal(code, at, got, &clip(&said, 300));
    hint.clone_into(&mut refused.hint);
    vec![refused]
}
