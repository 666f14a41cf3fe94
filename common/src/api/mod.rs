//! The coordinator's HTTP API (version 1) as both sides see it: what is sent, what comes back, and the
//! client. Bodies are JSON; times are milliseconds since the Unix epoch.

mod client;
mod coverage;
mod status;

pub use client::{Client, ClientError};
pub use coverage::coverage;
pub use status::{JobStatus, Pages};

use domain::schema::Finding;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The body of `POST /v1/jobs`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// The job's id: 1 to 64 characters of `a-z 0-9 - _ .`. Whoever names one can submit again after
    /// an unknown outcome. Without one the server makes one from the job's name.
    #[serde(default)]
    pub id: Option<String>,
    /// Its share of the fleet, relative to other jobs; 1 if not given.
    #[serde(default)]
    pub weight: Option<u32>,
    /// The job file as JSON, its schema inline and without `pages_file`.
    pub job: Value,
}

/// What every response says that is not a success.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    /// Stable `snake_case` code: `not_found`, `unauthorized`, `bad_request`, `refused`, `taken`,
    /// `unavailable`, `failed`.
    pub code: String,
    /// One sentence that names the remedy.
    pub message: String,
    /// Places in a refused job, with JSON pointers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refusals: Vec<Finding>,
}

/// The body of `GET /v1/jobs`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Jobs {
    /// The newest first.
    pub jobs: Vec<JobStatus>,
}

/// The body of `GET /v1/jobs/{id}/rows`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rows {
    /// Place of the first row in the answer.
    pub from: usize,
    /// Rows of the answer.
    pub total: u64,
    /// In the answer's order.
    pub rows: Vec<Value>,
}

/// Takes the fields that are asked for out of a row; all of them if none is named.
pub fn only(row: Value, fields: &[String]) -> Value {
    match row {
        Value::Object(mut map) if !fields.is_empty() => {
            let kept = fields
                .iter()
                .filter_map(|name| map.remove(name).map(|value| (name.clone(), value)));
            Value::Object(kept.collect::<Map<_, _>>())
        }
        other => other,
    }
}
