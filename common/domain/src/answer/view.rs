//! The recorded view: every cell and record a rule reads becomes a guard, every change is collected,
//! and later reads of the same batch see what was written before them.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::commit::{Cell, Commit, Footprint, RecordKey, Slice};

/// Why a decision could not be made. Neither is a verdict.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Halt {
    /// A rule wants to read what was not loaded: load this too and decide again.
    #[error("not loaded: {0:?}")]
    Missing(Footprint),
    /// A record does not hold what its key space promises.
    #[error("the record {key:?} cannot be read: {message}")]
    Corrupt {
        /// Which.
        key: RecordKey,
        /// The decoder's words.
        message: String,
    },
}

/// A loaded slice, what was read of it, and what is to change.
#[derive(Debug)]
pub struct View<'a> {
    slice: &'a Slice,
    commit: Commit,
    rows: u32,
}

impl<'a> View<'a> {
    /// A view over what was loaded.
    pub fn over(slice: &'a Slice) -> Self {
        Self {
            slice,
            commit: Commit::default(),
            rows: 0,
        }
    }

    /// The value of a cell, own changes included; it becomes a guard.
    ///
    /// # Errors
    /// [`Halt::Missing`] if it was not loaded.
    pub fn cell(&mut self, name: &str) -> Result<i64, Halt> {
        let Some(&loaded) = self.slice.cells.get(name) else {
            let mut missing = Footprint::default();
            missing.cell(name);
            return Err(Halt::Missing(missing));
        };
        self.commit.cell_guards.insert(name.to_owned(), loaded);
        Ok(loaded + self.commit.adds.get(name).copied().unwrap_or(0))
    }

    /// The loaded value of a cell for the wording of a reply. It guards nothing, so no rule may
    /// depend on it.
    pub fn glance(&self, name: &str) -> i64 {
        self.slice.cells.get(name).copied().unwrap_or(0)
    }

    /// A record, own changes included; its version becomes a guard.
    ///
    /// # Errors
    /// [`Halt::Missing`] if it was not loaded, [`Halt::Corrupt`] if it does not decode.
    pub fn record<T: DeserializeOwned>(&mut self, key: &RecordKey) -> Result<Option<T>, Halt> {
        let Some(loaded) = self.slice.records.get(key) else {
            let mut missing = Footprint::default();
            missing.record(key.clone());
            return Err(Halt::Missing(missing));
        };
        self.commit
            .record_guards
            .insert(key.clone(), loaded.version);
        let body = match self.commit.puts.get(key) {
            Some(own) => own.as_ref(),
            None if loaded.version == 0 => None,
            None => Some(&loaded.body),
        };
        body.map(|body| decode(key, body)).transpose()
    }

    /// Sees to it that these records are loaded: what is asked for together costs one more load, not one
    /// for each. It guards nothing.
    ///
    /// # Errors
    /// [`Halt::Missing`] with all that are not.
    pub fn want(&self, keys: impl IntoIterator<Item = RecordKey>) -> Result<(), Halt> {
        let mut missing = Footprint::default();
        for key in keys {
            if !self.slice.records.contains_key(&key) {
                missing.record(key);
            }
        }
        if missing.records.is_empty() {
            Ok(())
        } else {
            Err(Halt::Missing(missing))
        }
    }

    /// The version at which a loaded record was first written; 0 if it is absent or new.
    pub fn created(&self, key: &RecordKey) -> u64 {
        self.slice.records.get(key).map_or(0, |r| r.created)
    }

    /// Adds to a cell. Additions commute, so they guard nothing.
    pub fn add(&mut self, cell: impl Into<Cell>, n: i64) {
        if n != 0 {
            *self.commit.adds.entry(cell.into()).or_insert(0) += n;
        }
    }

    /// Writes a record.
    ///
    /// # Errors
    /// [`Halt::Corrupt`] if the body has no JSON form.
    pub fn put<T: Serialize>(&mut self, key: RecordKey, body: &T) -> Result<(), Halt> {
        let body = serde_json::to_value(body).map_err(|e| Halt::Corrupt {
            key: key.clone(),
            message: e.to_string(),
        })?;
        self.commit.puts.insert(key, Some(body));
        Ok(())
    }

    /// Deletes a record.
    pub fn delete(&mut self, key: RecordKey) {
        self.commit.puts.insert(key, None);
    }

    /// The next number for a row that this batch brings in.
    pub fn next_row(&mut self) -> u32 {
        self.rows += 1;
        self.rows
    }

    /// What was read and what is to change. Guards without changes are left out: a decision that
    /// changes nothing needs no confirmation.
    pub fn into_commit(mut self) -> Commit {
        self.commit.adds.retain(|_, n| *n != 0);
        let loaded = &self.slice.records;
        self.commit.puts.retain(|key, body| {
            let before = loaded.get(key).map(|r| (r.version > 0).then_some(&r.body));
            before.is_none_or(|before| before != body.as_ref())
        });
        if self.commit.is_empty() {
            return Commit::default();
        }
        self.commit
    }
}

fn decode<T: DeserializeOwned>(key: &RecordKey, body: &Value) -> Result<T, Halt> {
    T::deserialize(body).map_err(|e| Halt::Corrupt {
        key: key.clone(),
        message: e.to_string(),
    })
}
