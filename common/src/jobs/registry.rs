//! The registry of a fleet's jobs: a shard of its own beside the jobs' shards, under an id that no
//! job can have. Coordinators write it, workers read it.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::answer::commit::{Commit, Footprint, RecordKey, Space, Versioned};
use domain::answer::view::Halt;
use domain::ids::JobId;
use domain::schema::Finding;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::record::{JobMark, JobRecord};
use super::{OpenJob, compile};
use crate::clock::Clock;
use crate::store::{Outcome, ShardStore, StoreError};

/// The registry's shard: [`JobId::parse`] takes no id of dots only.
const SHARD: &str = "..";
/// Records read in one go.
const CHUNK: usize = 500;
/// How often a change is tried against other writers.
const MOST_ROUNDS: u32 = 50;

/// Ids less like one that is not known are not offered in its place.
const LIKE: f64 = 0.85;
/// The most ids that are offered.
const MOST_LIKE: usize = 3;

/// The jobs of a fleet. Cheap to clone.
#[derive(Clone)]
pub struct Registry {
    shards: Arc<dyn ShardStore>,
    answers: Arc<dyn ShardStore>,
    shard: JobId,
}

/// What became of a submission.
#[derive(Debug, Clone, PartialEq)]
pub enum Submitted {
    /// The job is new.
    New,
    /// The same job was submitted before under this id, with the same weight.
    Known(Box<JobRecord>),
    /// This other job has the id, or the same one with another weight.
    Taken(Box<JobRecord>),
}

impl Registry {
    /// The registry in a backend, and the same backend as the jobs' answers are reached: more patiently,
    /// for example.
    pub fn new(shards: Arc<dyn ShardStore>, answers: Arc<dyn ShardStore>) -> Self {
        Self {
            shards,
            answers,
            shard: JobId(SHARD.to_owned()),
        }
    }

    /// The registry reached as patiently as the answers.
    #[must_use]
    pub fn patient(&self) -> Self {
        Self::new(Arc::clone(&self.answers), Arc::clone(&self.answers))
    }

    /// The backend of the jobs' answers.
    pub fn answers(&self) -> &Arc<dyn ShardStore> {
        &self.answers
    }

    /// Takes a job in. Submitting it again after an unknown outcome is safe.
    ///
    /// # Errors
    /// The backend failed.
    pub async fn submit(&self, record: &JobRecord) -> Result<Submitted, StoreError> {
        let body = encode(record);
        let key = of_job(&record.id);
        let commit = Commit {
            record_guards: [(key.clone(), 0)].into(),
            puts: [(key, Some(body)), (open(&record.id), Some(Value::Null))].into(),
            ..Commit::default()
        };
        if let Outcome::Committed(_) = self.shards.commit(&self.shard, commit).await? {
            return Ok(Submitted::New);
        }
        match self.get(&record.id).await? {
            Some(known) if known.file == record.file && known.weight == record.weight => {
                Ok(Submitted::Known(Box::new(known)))
            }
            Some(known) => Ok(Submitted::Taken(Box::new(known))),
            None => Err(StoreError::Contended(1)),
        }
    }

    /// Whether the registry can be read now.
    ///
    /// # Errors
    /// The backend failed.
    pub async fn reach(&self) -> Result<(), StoreError> {
        let mut names = Footprint::default();
        names.cell("reach");
        self.shards.load(&self.shard, &names).await?;
        Ok(())
    }

    /// A job by its id.
    ///
    /// # Errors
    /// The backend failed, or the record cannot be read.
    pub async fn get(&self, id: &JobId) -> Result<Option<JobRecord>, StoreError> {
        let (_, record) = self.read(&of_job(id)).await?;
        Ok(record)
    }

    /// All jobs, the ones that came to their end too, by id.
    ///
    /// # Errors
    /// The backend failed, or a record cannot be read.
    pub async fn all(&self) -> Result<Vec<JobRecord>, StoreError> {
        let found = self.scan("job/").await?;
        let decoded = found
            .into_iter()
            .map(|(id, record)| decode(&id, record.body));
        decoded.collect()
    }

    /// The newest jobs, the newest first: at most `limit` of those that come after a mark in that order.
    ///
    /// # Errors
    /// The backend failed, or a record cannot be read.
    pub async fn newest(
        &self,
        after: Option<&JobMark>,
        limit: usize,
    ) -> Result<Vec<JobRecord>, StoreError> {
        let mut newest = BTreeMap::new();
        self.each("job/", |id, record| {
            let record: JobRecord = decode(&id, record.body)?;
            let mark = record.mark();
            if after.is_none_or(|after| mark < *after) {
                newest.insert(mark, record);
            }
            if newest.len() > limit {
                newest.pop_first();
            }
            Ok(())
        })
        .await?;
        Ok(newest.into_values().rev().collect())
    }

    /// The ids that are most like this one, the likest first: those that begin with it, then those that
    /// differ by a slip of the fingers.
    ///
    /// # Errors
    /// The backend failed.
    pub async fn like(&self, id: &str) -> Result<Vec<String>, StoreError> {
        let mut likes: Vec<(f64, String)> = Vec::new();
        self.each("job/", |key, _| {
            let known = key.strip_prefix("job/").unwrap_or_default();
            let begins = !id.is_empty() && known.starts_with(id);
            let likeness = strsim::jaro_winkler(known, id) + f64::from(u8::from(begins));
            if likeness > LIKE {
                likes.push((likeness, known.to_owned()));
                likes.sort_by(|a, b| b.0.total_cmp(&a.0));
                likes.truncate(MOST_LIKE);
            }
            Ok(())
        })
        .await?;
        Ok(likes.into_iter().map(|(_, id)| id).collect())
    }

    /// The ids of the jobs that a coordinator has to run.
    ///
    /// # Errors
    /// The backend failed.
    pub async fn open(&self) -> Result<Vec<JobId>, StoreError> {
        let found = self.scan("open/").await?;
        let ids = found.into_iter().filter_map(|(id, _)| {
            let id = id.strip_prefix("open/")?;
            Some(JobId(id.to_owned()))
        });
        Ok(ids.collect())
    }

    /// Changes a job's record; `None` if there is no such job. `change` may be called again with what
    /// another writer left.
    ///
    /// # Errors
    /// The backend failed, or other writers were faster every time.
    pub async fn change(
        &self,
        id: &JobId,
        change: impl Fn(&mut JobRecord) + Send + Sync,
    ) -> Result<Option<JobRecord>, StoreError> {
        let key = of_job(id);
        for _ in 0..MOST_ROUNDS {
            let (version, Some(mut record)) = self.read::<JobRecord>(&key).await? else {
                return Ok(None);
            };
            let before = record.clone();
            change(&mut record);
            if record == before {
                return Ok(Some(record));
            }
            let mut commit = Commit {
                record_guards: [(key.clone(), version)].into(),
                puts: [(key.clone(), Some(encode(&record)))].into(),
                ..Commit::default()
            };
            let open_now = record.state.is_open();
            if open_now != before.state.is_open() {
                commit
                    .puts
                    .insert(open(id), open_now.then_some(Value::Null));
            }
            if let Outcome::Committed(_) = self.shards.commit(&self.shard, commit).await? {
                return Ok(Some(record));
            }
        }
        Err(StoreError::Contended(MOST_ROUNDS))
    }

    /// A job of the registry, ready to be worked on: its schema compiled, its answer in the backend.
    ///
    /// # Errors
    /// What its schema asks for that cannot be honoured, with JSON pointers.
    pub fn open_job(&self, record: &JobRecord, clock: &Clock) -> Result<OpenJob, Vec<Finding>> {
        let schema = Arc::new(compile(&record.file)?);
        let shards = Arc::clone(&self.answers);
        let (id, file) = (record.id.clone(), record.file.clone());
        Ok(OpenJob::new(shards, id, file, schema, clock.clone()))
    }

    /// Forgets a job and its answer.
    ///
    /// # Errors
    /// The backend failed.
    pub async fn forget(&self, id: &JobId) -> Result<(), StoreError> {
        self.answers.forget(id).await?;
        let commit = Commit {
            puts: [(of_job(id), None), (open(id), None)].into(),
            ..Commit::default()
        };
        self.shards.commit(&self.shard, commit).await?;
        Ok(())
    }

    /// A single record of the registry with its version, 0 if it is not there.
    pub(super) async fn read<T: DeserializeOwned>(
        &self,
        key: &RecordKey,
    ) -> Result<(u64, Option<T>), StoreError> {
        let mut names = Footprint::default();
        names.record(key.clone());
        let mut slice = self.shards.load(&self.shard, &names).await?;
        let found = slice.records.remove(key).unwrap_or_default();
        if found.version == 0 {
            return Ok((0, None));
        }
        Ok((found.version, Some(decode(&key.id, found.body)?)))
    }

    /// Writes a single record if it still has that version; gives the new version if it had.
    pub(super) async fn replace(
        &self,
        key: RecordKey,
        version: u64,
        body: Value,
    ) -> Result<Option<u64>, StoreError> {
        let commit = Commit {
            record_guards: [(key.clone(), version)].into(),
            puts: [(key, Some(body))].into(),
            ..Commit::default()
        };
        match self.shards.commit(&self.shard, commit).await? {
            Outcome::Committed(applied) => Ok(Some(applied.version)),
            Outcome::Conflict(_) => Ok(None),
        }
    }

    async fn scan(&self, prefix: &str) -> Result<Vec<(String, Versioned)>, StoreError> {
        let mut found = Vec::new();
        self.each(prefix, |id, record| {
            found.push((id, record));
            Ok(())
        })
        .await?;
        Ok(found)
    }

    /// Shows every record whose id begins so, in the order of their ids.
    async fn each(
        &self,
        prefix: &str,
        mut show: impl FnMut(String, Versioned) -> Result<(), StoreError> + Send,
    ) -> Result<(), StoreError> {
        let mut after = prefix.to_owned();
        loop {
            let chunk = self
                .shards
                .scan(&self.shard, Space::Job, Some(&after), CHUNK)
                .await?;
            let full = chunk.len() == CHUNK;
            for (id, record) in chunk {
                if !id.starts_with(prefix) {
                    return Ok(());
                }
                after.clone_from(&id);
                show(id, record)?;
            }
            if !full {
                return Ok(());
            }
        }
    }
}

fn of_job(id: &JobId) -> RecordKey {
    RecordKey::new(Space::Job, format!("job/{}", id.0))
}

fn open(id: &JobId) -> RecordKey {
    RecordKey::new(Space::Job, format!("open/{}", id.0))
}

fn encode(record: &impl Serialize) -> Value {
    serde_json::to_value(record).unwrap_or_default()
}

fn decode<T: DeserializeOwned>(id: &str, body: Value) -> Result<T, StoreError> {
    serde_json::from_value(body).map_err(|error| {
        StoreError::Damaged(Halt::Corrupt {
            key: RecordKey::new(Space::Job, id),
            message: error.to_string(),
        })
    })
}
