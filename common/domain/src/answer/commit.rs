//! Cells, records, guards and commits: the whole language between the rules and a backend. No word
//! of the domain is in it, so a backend can be dumb.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of a small number, such as `rows` or `filled/title`.
pub type Cell = String;

/// What kind of thing a record is; each kind is a key space of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Space {
    /// Accepted rows by row id.
    Row,
    /// Known pages by the hash of their key.
    Page,
    /// Top-level fields by name.
    Field,
    /// Absence marks by field name.
    Mark,
    /// Content hashes and address aliases, pointing at a row id.
    Alias,
    /// Refused items by row id or content hash.
    Refused,
    /// Single records of the job: gate, outcome.
    Job,
    /// Open pages by the time at which something has to happen to them: an index that is read in
    /// the order of its ids.
    Due,
}

impl Space {
    /// Every space, for dumps and for keys that are made once a space.
    pub const ALL: [Self; 8] = [
        Self::Row,
        Self::Page,
        Self::Field,
        Self::Mark,
        Self::Alias,
        Self::Refused,
        Self::Job,
        Self::Due,
    ];
}

/// A record's address.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RecordKey {
    /// Its key space.
    pub space: Space,
    /// Its id within the space.
    pub id: String,
}

impl RecordKey {
    /// A key.
    pub fn new(space: Space, id: impl Into<String>) -> Self {
        let id = id.into();
        Self { space, id }
    }
}

/// A record with its version. Versions are taken from a counter of the shard that only grows, one
/// for each commit, so a record that was deleted and written again never has an old version.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Versioned {
    /// 0 if absent.
    pub version: u64,
    /// The version at which the record was first written.
    pub created: u64,
    /// Null if absent.
    pub body: Value,
}

/// "If all this is still so, apply that."
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Commit {
    /// Cells and the values they must have.
    pub cell_guards: BTreeMap<Cell, i64>,
    /// Records and the versions they must have; 0 means absent.
    pub record_guards: BTreeMap<RecordKey, u64>,
    /// What is added to cells.
    pub adds: BTreeMap<Cell, i64>,
    /// Records to write; `None` deletes.
    pub puts: BTreeMap<RecordKey, Option<Value>>,
}

impl Commit {
    /// Whether applying it would change nothing.
    pub fn is_empty(&self) -> bool {
        self.adds.values().all(|&n| n == 0) && self.puts.is_empty()
    }

    /// Everything it guards.
    pub fn guarded(&self) -> Footprint {
        Footprint {
            cells: self.cell_guards.keys().cloned().collect(),
            records: self.record_guards.keys().cloned().collect(),
        }
    }
}

/// What a decision may read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Footprint {
    /// Cells by name.
    pub cells: BTreeSet<Cell>,
    /// Records by key.
    pub records: BTreeSet<RecordKey>,
}

impl Footprint {
    /// Takes in what another one names.
    pub fn extend(&mut self, other: Self) {
        self.cells.extend(other.cells);
        self.records.extend(other.records);
    }

    /// Names a cell.
    pub fn cell(&mut self, cell: impl Into<Cell>) {
        self.cells.insert(cell.into());
    }

    /// Names a record.
    pub fn record(&mut self, key: RecordKey) {
        self.records.insert(key);
    }
}

/// The loaded values of a footprint. Everything that was asked for is in it: what a shard does not
/// hold is 0 or has version 0. What was not asked for is missing, and cannot be read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Slice {
    /// Values of the named cells.
    pub cells: BTreeMap<Cell, i64>,
    /// Records.
    pub records: BTreeMap<RecordKey, Versioned>,
}
