//! The jobs a process has open: settings, compiled schema and the job's store behind one handle.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use domain::ids::JobId;
use domain::job::JobFile;
use domain::schema::AnswerSchema;

use crate::store::AnswerStore;

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

/// Open jobs by id. Cheap to clone.
#[derive(Clone, Default)]
pub struct JobBook {
    jobs: Arc<Mutex<BTreeMap<JobId, Arc<OpenJob>>>>,
}

impl JobBook {
    /// Opens a job for everyone who holds the book.
    pub fn put(&self, job: OpenJob) -> Arc<OpenJob> {
        let job = Arc::new(job);
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.insert(job.id.clone(), Arc::clone(&job));
        job
    }

    /// An open job.
    pub fn get(&self, id: &JobId) -> Option<Arc<OpenJob>> {
        self.jobs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(id)
            .cloned()
    }
}
