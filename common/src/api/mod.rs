//! The coordinator's HTTP API (version 1) as both sides see it: what is sent, what comes back, and the
//! client. Bodies are JSON; times are milliseconds since the Unix epoch.

mod client;
mod coverage;
mod left_out;
mod problem;
mod rows;
mod status;

pub use client::{Client, ClientError, RowStream};
pub use coverage::coverage;
pub use left_out::{RefusedRows, UnreadPage, refused_rows, unread_page};
pub use problem::Problem;
pub use rows::{LastLine, NDJSON, ProvenRow, RowWindow, Rows, RowsEnd, only, shown};
pub use status::{JobStatus, Pages};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Jobs that `GET /v1/jobs` tells where no `limit` says how many.
pub const JOBS_AT_ONCE: usize = 100;
/// The most entries of one JSON answer, of jobs or rows; a greater `limit` is taken for this.
pub const MOST_AT_ONCE: usize = 1_000;

/// The body of `POST /v1/jobs`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// The job's id: 1 to 64 characters of `a-z 0-9 - _ .`. Whoever names one can submit again after
    /// an unknown outcome. Without one the server makes one from the job's name.
    #[serde(default)]
    pub id: Option<String>,
    /// Its share of the fleet, relative to other jobs, at least 1; 1 if not given.
    #[serde(default)]
    pub weight: Option<u32>,
    /// The job file as JSON, its schema inline and without `pages_file`.
    pub job: Value,
}

/// The body of `GET /v1/jobs`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Jobs {
    /// The newest first.
    pub jobs: Vec<JobStatus>,
    /// The `cursor` under which the older ones follow; absent once there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
