//! The jobs that a process has open. In one process they are put there; in a fleet the book looks
//! them up in the registry, and looks again so that a job that ended is not worked on.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::ids::JobId;
use tokio::sync::watch;

use super::{JobRecord, OpenJob, Registry, first};
use crate::clock::Clock;
use crate::store::StoreError;

/// How long the book takes a job's state for granted.
const TRUSTED_MS: u64 = 1_000;
/// The most jobs it keeps open; the one that was looked at the longest ago goes first.
const MOST_OPEN: usize = 256;

/// Open jobs by id. Cheap to clone.
#[derive(Clone, Default)]
pub struct JobBook {
    jobs: Arc<Mutex<BTreeMap<JobId, Entry>>>,
    shelf: Option<Arc<Shelf>>,
    /// Jobs of one process that cannot go on, and why. In a fleet the registry knows.
    given_up: Arc<watch::Sender<BTreeMap<JobId, String>>>,
}

struct Shelf {
    registry: Registry,
    clock: Clock,
}

#[derive(Clone)]
struct Entry {
    job: Arc<OpenJob>,
    /// When its state was looked up; `None` for a job that was put there.
    seen: Option<u64>,
}

impl Shelf {
    fn open(&self, record: &JobRecord) -> Result<OpenJob, BookError> {
        let opened = self.registry.open_job(record, &self.clock);
        opened.map_err(|findings| BookError::Job {
            job: record.id.0.clone(),
            why: first(&findings),
        })
    }
}

/// What a book knows of an id.
#[derive(Clone)]
pub enum Known {
    /// The job can be worked on.
    Open(Arc<OpenJob>),
    /// It came to its end, or is held: nothing is to be read for it.
    Closed,
    /// There is no such job.
    Unknown,
}

/// Why a job could not be looked up.
#[derive(Debug, Clone, thiserror::Error)]
pub enum BookError {
    /// The registry is out of reach.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The registry's job does not compile: another version of the program took it in.
    #[error("the job {job} cannot be worked on: {why}")]
    Job {
        /// Which.
        job: String,
        /// Its first fault, with a JSON pointer.
        why: String,
    },
}

impl JobBook {
    /// A book of the jobs in a fleet's registry.
    pub fn of_fleet(registry: Registry, clock: Clock) -> Self {
        Self {
            jobs: Arc::default(),
            shelf: Some(Arc::new(Shelf { registry, clock })),
            given_up: Arc::default(),
        }
    }

    /// Opens a job for everyone who holds the book.
    pub fn put(&self, job: OpenJob) -> Arc<OpenJob> {
        let job = Arc::new(job);
        let entry = Entry {
            job: Arc::clone(&job),
            seen: None,
        };
        self.lock().insert(job.id.clone(), entry);
        job
    }

    /// Looks a job up.
    ///
    /// # Errors
    /// The registry is out of reach, or holds a job that does not compile.
    pub async fn find(&self, id: &JobId) -> Result<Known, BookError> {
        let known = self.lock().get(id).cloned();
        let Some(shelf) = &self.shelf else {
            if self.given_up.borrow().contains_key(id) {
                return Ok(Known::Closed);
            }
            return Ok(known.map_or(Known::Unknown, |entry| Known::Open(entry.job)));
        };
        let now = shelf.clock.now_ms();
        if let Some(entry) = &known
            && entry.seen.is_none_or(|seen| now < seen + TRUSTED_MS)
        {
            return Ok(Known::Open(Arc::clone(&entry.job)));
        }
        let Some(record) = shelf.registry.get(id).await? else {
            self.lock().remove(id);
            return Ok(Known::Unknown);
        };
        if !record.goes_on() {
            self.lock().remove(id);
            return Ok(Known::Closed);
        }
        // After a job was forgotten its id may be another one's.
        let same = known.filter(|entry| *entry.job.file == record.file);
        let job = match same {
            Some(entry) => entry.job,
            None => Arc::new(shelf.open(&record)?),
        };
        self.keep(id, &job, now);
        Ok(Known::Open(job))
    }

    /// Says that a job cannot go on, and why: its coordinator ends it, and nothing more is read for it.
    ///
    /// # Errors
    /// The registry is out of reach.
    pub async fn give_up(&self, id: &JobId, why: &str) -> Result<(), BookError> {
        let Some(shelf) = &self.shelf else {
            self.given_up.send_modify(|jobs| {
                jobs.entry(id.clone()).or_insert_with(|| why.to_owned());
            });
            return Ok(());
        };
        let broken = |record: &mut JobRecord| {
            record.broken.get_or_insert_with(|| why.to_owned());
        };
        shelf.registry.change(id, broken).await?;
        self.lock().remove(id);
        Ok(())
    }

    /// Whether the jobs are this process's own: what it cannot write nobody can.
    pub fn is_own(&self) -> bool {
        self.shelf.is_none()
    }

    /// Waits until a job is given up that this process runs itself, and says why. A fleet's coordinator
    /// learns it from the registry, and waits here for ever.
    pub async fn given_up(&self, id: &JobId) -> String {
        let mut told = self.given_up.subscribe();
        loop {
            if let Some(why) = told.borrow_and_update().get(id) {
                return why.clone();
            }
            if told.changed().await.is_err() {
                return std::future::pending().await;
            }
        }
    }

    /// A job that is not over, if there is one: pages of it may come, whatever the queue holds now. A
    /// book of one process knows of no end.
    ///
    /// # Errors
    /// The registry is out of reach.
    pub async fn any_open(&self) -> Result<Option<JobId>, BookError> {
        match &self.shelf {
            Some(shelf) => Ok(shelf.registry.open().await?.into_iter().next()),
            None => Ok(self.lock().keys().next().cloned()),
        }
    }

    fn keep(&self, id: &JobId, job: &Arc<OpenJob>, now: u64) {
        let mut jobs = self.lock();
        let entry = Entry {
            job: Arc::clone(job),
            seen: Some(now),
        };
        jobs.insert(id.clone(), entry);
        if jobs.len() > MOST_OPEN
            && let Some(oldest) = jobs
                .iter()
                .filter(|(_, entry)| entry.seen.is_some())
                .min_by_key(|(_, entry)| entry.seen)
                .map(|(id, _)| id.clone())
        {
            jobs.remove(&oldest);
        }
    }

    /// No panic can happen under this lock, so a poisoned one is still whole.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<JobId, Entry>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
