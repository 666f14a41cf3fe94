//! What every response says that is not a success: a refusal in the one shape that refusals have
//! everywhere.

use domain::schema::Finding;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The body of a response that is not a success.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    /// Stable `snake_case` code: `bad_request`, `unauthorized`, `forbidden`, `not_found`,
    /// `method_not_allowed`, `taken`, `too_large`, `refused`, `failed`, `unavailable`.
    pub code: String,
    /// JSON pointer into the body, `/` and its name for a parameter of the query; empty if no place is
    /// to blame.
    #[serde(default)]
    pub pointer: String,
    /// One sentence.
    pub message: String,
    /// What was given.
    #[serde(default)]
    pub got: Value,
    /// What is allowed, for closed sets.
    #[serde(default)]
    pub allowed: Vec<Value>,
    /// What to do.
    #[serde(default)]
    pub hint: String,
    /// Every place in a refused job, where there may be several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refusals: Vec<Finding>,
}

impl Problem {
    /// Message and hint.
    pub fn said(&self) -> String {
        let parts = [self.message.trim(), self.hint.trim()];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }
}
