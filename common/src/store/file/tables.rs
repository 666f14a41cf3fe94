//! The tables: how cells and records lie in the file, and the same load and scan as
//! `domain::answer::shard` over them. No rule is in it.

use domain::answer::commit::{Cell, Commit, Footprint, RecordKey, Slice, Space, Versioned};
use domain::ids::JobId;
use redb::{Database, ReadTransaction, ReadableTable, TableDefinition, TableHandle};

use super::super::shard::Page;
use super::writing::Writing;

/// A failure of the database, or a record that cannot be read.
pub(super) type Fault = redb::Error;

pub(super) type CellId = (&'static str, &'static str);
pub(super) type RecordId = (&'static str, u8, &'static str);
/// Version, version at which it was first written, body as JSON.
pub(super) type Stored = (u64, u64, &'static [u8]);

/// Marks the file as an answer store.
const MARK: TableDefinition<&str, u32> = TableDefinition::new("windrow answer");
/// The layout of the other tables; a number for each layout.
const LAYOUT: u32 = 1;
/// The last version of each job.
pub(super) const VERSIONS: TableDefinition<&str, u64> = TableDefinition::new("versions");
/// Job and name, to the value; none is 0.
pub(super) const CELLS: TableDefinition<CellId, i64> = TableDefinition::new("cells");
/// Job, space and id.
pub(super) const RECORDS: TableDefinition<RecordId, Stored> = TableDefinition::new("records");

/// The bytes of all ids and bodies of each job.
pub(super) const BYTES: TableDefinition<&str, u64> = TableDefinition::new("bytes");
/// When each job that is to end does: milliseconds since the epoch.
pub(super) const ENDS: TableDefinition<&str, u64> = TableDefinition::new("ends");

/// Cells and records of a snapshot or of a transaction.
pub(super) struct Tables<C, R, N> {
    pub(super) cells: C,
    pub(super) records: R,
    pub(super) ends: N,
}

/// A snapshot.
pub(super) type Reading = Tables<
    redb::ReadOnlyTable<CellId, i64>,
    redb::ReadOnlyTable<RecordId, Stored>,
    redb::ReadOnlyTable<&'static str, u64>,
>;

/// Creates the tables of a new file, and deletes the jobs whose time has come.
///
/// # Errors
/// The file is a database, but not an answer store in this layout.
pub(super) fn prepare(database: &Database, now: u64) -> Result<(), Fault> {
    let transaction = database.begin_write()?;
    let known = transaction.list_tables()?.any(|t| t.name() == MARK.name());
    let new = transaction.list_tables()?.next().is_none();
    if !new && !known {
        return Err(foreign("it is the database of something else"));
    }
    let layout = {
        let mut mark = transaction.open_table(MARK)?;
        if new {
            mark.insert("layout", LAYOUT)?;
        }
        mark.get("layout")?.map_or(0, |layout| layout.value())
    };
    if layout != LAYOUT {
        return Err(foreign("its layout is that of another version of windrow"));
    }
    Writing::open(&transaction)?.sweep(now)?;
    transaction.commit()?;
    Ok(())
}

fn foreign(why: &str) -> Fault {
    Fault::Corrupted(why.to_owned())
}

impl Reading {
    pub(super) fn open(transaction: &ReadTransaction) -> Result<Self, Fault> {
        Ok(Self {
            cells: transaction.open_table(CELLS)?,
            records: transaction.open_table(RECORDS)?,
            ends: transaction.open_table(ENDS)?,
        })
    }
}

impl<C, R, N> Tables<C, R, N>
where
    C: ReadableTable<CellId, i64>,
    R: ReadableTable<RecordId, Stored>,
    N: ReadableTable<&'static str, u64>,
{
    /// Whether a job's time has come: it is as if it were not there.
    pub(super) fn is_over(&self, job: &JobId, now: u64) -> Result<bool, Fault> {
        let ends = self.ends.get(job.0.as_str())?;
        Ok(ends.is_some_and(|ends| ends.value() <= now))
    }

    /// The values of a footprint: every name that is asked for is answered.
    pub(super) fn load(&self, job: &JobId, footprint: &Footprint) -> Result<Slice, Fault> {
        self.values(job, footprint.cells.iter(), footprint.records.iter())
    }

    /// Records of a space in the order of their ids, from after an id.
    pub(super) fn scan(
        &self,
        job: &JobId,
        space: Space,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page, Fault> {
        let (job, space) = (job.0.as_str(), code(space));
        let from = (job, space, after.unwrap_or(""));
        let mut page = Page::new();
        for entry in self.records.range(from..(job, space + 1, ""))? {
            let (key, stored) = entry?;
            let id = key.value().2;
            if after == Some(id) {
                continue;
            }
            if page.len() == limit {
                break;
            }
            page.push((id.to_owned(), decode(id, stored.value())?));
        }
        Ok(page)
    }

    /// Everything of a job.
    pub(super) fn dump(&self, job: &JobId) -> Result<Slice, Fault> {
        let mut all = Slice::default();
        let end = after_job(job);
        for entry in self.cells.range((job.0.as_str(), "")..(end.as_str(), ""))? {
            let (key, value) = entry?;
            all.cells.insert(key.value().1.to_owned(), value.value());
        }
        for space in Space::ALL {
            let records = self.scan(job, space, None, usize::MAX)?.into_iter();
            all.records
                .extend(records.map(|(id, record)| (RecordKey::new(space, id), record)));
        }
        Ok(all)
    }

    pub(super) fn values<'a>(
        &self,
        job: &JobId,
        cells: impl Iterator<Item = &'a Cell>,
        records: impl Iterator<Item = &'a RecordKey>,
    ) -> Result<Slice, Fault> {
        let cells = cells.map(|name| Ok((name.clone(), self.cell(job, name)?)));
        let records = records.map(|key| Ok((key.clone(), self.record(job, key)?)));
        Ok(Slice {
            cells: cells.collect::<Result<_, Fault>>()?,
            records: records.collect::<Result<_, Fault>>()?,
        })
    }

    pub(super) fn cell(&self, job: &JobId, name: &str) -> Result<i64, Fault> {
        let value = self.cells.get((job.0.as_str(), name))?;
        Ok(value.map_or(0, |value| value.value()))
    }

    fn record(&self, job: &JobId, key: &RecordKey) -> Result<Versioned, Fault> {
        match self.records.get(record_id(job, key))? {
            Some(stored) => decode(&key.id, stored.value()),
            None => Ok(Versioned::default()),
        }
    }

    /// The versions of a record: last and first; 0 if it is absent.
    pub(super) fn versions(&self, job: &JobId, key: &RecordKey) -> Result<(u64, u64), Fault> {
        let stored = self.records.get(record_id(job, key))?;
        Ok(stored.map_or((0, 0), |stored| (stored.value().0, stored.value().1)))
    }

    pub(super) fn holds(&self, job: &JobId, commit: &Commit) -> Result<bool, Fault> {
        for (name, expected) in &commit.cell_guards {
            if self.cell(job, name)? != *expected {
                return Ok(false);
            }
        }
        for (key, expected) in &commit.record_guards {
            if self.versions(job, key)?.0 != *expected {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

pub(super) fn record_id<'a>(job: &'a JobId, key: &'a RecordKey) -> (&'a str, u8, &'a str) {
    (job.0.as_str(), code(key.space), key.id.as_str())
}

/// The least text after all keys of a job.
pub(super) fn after_job(job: &JobId) -> String {
    format!("{}\0", job.0)
}

fn decode(id: &str, (version, created, body): (u64, u64, &[u8])) -> Result<Versioned, Fault> {
    let body = serde_json::from_slice(body)
        .map_err(|error| Fault::Corrupted(format!("the record {id} cannot be read: {error}")))?;
    Ok(Versioned {
        version,
        created,
        body,
    })
}

/// A space in the file. The numbers never change their meaning.
fn code(space: Space) -> u8 {
    match space {
        Space::Row => 0,
        Space::Page => 1,
        Space::Field => 2,
        Space::Mark => 3,
        Space::Alias => 4,
        Space::Refused => 5,
        Space::Job => 6,
        Space::Due => 7,
    }
}
