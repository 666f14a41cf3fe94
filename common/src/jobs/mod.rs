//! Jobs as the parts of a run see them: the handle of one that can be worked on, the book of those
//! that a process has open, and the registry that a fleet shares. It runs nothing.

mod book;
mod lease;
mod record;
mod registry;
#[cfg(test)]
mod tests;

pub use book::{BookError, JobBook, Known};
pub use lease::{Lease, LeaseKeeper};
pub use record::{JobEnd, JobMark, JobRecord, JobState};
pub use registry::{Registry, Submitted};

use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

use domain::ids::JobId;
use domain::job::JobFile;
use domain::schema::{AnswerSchema, Finding};

use crate::clock::Clock;
use crate::store::{AnswerStore, ShardStore};

/// The characters of a job's name that its id begins with: the rest of 64 is for a number.
const LONGEST_NAME: usize = 40;

/// A job that can be worked on.
pub struct OpenJob {
    /// Its id in queue and store.
    pub id: JobId,
    /// What the operator asked for.
    pub file: Arc<JobFile>,
    /// The compiled schema.
    pub schema: Arc<AnswerSchema>,
    /// The only way to its shard.
    pub store: AnswerStore,
}

impl OpenJob {
    /// A job over its shard in a backend.
    pub fn new(
        shards: Arc<dyn ShardStore>,
        id: JobId,
        file: JobFile,
        schema: Arc<AnswerSchema>,
        clock: Clock,
    ) -> Self {
        let file = Arc::new(file);
        let store = AnswerStore::new(
            shards,
            id.clone(),
            Arc::clone(&schema),
            Arc::clone(&file),
            Arc::new(move || clock.now_ms()),
        );
        Self {
            id,
            file,
            schema,
            store,
        }
    }

    /// The same job through another handle of its store.
    #[must_use]
    pub fn with_store(&self, store: AnswerStore) -> Self {
        Self {
            id: self.id.clone(),
            file: Arc::clone(&self.file),
            schema: Arc::clone(&self.schema),
            store,
        }
    }
}

/// The first of a job's faults, in words with its place.
pub fn first(findings: &[Finding]) -> String {
    let first = findings.first();
    first.map_or_else(String::new, |one| {
        format!("{}: {}", one.pointer, one.message)
    })
}

/// An id that begins with a job's name and that no other job has.
pub fn fresh_id(name: &str, now: u64) -> JobId {
    let salt = RandomState::new().hash_one(now);
    let name: String = name.chars().take(LONGEST_NAME).collect();
    JobId(format!("{name}-{salt:016x}"))
}

/// Compiles a job's inline schema with the job's own words for members of closed sets and its own places
/// of fields.
///
/// # Errors
/// What the schema or the words ask for that cannot be honoured, with JSON pointers.
pub fn compile(file: &JobFile) -> Result<AnswerSchema, Vec<Finding>> {
    let (answer, own) = (file.answer.as_deref(), file.own_field.as_deref());
    let mut schema = AnswerSchema::compile(&file.schema, answer, own)?;
    schema.add_aliases(&file.aliases)?;
    schema.add_map(&file.map)?;
    Ok(schema)
}
