//! How a job stands, for those outside.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::jobs::{JobEnd, JobRecord, JobState};
use crate::store::Progress;

/// A job as `GET /v1/jobs/{id}` tells it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobStatus {
    /// Its id.
    pub id: String,
    /// The name in its job file.
    pub name: String,
    /// Where it stands.
    pub state: JobState,
    /// Its operator asked for its end.
    pub cancel: bool,
    /// Its share of the fleet.
    pub weight: u32,
    /// When it was submitted.
    pub submitted_at: u64,
    /// When it was first taken up.
    pub started_at: Option<u64>,
    /// When it came to its end.
    pub ended_at: Option<u64>,
    /// How it ended, once it did or is held.
    pub end: Option<JobEnd>,
    /// How far it is; absent in lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<Pages>,
}

/// How far a job is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pages {
    /// Detail pages by state.
    pub details: BTreeMap<String, u64>,
    /// List pages by state.
    pub lists: BTreeMap<String, u64>,
    /// Detail pages that are known.
    pub discovered: u64,
    /// Detail pages that nothing more will happen to.
    pub settled: u64,
    /// Detail pages that were read and are being read again, for a panel with their content: they are not
    /// settled meanwhile and have no row.
    #[serde(default)]
    pub again: u64,
    /// Rows.
    pub rows: u64,
    /// Refused rows that are remembered.
    pub refused: u64,
}

impl JobStatus {
    /// The status of a job, and how far it is if that was looked up.
    pub fn new(record: &JobRecord, progress: Option<&Progress>) -> Self {
        Self {
            id: record.id.0.clone(),
            name: record.file.name.clone(),
            state: record.state,
            cancel: record.cancel,
            weight: record.weight,
            submitted_at: record.submitted_at,
            started_at: record.started_at,
            ended_at: record.ended_at,
            end: record.end.clone(),
            pages: progress.map(Pages::from),
        }
    }
}

impl From<&Progress> for Pages {
    fn from(progress: &Progress) -> Self {
        let some = |states: &[(String, u64)]| {
            let some = states.iter().filter(|(_, pages)| *pages > 0);
            some.cloned().collect()
        };
        Self {
            details: some(&progress.details),
            lists: some(&progress.lists),
            discovered: progress.discovered(),
            settled: progress.settled(),
            again: progress.again,
            rows: progress.rows,
            refused: progress.refused,
        }
    }
}
