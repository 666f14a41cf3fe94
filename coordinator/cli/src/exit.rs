//! Exit codes and failures a person can act on.

use std::process::ExitCode;

use common::api::Problem;
use domain::schema::Finding;
use serde_json::{Value, json};

/// How the program ends. The numbers are part of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Delivered, complete.
    Complete = 0,
    /// The command line was not understood.
    Usage = 2,
    /// Delivered with gaps: also no links found, every row refused, held for the operator, and an
    /// operator's edit that was refused.
    Gaps = 3,
    /// Failed: start address refused, browser missing, delivered early, answer invalid; also
    /// counters that disagree with the rows they count.
    Failed = 4,
    /// The job or its schema was refused before anything was read.
    Refused = 5,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// An end without a delivery.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The exit code.
    pub(crate) exit: Exit,
    /// One sentence: what happened and what to do.
    pub(crate) message: String,
    /// Places in the job or schema, for refusals at check.
    pub(crate) findings: Vec<Finding>,
    /// What a coordinator refused.
    pub(crate) problem: Option<Box<Problem>>,
}

impl Failure {
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            exit,
            message: message.into(),
            findings: Vec::new(),
            problem: None,
        }
    }

    /// The failure as `--json` prints it: what a coordinator refused with all that it said.
    pub(crate) fn as_json(&self) -> Value {
        let mut told = json!({
            "ok": false,
            "exit": self.exit as u8,
            "message": self.message,
            "refusals": self.findings,
        });
        if let (Some(problem), Some(told)) = (&self.problem, told.as_object_mut()) {
            told.insert("code".to_owned(), json!(problem.code));
            told.insert("pointer".to_owned(), json!(problem.pointer));
            told.insert("got".to_owned(), problem.got.clone());
            told.insert("allowed".to_owned(), json!(problem.allowed));
            told.insert("hint".to_owned(), json!(problem.hint));
        }
        told
    }

    pub(crate) fn refused(message: impl Into<String>, findings: Vec<Finding>) -> Self {
        Self {
            exit: Exit::Refused,
            message: message.into(),
            findings,
            problem: None,
        }
    }
}
