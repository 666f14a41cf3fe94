//! The recount: whether the cells of an answer say what its rows, pages and marks say. It writes
//! nothing and may look at a job that is being written.

use std::collections::{BTreeMap, BTreeSet};

use domain::answer::cells::{self, Sum};
use domain::answer::commit::{Cell, Footprint, RecordKey, Space, Versioned};

use serde::{Deserialize, Serialize};

use super::{AnswerStore, StoreError};

/// How often a job that is written meanwhile is looked at again.
const MOST_LOOKS: u32 = 8;

/// What cells are counted from.
const COUNTED: [Space; 4] = [Space::Row, Space::Page, Space::Mark, Space::Refused];

/// What a recount found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verified {
    /// Records that were counted.
    pub records: usize,
    /// Cells that were compared.
    pub cells: usize,
    /// Cells that say something else, by name.
    pub drift: Vec<Drift>,
}

/// A cell that does not say what the records say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drift {
    /// Its name.
    pub cell: Cell,
    /// What it says.
    pub stored: i64,
    /// What the records say.
    pub recounted: i64,
}

impl AnswerStore {
    /// Recounts the cells from the records. What is read in pieces counts only if no cell changed
    /// meanwhile, and a drift only if it is found twice.
    ///
    /// # Errors
    /// See [`StoreError`]; [`StoreError::Contended`] if the job is written all the time.
    pub async fn verify(&self) -> Result<Verified, StoreError> {
        let known = cells::names(self.ctx());
        let mut last = None;
        for _ in 0..MOST_LOOKS {
            let before = self.cells(&known).await?;
            let records = self.counted().await?;
            let recount = cells::recount(self.ctx(), &records)?;
            let names = known.iter().chain(recount.keys()).cloned().collect();
            let after = self.cells(&names).await?;
            let still = before.iter().all(|(name, n)| after.get(name) == Some(n));
            let found = Verified {
                records: records.len(),
                cells: names.len(),
                drift: drift(&after, &recount),
            };
            if still && (found.drift.is_empty() || last.as_ref() == Some(&found)) {
                return Ok(found);
            }
            last = Some(found);
        }
        Err(StoreError::Contended(MOST_LOOKS))
    }

    async fn cells(&self, names: &BTreeSet<Cell>) -> Result<Sum, StoreError> {
        let footprint = Footprint {
            cells: names.clone(),
            ..Footprint::default()
        };
        Ok(self.shards.load(&self.job, &footprint).await?.cells)
    }

    async fn counted(&self) -> Result<BTreeMap<RecordKey, Versioned>, StoreError> {
        let mut records = BTreeMap::new();
        for space in COUNTED {
            self.each(space, |id, record| {
                records.insert(RecordKey::new(space, id), record);
                Ok(())
            })
            .await?;
        }
        Ok(records)
    }
}

fn drift(stored: &Sum, recount: &Sum) -> Vec<Drift> {
    let pairs = stored.iter().map(|(name, stored)| Drift {
        cell: name.clone(),
        stored: *stored,
        recounted: recount.get(name).copied().unwrap_or(0),
    });
    pairs.filter(|pair| pair.stored != pair.recounted).collect()
}
