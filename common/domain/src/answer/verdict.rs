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

impl Verdict {
    /// An acceptance that has nothing to say but what is stored.
    pub fn stored(stored: Value) -> Self {
        Self::Accepted {
            stored,
            row: None,
            missing: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// The lease of an accepted `Publish`.
    pub fn lease(&self) -> Option<u64> {
        match self {
            Self::Accepted { stored, .. } => stored.get("lease")?.as_u64(),
            _ => None,
        }
    }

    /// Whether the shard now says what the command wanted.
    pub fn holds(&self) -> bool {
        !matches!(self, Self::Refused(_))
    }

    /// The refusal, if it is one.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }
}

impl From<Refusal> for Verdict {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl Refusal {
    /// A refusal with its code, where it applies and one sentence.
    pub fn new(code: Code, pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            code,
            pointer: pointer.into(),
            message: message.into(),
            got: Value::Null,
            allowed: Vec::new(),
            hint: String::new(),
        }
    }

    /// Adds what was given.
    #[must_use]
    pub fn got(mut self, got: Value) -> Self {
        self.got = got;
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }
}

/// Why not, and what to do instead.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Refusal {
    /// Stable code in snake case.
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
#[expect(missing_docs, reason = "each code is its own word")]
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

impl Code {
    /// Every code.
    pub const ALL: [Self; 31] = [
        Self::BadUrl,
        Self::BadEmail,
        Self::BadUuid,
        Self::BadId,
        Self::MissingRequired,
        Self::UnknownKey,
        Self::TypeMismatch,
        Self::EnumMismatch,
        Self::Constraint,
        Self::EnumNotEvidenced,
        Self::StubThrottled,
        Self::Duplicate,
        Self::NoRows,
        Self::NotNullable,
        Self::IndexOutOfRange,
        Self::IndexNotInteger,
        Self::UnknownField,
        Self::IsAnswerList,
        Self::NoAnswerList,
        Self::NotAnObject,
        Self::ScalarListObject,
        Self::ScalarTypeMismatch,
        Self::EmptyArgument,
        Self::ReasonMissing,
        Self::PagesUnread,
        Self::AlreadySettled,
        Self::NoLookSinceBounce,
        Self::SchemaRefused,
        Self::StaleLease,
        Self::UnknownPage,
        Self::Closed,
    ];

    /// The code as it is written in answers and cases.
    pub fn as_str(self) -> String {
        match serde_json::to_value(self) {
            Ok(Value::String(text)) => text,
            _ => String::new(),
        }
    }
}
