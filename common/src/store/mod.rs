//! The answer store: the one loop that loads, decides and commits, over any backend. The rules are in
//! `domain::answer`; a backend is a [`ShardStore`].

mod fence;
mod file;
mod memory;
mod order;
mod patient;
mod read;
mod redis;
mod report;
mod shard;
#[cfg(test)]
mod tests;
mod verify;

use std::sync::Arc;
use std::time::Duration;

use domain::answer::command::Command;
use domain::answer::commit::Slice;
use domain::answer::verdict::Verdict;
use domain::answer::view::Halt;
use domain::answer::{Ctx, decide_all, footprint};
use domain::disposition::ErrorClass;
use domain::ids::JobId;
use domain::job::JobFile;
use domain::schema::AnswerSchema;

pub use self::redis::{RedisHosts, RedisOptions, RedisStore};
use fence::Fence;
pub use file::{FileOptions, FileStore};
pub use memory::MemoryStore;
pub use patient::Patient;
pub use read::{PageEntry, Progress, RowEntry};
pub use report::{Explained, Matches};
pub use shard::{MAX_JOB_BYTES, Outcome, Page, ShardError, ShardStore};
pub use verify::{Drift, Verified};

/// Milliseconds since the epoch, as the caller's clock has them.
pub type Now = Arc<dyn Fn() -> u64 + Send + Sync>;

/// How often a batch is decided again before the store gives up.
const MOST_ROUNDS: u32 = 200;

/// Commands or pages that go into one commit where there may be any number of them.
pub const AT_ONCE: usize = 500;

/// How often a batch is decided again after a commit whose outcome is not known.
const MOST_UNKNOWN: u32 = 5;

/// Why a batch was not decided. Refusals are verdicts, not errors.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// Other writers were faster every time.
    #[error("the store is contended: gave up after {0} rounds")]
    Contended(u32),
    /// The backend failed.
    #[error(transparent)]
    Backend(#[from] ShardError),
    /// A record does not hold what it should.
    #[error("the store is damaged: {0}")]
    Damaged(#[from] Halt),
    /// Another coordinator took the job over: nothing of this one's is written any more.
    #[error("another coordinator took the job over")]
    Deposed,
}

impl StoreError {
    /// Whether the job has its share of the store: what was accepted can be read, nothing more comes.
    pub fn is_full(&self) -> bool {
        matches!(self, Self::Backend(error) if error.full)
    }

    /// Whether trying again may help.
    pub fn class(&self) -> ErrorClass {
        match self {
            Self::Contended(_) => ErrorClass::Transient,
            Self::Backend(error) => error.class,
            Self::Damaged(_) | Self::Deposed => ErrorClass::Permanent,
        }
    }
}

/// One job's answer: cheap to clone, shared by everything that reads or writes it.
#[derive(Clone)]
pub struct AnswerStore {
    shards: Arc<dyn ShardStore>,
    job: JobId,
    schema: Arc<AnswerSchema>,
    settings: Arc<JobFile>,
    now: Now,
    fence: Option<Fence>,
}

impl AnswerStore {
    /// A job's answer in a backend. Submit [`Command::Open`] before anything else.
    pub fn new(
        shards: Arc<dyn ShardStore>,
        job: JobId,
        schema: Arc<AnswerSchema>,
        settings: Arc<JobFile>,
        now: Now,
    ) -> Self {
        Self {
            shards,
            job,
            schema,
            settings,
            now,
            fence: None,
        }
    }

    /// The compiled schema.
    pub fn schema(&self) -> &Arc<AnswerSchema> {
        &self.schema
    }

    /// The job's settings.
    pub fn settings(&self) -> &Arc<JobFile> {
        &self.settings
    }

    fn ctx(&self) -> Ctx<'_> {
        Ctx {
            schema: &self.schema,
            job: &self.settings,
            now: (self.now)(),
        }
    }

    /// Decides a batch and commits it as one: a verdict for each command, in order. When a future
    /// of this is dropped or fails the batch may have landed; submitting it again is safe.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn submit(&self, commands: &[Command]) -> Result<Vec<Verdict>, StoreError> {
        let mut names = footprint(self.ctx(), commands);
        let mut slice = self.shards.load(&self.job, &names).await?;
        let mut unknown = 0;
        for round in 0..MOST_ROUNDS {
            let (verdicts, mut commit) = match decide_all(&slice, self.ctx(), commands) {
                Ok(decided) => decided,
                Err(Halt::Missing(more)) => {
                    names.extend(more);
                    slice = self.shards.load(&self.job, &names).await?;
                    continue;
                }
                Err(halt) => return Err(halt.into()),
            };
            if commit.is_empty() {
                return Ok(verdicts);
            }
            if let Some(fence) = &self.fence {
                fence.guard(&mut commit);
            }
            match self.shards.commit(&self.job, commit).await {
                Ok(Outcome::Committed(_)) => return Ok(verdicts),
                Err(error) if error.class == ErrorClass::Transient && unknown < MOST_UNKNOWN => {
                    // It may have landed: what is there now decides.
                    unknown += 1;
                    slice = self.shards.load(&self.job, &names).await?;
                }
                Err(error) => return Err(error.into()),
                Ok(Outcome::Conflict(current)) => {
                    if self.fence.as_ref().is_some_and(|f| f.fell(&current)) {
                        return Err(StoreError::Deposed);
                    }
                    take_over(&mut slice, current);
                }
            }
            tokio::time::sleep(pause(round)).await;
        }
        Err(StoreError::Contended(MOST_ROUNDS))
    }

    /// Decides any number of commands that do not depend on each other, some of them in one commit at a
    /// time: no commit holds a shared server up for long. After a failure those before it are done;
    /// submitting them again is safe.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn submit_many(&self, commands: &[Command]) -> Result<(), StoreError> {
        for some in commands.chunks(AT_ONCE) {
            self.submit(some).await?;
        }
        Ok(())
    }

    /// Deletes the answer after a time, for a job in a terminal state, or never, for one that is opened
    /// again. A worker's late commit changes nothing about it.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn expire(&self, after: Option<Duration>) -> Result<(), StoreError> {
        Ok(self.shards.expire(&self.job, after).await?)
    }

    /// Decides one command.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn submit_one(&self, command: Command) -> Result<Verdict, StoreError> {
        let mut verdicts = self.submit(&[command]).await?;
        Ok(verdicts.pop().unwrap_or(Verdict::Unchanged))
    }
}

/// What a conflict brought back replaces what was loaded.
fn take_over(slice: &mut Slice, current: Slice) {
    slice.cells.extend(current.cells);
    slice.records.extend(current.records);
}

/// A pause before the next round: doubled each time up to 16 ms, of which a random part is waited.
fn pause(round: u32) -> Duration {
    use std::hash::{BuildHasher, RandomState};
    let most = 500u64 << round.min(5);
    Duration::from_micros(RandomState::new().hash_one(round) % most)
}
