//! One job's shard as plain data: load, apply, scan. The memory backend and the simulation use it;
//! other backends do the same over their own storage. No rule is in it.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::commit::{Cell, Commit, Footprint, RecordKey, Slice, Space, Versioned};

/// A job's cells and records.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shard {
    cells: BTreeMap<Cell, i64>,
    records: BTreeMap<RecordKey, Versioned>,
    version: u64,
}

/// What an applied commit left.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Applied {
    /// The touched cells after the additions.
    pub cells: BTreeMap<Cell, i64>,
    /// The version of the records it wrote.
    pub version: u64,
}

impl Shard {
    /// The values of a footprint: every name that was asked for is answered.
    pub fn load(&self, footprint: &Footprint) -> Slice {
        let cells = footprint.cells.iter().map(|c| (c.clone(), self.cell(c)));
        let records = footprint
            .records
            .iter()
            .map(|k| (k.clone(), self.record(k)));
        Slice {
            cells: cells.collect(),
            records: records.collect(),
        }
    }

    /// Applies a commit if all its guards hold; else says what they should have been.
    ///
    /// # Errors
    /// The current values of everything the commit guards.
    pub fn apply(&mut self, commit: &Commit) -> Result<Applied, Slice> {
        if !self.holds(commit) {
            return Err(self.load(&commit.guarded()));
        }
        let mut applied = Applied::default();
        for (cell, n) in &commit.adds {
            let value = self.cells.entry(cell.clone()).or_insert(0);
            *value += n;
            applied.cells.insert(cell.clone(), *value);
            if *value == 0 {
                self.cells.remove(cell);
            }
        }
        self.version += 1;
        for (key, body) in &commit.puts {
            self.write(key, body.as_ref());
        }
        applied.version = self.version;
        Ok(applied)
    }

    /// Records of a space in the order of their ids, from after an id.
    pub fn scan(
        &self,
        space: Space,
        after: Option<&str>,
        limit: usize,
    ) -> Vec<(String, Versioned)> {
        let from = match after {
            Some(id) => Bound::Excluded(RecordKey::new(space, id)),
            None => Bound::Included(RecordKey::new(space, "")),
        };
        self.records
            .range((from, Bound::Unbounded))
            .take_while(|(key, _)| key.space == space)
            .take(limit)
            .map(|(key, record)| (key.id.clone(), record.clone()))
            .collect()
    }

    /// All cells that are not 0.
    pub fn cells(&self) -> &BTreeMap<Cell, i64> {
        &self.cells
    }

    /// All records.
    pub fn records(&self) -> &BTreeMap<RecordKey, Versioned> {
        &self.records
    }

    /// Whether all guards of a commit hold.
    pub fn holds(&self, commit: &Commit) -> bool {
        let cells = commit.cell_guards.iter().all(|(c, v)| self.cell(c) == *v);
        cells
            && commit
                .record_guards
                .iter()
                .all(|(k, v)| self.records.get(k).map_or(0, |r| r.version) == *v)
    }

    fn write(&mut self, key: &RecordKey, body: Option<&serde_json::Value>) {
        let Some(body) = body else {
            self.records.remove(key);
            return;
        };
        let record = self.records.entry(key.clone()).or_insert(Versioned {
            created: self.version,
            ..Versioned::default()
        });
        record.version = self.version;
        record.body = body.clone();
    }

    fn cell(&self, cell: &str) -> i64 {
        self.cells.get(cell).copied().unwrap_or(0)
    }

    fn record(&self, key: &RecordKey) -> Versioned {
        self.records.get(key).cloned().unwrap_or_default()
    }
}
