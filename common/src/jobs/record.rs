//! What a fleet remembers of a job besides its answer.

use std::fmt;

use domain::ids::JobId;
use domain::job::JobFile;
use serde::{Deserialize, Serialize};

/// Where a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// Submitted; no coordinator has taken it up.
    Waiting,
    /// A coordinator runs it.
    Running,
    /// Gaps remain and the job asks to be held for its operator.
    Held,
    /// Every discovered page is settled and the gate was passed.
    Delivered,
    /// Ended by a limit before everything was settled; what was accepted is delivered.
    Early,
    /// Ended by its operator; what was accepted is delivered.
    Cancelled,
    /// It could not go on: no start page could be read, the job cannot be run, or its share of the
    /// store is full. What was accepted can be read.
    Failed,
}

impl JobState {
    /// Every state.
    pub const ALL: [Self; 7] = [
        Self::Waiting,
        Self::Running,
        Self::Held,
        Self::Delivered,
        Self::Early,
        Self::Cancelled,
        Self::Failed,
    ];

    /// Whether nothing more will happen to the job.
    pub fn is_terminal(self) -> bool {
        matches!(
            self,
            Self::Delivered | Self::Early | Self::Cancelled | Self::Failed
        )
    }

    /// Whether a coordinator has to run it.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Waiting | Self::Running)
    }

    /// As it is written in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Held => "held",
            Self::Delivered => "delivered",
            Self::Early => "early",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
        }
    }
}

/// How a job came to its end, or to its operator.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobEnd {
    /// Why, for people; empty if there is nothing to say.
    pub why: String,
    /// No gaps remained.
    pub complete: bool,
    /// The answer meets the schema and the run was not cut short.
    pub successful: bool,
    /// The answer validates against the caller's schema.
    pub schema_valid: bool,
    /// Rows that were delivered.
    pub rows: u64,
    /// Detail links that were found.
    pub links: u64,
    /// What went wrong with list pages, for people.
    pub list_errors: Vec<String>,
}

/// A job of a fleet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobRecord {
    /// Its id in queue and store.
    pub id: JobId,
    /// What the operator asked for: the schema inline, the addresses of `pages_file` among `pages`.
    pub file: JobFile,
    /// Its share of the fleet, relative to other jobs; at least 1.
    pub weight: u32,
    /// Where it stands.
    pub state: JobState,
    /// Its operator asked for its end.
    pub cancel: bool,
    /// Why it cannot go on, once a program has met with that: its coordinator ends it.
    #[serde(default)]
    pub broken: Option<String>,
    /// Milliseconds since the epoch.
    pub submitted_at: u64,
    /// When a coordinator first took it up, milliseconds since the epoch.
    pub started_at: Option<u64>,
    /// When it came to its end, milliseconds since the epoch.
    pub ended_at: Option<u64>,
    /// How.
    pub end: Option<JobEnd>,
}

/// A job's place among all jobs: when it was submitted, then its id. Written `TIME-ID`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct JobMark {
    /// Milliseconds since the epoch.
    pub submitted_at: u64,
    /// Its id.
    pub id: JobId,
}

impl fmt::Display for JobMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.submitted_at, self.id.0)
    }
}

impl JobMark {
    /// Reads what was written; `None` if it is no mark.
    pub fn parse(text: &str) -> Option<Self> {
        let (time, id) = text.split_once('-')?;
        Some(Self {
            submitted_at: time.parse().ok()?,
            id: JobId::parse(id)?,
        })
    }
}

impl JobRecord {
    /// Its place among all jobs.
    pub fn mark(&self) -> JobMark {
        JobMark {
            submitted_at: self.submitted_at,
            id: self.id.clone(),
        }
    }

    /// Whether pages are to be read for it.
    pub fn goes_on(&self) -> bool {
        self.state.is_open() && !self.cancel && self.broken.is_none()
    }

    /// A job that was submitted now.
    pub fn new(id: JobId, file: JobFile, weight: u32, now: u64) -> Self {
        Self {
            id,
            file,
            weight: weight.max(1),
            state: JobState::Waiting,
            cancel: false,
            broken: None,
            submitted_at: now,
            started_at: None,
            ended_at: None,
            end: None,
        }
    }
}
