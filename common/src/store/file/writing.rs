//! A transaction on the tables: applies commits under their guards, deletes jobs and sets when they
//! are to be deleted. No rule is in it.

use std::collections::BTreeMap;

use domain::answer::commit::{Cell, Commit, RecordKey};
use domain::answer::shard::Applied;
use domain::ids::JobId;
use redb::{ReadableTable, Table, WriteTransaction};

use super::super::shard::{Outcome, ShardError, too_large};
use super::tables::{
    BYTES, CELLS, CellId, ENDS, Fault, RECORDS, RecordId, Stored, Tables, VERSIONS, after_job,
    record_id,
};

type Numbers<'t> = Table<'t, &'static str, u64>;

/// An open transaction.
pub(super) struct Writing<'t> {
    tables: Tables<Table<'t, CellId, i64>, Table<'t, RecordId, Stored>, Numbers<'t>>,
    versions: Numbers<'t>,
    bytes: Numbers<'t>,
}

/// A change, or why it was refused.
pub(super) type Done = Result<Outcome, ShardError>;

/// Records to write, with their bodies as they are written.
type Puts<'a> = Vec<(&'a RecordKey, Option<String>)>;

impl<'t> Writing<'t> {
    pub(super) fn open(transaction: &'t WriteTransaction) -> Result<Self, Fault> {
        Ok(Self {
            tables: Tables {
                cells: transaction.open_table(CELLS)?,
                records: transaction.open_table(RECORDS)?,
                ends: transaction.open_table(ENDS)?,
            },
            versions: transaction.open_table(VERSIONS)?,
            bytes: transaction.open_table(BYTES)?,
        })
    }

    /// Applies a commit if all its guards hold and the job stays within its share; else says what
    /// they should have been.
    pub(super) fn apply(
        &mut self,
        job: &JobId,
        commit: &Commit,
        (now, share): (u64, u64),
    ) -> Result<Done, Fault> {
        if self.tables.is_over(job, now)? {
            self.forget(job)?;
        }
        if !self.tables.holds(job, commit)? {
            let (cells, records) = (commit.cell_guards.keys(), commit.record_guards.keys());
            let current = self.tables.values(job, cells, records)?;
            return Ok(Ok(Outcome::Conflict(current)));
        }
        let text = |body: &serde_json::Value| body.to_string();
        let puts = commit.puts.iter();
        let puts: Puts<'_> = puts.map(|(k, b)| (k, b.as_ref().map(text))).collect();
        let before = self.bytes(job)?;
        let bytes = self.bytes_with(job, before, &puts)?;
        if bytes > before.max(share) {
            return Ok(Err(too_large(job, bytes, share)));
        }
        let id = job.0.as_str();
        let version = self.versions.get(id)?.map_or(0, |last| last.value()) + 1;
        self.versions.insert(id, version)?;
        self.bytes.insert(id, bytes)?;
        let cells = self.add(job, &commit.adds)?;
        for (key, body) in puts {
            self.write(job, key, body, version)?;
        }
        Ok(Ok(Outcome::Committed(Applied { cells, version })))
    }

    /// Deletes all of a job.
    pub(super) fn forget(&mut self, job: &JobId) -> Result<(), Fault> {
        let (start, end) = (job.0.as_str(), after_job(job));
        let end = end.as_str();
        let cells = &mut self.tables.cells;
        cells.retain_in((start, "")..(end, ""), |_, _| false)?;
        let records = &mut self.tables.records;
        records.retain_in((start, 0, "")..(end, 0, ""), |_, _| false)?;
        self.versions.remove(start)?;
        self.bytes.remove(start)?;
        self.tables.ends.remove(start)?;
        Ok(())
    }

    /// Sets when a job is to end, if it is and if there is such a job, and deletes those whose time has
    /// come.
    pub(super) fn expire(
        &mut self,
        job: &JobId,
        (now, at): (u64, Option<u64>),
    ) -> Result<(), Fault> {
        let id = job.0.as_str();
        if self.tables.is_over(job, now)? {
            self.forget(job)?;
        }
        match at {
            Some(at) if self.versions.get(id)?.is_some() => {
                self.tables.ends.insert(id, at)?;
            }
            _ => {
                self.tables.ends.remove(id)?;
            }
        }
        self.sweep(now)
    }

    /// Deletes the jobs whose time has come.
    pub(super) fn sweep(&mut self, now: u64) -> Result<(), Fault> {
        let mut over = Vec::new();
        for entry in self.tables.ends.iter()? {
            let (job, ends) = entry?;
            if ends.value() <= now {
                over.push(JobId(job.value().to_owned()));
            }
        }
        over.iter().try_for_each(|job| self.forget(job))
    }

    /// The bytes of a job. One that was written before they were counted is counted now.
    fn bytes(&self, job: &JobId) -> Result<u64, Fault> {
        if let Some(bytes) = self.bytes.get(job.0.as_str())? {
            return Ok(bytes.value());
        }
        let mut bytes = 0;
        let (start, end) = (job.0.as_str(), after_job(job));
        for entry in self.tables.records.range((start, 0, "")..(&*end, 0, ""))? {
            let (key, stored) = entry?;
            bytes += (key.value().2.len() + stored.value().2.len()) as u64;
        }
        Ok(bytes)
    }

    fn bytes_with(&self, job: &JobId, before: u64, puts: &Puts<'_>) -> Result<u64, Fault> {
        let mut bytes = before;
        for (key, body) in puts {
            let id = key.id.len() as u64;
            if let Some(old) = self.tables.records.get(record_id(job, key))? {
                bytes = bytes.saturating_sub(id + old.value().2.len() as u64);
            }
            bytes += body.as_ref().map_or(0, |body| id + body.len() as u64);
        }
        Ok(bytes)
    }

    fn add(
        &mut self,
        job: &JobId,
        adds: &BTreeMap<Cell, i64>,
    ) -> Result<BTreeMap<Cell, i64>, Fault> {
        let mut sums = BTreeMap::new();
        for (name, n) in adds {
            let sum = self.tables.cell(job, name)?.wrapping_add(*n);
            let key = (job.0.as_str(), name.as_str());
            if sum == 0 {
                self.tables.cells.remove(key)?;
            } else {
                self.tables.cells.insert(key, sum)?;
            }
            sums.insert(name.clone(), sum);
        }
        Ok(sums)
    }

    fn write(
        &mut self,
        job: &JobId,
        key: &RecordKey,
        body: Option<String>,
        version: u64,
    ) -> Result<(), Fault> {
        let id = record_id(job, key);
        let Some(body) = body else {
            self.tables.records.remove(id)?;
            return Ok(());
        };
        let created = match self.tables.versions(job, key)? {
            (0, _) => version,
            (_, created) => created,
        };
        let stored = (version, created, body.as_bytes());
        self.tables.records.insert(id, stored)?;
        Ok(())
    }
}
