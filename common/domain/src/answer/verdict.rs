//! Verdicts and refusals. A refusal is not an error: it is an answer.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What became of a command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// It changes the shard.
    Accepted {
        /// What is stored now, for row and field commands; the gate's report for `done`.
        stored: Value,
        /// The row's id, for row commands.
        row: Option<String>,
        /// Declared fields that are still empty.
        missing: Vec<String>,
        /// Parts that were refused while the rest was accepted (drafts, several marks).
        refused: Vec<Refusal>,
    },
    /// The shard already says so.
    Unchanged,
    /// The rules say no; nothing changed.
    Refused(Refusal),
}

/// Why not, and what to do instead.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Refusal {
    /// Stable snake_case code.
    pub code: Code,
    /// JSON pointer in the item or document.
    pub pointer: String,
    /// One sentence.
    pub message: String,
    /// What was given.
    pub got: Value,
    /// What is allowed, for closed sets and types.
    pub allowed: Vec<Value>,
    /// What to do.
    pub hint: String,
}

/// Refusal codes: stable, part of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "each code is its own word; rules.md lists them"
)]
pub enum Code {
    BadUrl,
    BadEmail,
    BadUuid,
    BadId,
    MissingRequired,
    UnknownKey,
    TypeMismatch,
    EnumMismatch,
    Constraint,
    EnumNotEvidenced,
    StubThrottled,
    Duplicate,
    NoRows,
    NotNullable,
    IndexOutOfRange,
    IndexNotInteger,
    UnknownField,
    IsAnswerList,
    NoAnswerList,
    NotAnObject,
    ScalarListObject,
    ScalarTypeMismatch,
    EmptyArgument,
    ReasonMissing,
    PagesUnread,
    AlreadySettled,
    NoLookSinceBounce,
    SchemaRefused,
    StaleLease,
    UnknownPage,
    Closed,
}
