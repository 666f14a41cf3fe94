//! `job.json`: what a run was started with. A run is continued only with the same job and schema.

use std::hash::{BuildHasher, RandomState};

use common::clock::Clock;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::exit::{Exit, Failure};

/// Places in a job that may differ when a run is continued: they say how much is done at once and
/// when to stop, not what is asked for.
const FREE: [&str; 2] = ["/read/wave", "/limits"];

/// What a run was started with.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// The run's id.
    pub(crate) run: String,
    /// When it was started, milliseconds since the epoch.
    pub(crate) started: u64,
    /// The schema's hash: rows carry it.
    pub(crate) schema: String,
    /// The job with everything filled in: the schema inline, the addresses of `pages_file` among
    /// `pages`.
    pub(crate) job: JobFile,
}

impl Manifest {
    /// The manifest of a run that starts now.
    pub(crate) fn new(job: &JobFile, schema: &AnswerSchema, clock: &Clock) -> Self {
        let started = clock.now_ms();
        Self {
            run: format!("{started:x}-{:016x}", RandomState::new().hash_one(started)),
            started,
            schema: schema.hash.clone(),
            job: job.clone(),
        }
    }

    /// Refuses to continue the run with another job or schema.
    pub(crate) fn same(&self, job: &JobFile, schema: &AnswerSchema) -> Result<(), Failure> {
        if self.schema != schema.hash {
            return Err(other("its schema is another one"));
        }
        let (was, is) = (as_value(&self.job), as_value(job));
        match difference(&was, &is, "") {
            Some(at) => Err(other(&format!("the job differs at {at}"))),
            None => Ok(()),
        }
    }
}

fn other(why: &str) -> Failure {
    let message = format!(
        "this run cannot be continued: {why}. Continue it with the job it was started with, or start \
         anew with --replace or --out"
    );
    Failure::new(Exit::Refused, message)
}

fn as_value(job: &JobFile) -> Value {
    serde_json::to_value(job).unwrap_or_default()
}

/// The pointer of the first place at which two jobs differ.
fn difference(was: &Value, is: &Value, at: &str) -> Option<String> {
    if was == is || FREE.contains(&at) {
        return None;
    }
    let (Value::Object(old), Value::Object(new)) = (was, is) else {
        return Some(at.to_owned());
    };
    let names = old
        .keys()
        .chain(new.keys().filter(|k| !old.contains_key(*k)));
    let mut inner = names.map(|name| {
        let at = domain::pointer::below(at, name);
        match (old.get(name), new.get(name)) {
            (Some(old), Some(new)) => difference(old, new, &at),
            _ => Some(at),
        }
    });
    inner.find_map(|found| found)
}
