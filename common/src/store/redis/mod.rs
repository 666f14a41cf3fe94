//! The Redis backend: shards of any number of jobs on a server that many processes share. A commit
//! is one short script; no rule is in it. A job lives on one node, in one hash slot.

mod codec;
mod connect;
mod failure;
mod hosts;
mod keys;
mod settings;
#[cfg(test)]
mod tests;
mod wire;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::answer::commit::{Commit, Footprint, RecordKey, Slice, Space};
use domain::ids::JobId;
use redis::Script;

use super::shard::{Outcome, Page, ShardError, ShardStore, millis, too_large};
use connect::Link;
use failure::damaged;
use keys::Keys;
use wire::{Reply, Terms, Text};

pub use connect::RedisOptions;
pub use hosts::RedisHosts;

/// Records of a scan that a dump takes at a time.
const CHUNK: usize = 500;

/// The longest time to live, in milliseconds: the server takes no sum beyond 63 bits.
const LONGEST: u64 = 1 << 62;

/// Shards of any number of jobs on one server. Cheap to clone: all clones, and the host limiter,
/// share one connection, which comes back by itself after an outage.
#[derive(Clone)]
pub struct RedisStore {
    link: Arc<Link>,
    prefix: Arc<str>,
    scripts: Arc<Scripts>,
    max_job_bytes: u64,
}

struct Scripts {
    commit: Script,
    scan: Script,
}

impl RedisStore {
    /// Connects to a server: `redis://[[user]:password@]host[:port][/database]`, or `rediss:` for
    /// TLS.
    ///
    /// # Errors
    /// Names the server without credentials and says what is wrong: it is not there, it refused the
    /// login, it is too old, it drops data when its memory is full, or it does not outlive a
    /// restart.
    pub async fn connect(url: &str, options: &RedisOptions) -> Result<Self, ShardError> {
        let scripts = Scripts {
            commit: Script::new(include_str!("commit.lua")),
            scan: Script::new(include_str!("scan.lua")),
        };
        Ok(Self {
            link: Arc::new(Link::open(url, options).await?),
            prefix: options.prefix.as_str().into(),
            scripts: Arc::new(scripts),
            max_job_bytes: options.max_job_bytes,
        })
    }

    /// The turns on hosts that all users of this server and prefix share, over the same connection.
    pub fn hosts(&self) -> RedisHosts {
        RedisHosts::over(Arc::clone(&self.link), Arc::clone(&self.prefix))
    }

    /// Whether the server answers now, for readiness. After an outage it is judged again first, as
    /// on [`connect`](Self::connect).
    ///
    /// # Errors
    /// It does not answer within the deadlines of its options, or it is not fit to be used.
    pub async fn ping(&self) -> Result<(), ShardError> {
        self.link.ping().await
    }

    /// All cells that are not 0 and all records of a job, for comparisons and recounts. It is taken
    /// in pieces: of one moment only while nothing is written.
    ///
    /// # Errors
    /// The backend failed.
    pub async fn dump(&self, job: &JobId) -> Result<Slice, ShardError> {
        let mut connection = self.link.connection().await?;
        let mut cells = redis::cmd("HGETALL");
        cells.arg(self.keys(job).cells());
        let cells = cells.query_async(&mut connection);
        let cells: Vec<(String, Vec<u8>)> = self.link.within(cells).await?;
        let mut dump = Slice::default();
        for (name, value) in cells {
            dump.cells.insert(name, wire::cell(Some(&value))?);
        }
        for space in Space::ALL {
            let mut after = None;
            loop {
                let page = self.scan(job, space, after.as_deref(), CHUNK).await?;
                let Some((last, _)) = page.last() else { break };
                after = Some(last.clone());
                let records = page.into_iter();
                dump.records
                    .extend(records.map(|(id, record)| (RecordKey::new(space, id), record)));
            }
        }
        Ok(dump)
    }

    async fn send(&self, job: &JobId, commit: &Commit, whole: bool) -> Result<Reply, ShardError> {
        let mut connection = self.link.connection().await?;
        let share = self.max_job_bytes;
        let terms = Terms { share, whole };
        let call = wire::call(&self.scripts.commit, &self.keys(job), commit, terms);
        let reply = call.invoke_async(&mut connection);
        wire::outcome(commit, self.link.within(reply).await?)
    }

    fn keys(&self, job: &JobId) -> Keys {
        Keys::new(&self.prefix, job)
    }
}

#[async_trait]
impl ShardStore for RedisStore {
    async fn load(&self, job: &JobId, footprint: &Footprint) -> Result<Slice, ShardError> {
        let reads = wire::reads(&self.keys(job), footprint);
        if reads.is_empty() {
            return Ok(Slice::default());
        }
        let mut connection = self.link.connection().await?;
        let replies = reads.query_async(&mut connection);
        let replies: Vec<Vec<Text>> = self.link.within(replies).await?;
        wire::slice(footprint, replies)
    }

    async fn commit(&self, job: &JobId, commit: Commit) -> Result<Outcome, ShardError> {
        // A job that is to expire is rare, so its keys are sent only when they are asked for.
        for whole in [false, true] {
            match self.send(job, &commit, whole).await? {
                Reply::Decided(outcome) => return Ok(outcome),
                Reply::TooLarge(bytes) => return Err(too_large(job, bytes, self.max_job_bytes)),
                Reply::Expiring => {}
            }
        }
        Err(damaged("a job cannot be kept from expiring"))
    }

    async fn scan(
        &self,
        job: &JobId,
        space: Space,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page, ShardError> {
        let mut connection = self.link.connection().await?;
        let mut call = self.scripts.scan.prepare_invoke();
        for key in self.keys(job).space(space).into_array() {
            call.key(key);
        }
        let from = after.map_or_else(|| "-".to_owned(), |id| format!("({id}"));
        call.arg(from).arg(i64::try_from(limit).unwrap_or(i64::MAX));
        let reply = call.invoke_async(&mut connection);
        let reply: Vec<Text> = self.link.within(reply).await?;
        wire::page(reply)
    }

    async fn forget(&self, job: &JobId) -> Result<(), ShardError> {
        let mut connection = self.link.connection().await?;
        let mut unlink = redis::cmd("UNLINK");
        unlink.arg(self.keys(job).all());
        self.link.within(unlink.exec_async(&mut connection)).await
    }

    async fn expire(&self, job: &JobId, after: Duration) -> Result<(), ShardError> {
        let mut all = redis::pipe();
        all.atomic();
        for key in self.keys(job).all() {
            all.cmd("PEXPIRE").arg(key).arg(millis(after).min(LONGEST));
        }
        let mut connection = self.link.connection().await?;
        self.link.within(all.exec_async(&mut connection)).await
    }
}
