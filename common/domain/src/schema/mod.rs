//! The caller's JSON Schema (2020-12), compiled once per job: roles, fields, guards, closed sets.
//! Nothing degrades silently: a schema that cannot be honoured is refused with a JSON pointer.

mod aliases;
mod check;
mod closed;
mod coerce;
mod compile;
mod document;
mod excuse;
mod expand;
mod field;
mod graph;
mod guard;
mod keywords;
mod mapped;
mod node;
mod own_page;
mod relax;
mod report;
mod roles;
mod row;
mod seed;
mod shape;
mod source;
#[cfg(test)]
mod tests;
mod validators;
mod warnings;
mod words;

pub use closed::{ClosedSetPlace, UsedMember, is_not_stated};
pub use document::ROOT_LIST;
pub use excuse::Excuse;
pub use report::{CheckReport, FieldReport, check_report};
pub use row::{CheckedRow, RowMode};
pub use seed::Seed;
pub use words::{joined, words};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A compiled schema. Cheap to share behind an `Arc`.
#[derive(Debug)]
pub struct AnswerSchema {
    /// The schema as given.
    pub source: Value,
    /// Hex BLAKE3 of the schema's canonical JSON: rows carry it, a run with another is refused.
    pub hash: String,
    /// Top-level fields in schema order, the answer array's property included.
    pub top: Vec<Field>,
    /// The answer array, if the schema has one.
    pub answer: Option<AnswerArray>,
    /// Remarks of `windrow check`.
    pub warnings: Vec<Finding>,
    /// The root is a list: documents hold it under [`ROOT_LIST`] and delivery takes it out again
    /// ([`AnswerSchema::deliverable`]).
    pub wrapped: bool,
    /// Conditions of the root that excuse top-level fields.
    pub excuses: Vec<Excuse>,
    /// Conditions of the item that excuse a row's fields.
    pub row_excuses: Vec<Excuse>,
    aliases: crate::job::Aliases,
    /// Fields that the job's `map:` fills.
    mapped: std::collections::BTreeSet<String>,
    arena: node::Arena,
    roles: roles::Roles,
    validators: validators::Validators,
}

/// Where the rows live and what one row looks like.
#[derive(Debug, Clone)]
pub struct AnswerArray {
    /// Property names from the root object to the array (`["jobs"]`, `["data", "items"]`).
    pub path: Vec<String>,
    /// What an item is.
    pub item: ItemKind,
    /// The row's fields in schema order; empty unless `item` is [`ItemKind::Object`].
    pub fields: Vec<Field>,
    /// The property that holds the address of the row's own page.
    pub own_field: Option<String>,
    /// The free-text field that makes a row more than a stub, if any.
    pub detail_field: Option<String>,
    /// Whether undeclared keys are refused (`additionalProperties: false`).
    pub closed: bool,
}

/// The shape of one item of the answer array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    /// An object with declared fields.
    Object,
    /// A plain value.
    Scalar,
    /// Anything.
    Untyped,
}

/// One field: a property of the root, of the row, or of a nested object.
#[derive(Debug, Clone)]
pub struct Field {
    /// The property's name: data, any string.
    pub name: String,
    /// JSON pointer to its sub-schema from the schema's root.
    pub pointer: String,
    /// `title` and `description`, carried to every consumer.
    pub title: Option<String>,
    /// See `title`.
    pub description: Option<String>,
    /// The JSON types it admits besides null; empty means any.
    pub types: Vec<JsonType>,
    /// Whether null is allowed.
    pub nullable: bool,
    /// Whether its parent requires the key.
    pub required: bool,
    /// The guard on its strings.
    pub guard: Option<Guard>,
    /// `format`, as written.
    pub format: Option<String>,
    /// Its closed set (enum or const), null left out.
    pub closed_set: Option<ClosedSet>,
    /// A seed, for top-level fields.
    pub default: Option<Value>,
    /// Fields of a nested object (also of the objects in a list); one level is compiled eagerly,
    /// deeper ones lazily through [`AnswerSchema::field_at`].
    pub children: Vec<Field>,
    /// For lists: the element as a field without a name.
    pub element: Option<Box<Field>>,
}

/// A JSON type other than null.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JsonType {
    /// true or false
    Boolean,
    /// A number without fraction.
    Integer,
    /// A number.
    Number,
    /// Text.
    String,
    /// A list.
    Array,
    /// An object.
    Object,
}

/// A guard on strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    /// Absolute http(s) address.
    Url,
    /// One `@` and a dotted host.
    Email,
    /// 32 hex digits in a known spelling.
    Uuid,
    /// 1 to 128 characters without whitespace.
    Id,
}

/// The members of an enum or const.
#[derive(Debug, Clone, PartialEq)]
pub struct ClosedSet {
    /// Members in schema order, null left out.
    pub members: Vec<Value>,
    /// Titles of `oneOf: [{const, title}]` branches: member text to its further spellings.
    pub titles: Vec<(String, String)>,
}

/// A remark or refusal of `windrow check`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// JSON pointer into the checked document.
    pub pointer: String,
    /// Stable `snake_case` code.
    pub code: String,
    /// One sentence that names the remedy.
    pub message: String,
}

impl AnswerSchema {
    /// The first of these names that no row can have: an open schema's rows may have any.
    #[must_use]
    pub fn unknown_among<'a>(&self, names: &'a [String]) -> Option<&'a str> {
        let answer = self.answer.as_ref().filter(|answer| answer.closed)?;
        let mut names = names.iter().map(String::as_str);
        names.find(|name| answer.fields.iter().all(|field| field.name != *name))
    }

    /// The row's field of this name.
    #[must_use]
    pub fn row_field(&self, name: &str) -> Option<&Field> {
        self.answer
            .as_ref()?
            .fields
            .iter()
            .find(|field| field.name == name)
    }

    /// The top-level field of this name.
    #[must_use]
    pub fn top_field(&self, name: &str) -> Option<&Field> {
        self.top.iter().find(|field| field.name == name)
    }
}

impl JsonType {
    /// The type a JSON Schema `type` keyword names; null has none.
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "boolean" => Self::Boolean,
            "integer" => Self::Integer,
            "number" => Self::Number,
            "string" => Self::String,
            "array" => Self::Array,
            "object" => Self::Object,
            _ => return None,
        })
    }

    /// The type's name in JSON Schema.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }

    /// The narrowest type of a value: a number without fraction is an integer (JSON Schema 2020-12,
    /// section 6.1.1). Null has none.
    #[must_use]
    pub fn of(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Null => return None,
            Value::Bool(_) => Self::Boolean,
            Value::Number(number) if coerce::is_integral(number) => Self::Integer,
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::String,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
        })
    }
}

/// Text cut to a number of characters, for messages.
fn clip(text: &str, most: usize) -> String {
    let mut cut: String = text.chars().take(most).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}
