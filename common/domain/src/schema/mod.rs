//! The caller's JSON Schema (2020-12), compiled once per job: roles, fields, guards, closed sets.
//! Nothing degrades silently: a schema that cannot be honoured is refused with a JSON pointer.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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
    /// The property that holds the address of the row's own page (rules.md section 5).
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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

/// A guard on strings (rules.md section 2).
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
    /// Stable snake_case code.
    pub code: String,
    /// One sentence that names the remedy.
    pub message: String,
}

impl AnswerSchema {
    /// Compiles a schema. `answer` names the answer array's property, if the job does; `own_field`
    /// the property that holds a row's own address, if the job does.
    ///
    /// # Errors
    /// Every reason why the schema cannot be honoured, each with its pointer.
    pub fn compile(
        _source: &Value,
        _answer: Option<&str>,
        _own_field: Option<&str>,
    ) -> Result<Self, Vec<Finding>> {
        unimplemented!("schema helper")
    }

    /// The row's field of this name.
    pub fn row_field(&self, name: &str) -> Option<&Field> {
        self.answer
            .as_ref()?
            .fields
            .iter()
            .find(|field| field.name == name)
    }

    /// The empty document before anything is written: `[]` for arrays, `null` for nullables,
    /// absent for the rest (rules.md section 1).
    pub fn empty_document(&self) -> Map<String, Value> {
        unimplemented!("schema helper")
    }
}
