//! The fence of a job's coordinator: a record in the job's shard that names the lease it works under.
//! What a handle behind a fence writes is guarded by it, so that a coordinator that was replaced, and
//! has not noticed, changes nothing.

use domain::answer::commit::{Commit, Footprint, RecordKey, Slice, Space};
use serde_json::{Value, json};

use super::{AnswerStore, Outcome, StoreError};

/// How often taking a job over is tried against other writers.
const MOST_ROUNDS: u32 = 20;

/// A fence as it was put up.
#[derive(Debug, Clone)]
pub(super) struct Fence {
    version: u64,
}

impl Fence {
    /// Makes a commit hold only while the fence stands.
    pub(super) fn guard(&self, commit: &mut Commit) {
        commit.record_guards.insert(key(), self.version);
    }

    /// Whether a conflict shows that another fence stands.
    pub(super) fn fell(&self, current: &Slice) -> bool {
        let fence = current.records.get(&key());
        fence.is_some_and(|fence| fence.version != self.version)
    }
}

impl AnswerStore {
    /// Puts up the fence of a lease and gives the handle behind it: what other coordinators write
    /// from now on is refused with [`StoreError::Deposed`]. Workers' handles have no fence.
    ///
    /// # Errors
    /// [`StoreError::Deposed`] if a later lease has its fence up; the backend failed.
    pub async fn take_over(&self, epoch: u64) -> Result<Self, StoreError> {
        for _ in 0..MOST_ROUNDS {
            let mut names = Footprint::default();
            names.record(key());
            let mut slice = self.shards.load(&self.job, &names).await?;
            let found = slice.records.remove(&key()).unwrap_or_default();
            if found.body["epoch"].as_u64().unwrap_or(0) > epoch {
                return Err(StoreError::Deposed);
            }
            let body: Value = json!({ "epoch": epoch });
            let commit = Commit {
                record_guards: [(key(), found.version)].into(),
                puts: [(key(), Some(body))].into(),
                ..Commit::default()
            };
            if let Outcome::Committed(applied) = self.shards.commit(&self.job, commit).await? {
                let mut fenced = self.clone();
                fenced.fence = Some(Fence {
                    version: applied.version,
                });
                return Ok(fenced);
            }
        }
        Err(StoreError::Contended(MOST_ROUNDS))
    }
}

fn key() -> RecordKey {
    RecordKey::new(Space::Job, "fence")
}
