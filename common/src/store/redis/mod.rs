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
use redis::{FromRedisValue, Script, ScriptInvocation};

use super::shard::{Outcome, Page, ShardError, ShardStore, millis, too_large};
use connect::Link;
use keys::{Drawer, Keys};
use wire::{Reply, Text};

pub use connect::RedisOptions;
pub use hosts::RedisHosts;

/// Records of a scan that a dump takes at a time.
const CHUNK: usize = 500;

/// A shard of its own: no job can have this id, nor has the registry.
const NOBODY: &str = "...";

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
    scan_buckets: Script,
    each: Script,
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
            scan_buckets: Script::new(include_str!("scan_buckets.lua")),
            each: Script::new(include_str!("each.lua")),
        };
        let store = Self {
            link: Arc::new(Link::open(url, options).await?),
            prefix: options.prefix.as_str().into(),
            scripts: Arc::new(scripts),
            max_job_bytes: options.max_job_bytes,
        };
        store.try_out().await?;
        Ok(store)
    }

    /// Writes something and takes it back, so that a user who may not, or a server that takes no
    /// writes, is found at the start.
    async fn try_out(&self) -> Result<(), ShardError> {
        let nobody = JobId(NOBODY.to_owned());
        let mut commit = Commit::default();
        commit.adds.insert("probe".to_owned(), 1);
        let row = RecordKey::new(Space::Row, "probe");
        commit.puts.insert(row, Some(serde_json::Value::Null));
        self.commit(&nobody, commit).await?;
        self.forget(&nobody).await
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

    async fn send(&self, job: &JobId, commit: &Commit) -> Result<Reply, ShardError> {
        let call = wire::call(
            &self.scripts.commit,
            &self.keys(job),
            commit,
            self.max_job_bytes,
        );
        wire::outcome(commit, self.invoke(&call).await?)
    }

    async fn invoke<T: FromRedisValue + Send>(
        &self,
        call: &ScriptInvocation<'_>,
    ) -> Result<T, ShardError> {
        let mut connection = self.link.connection().await?;
        self.link.within(call.invoke_async(&mut connection)).await
    }

    /// Does one thing to every key of a job, all at once.
    async fn each(&self, job: &JobId, command: &str, last: Option<u64>) -> Result<(), ShardError> {
        let (fixed, first) = self.keys(job).fixed();
        let mut call = self.scripts.each.prepare_invoke();
        for key in fixed {
            call.key(key);
        }
        call.arg(first).arg(command).arg(last);
        self.invoke(&call).await
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
        match self.send(job, &commit).await? {
            Reply::Decided(outcome) => Ok(outcome),
            Reply::TooLarge(bytes) => Err(too_large(job, bytes, self.max_job_bytes)),
        }
    }

    async fn scan(
        &self,
        job: &JobId,
        space: Space,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page, ShardError> {
        let keys = self.keys(job);
        let most = i64::try_from(limit).unwrap_or(i64::MAX);
        if !keys::is_bucketed(space) {
            let keys = keys.drawer(&Drawer::of(space, ""));
            let mut call = self.scripts.scan.prepare_invoke();
            let from = after.map_or_else(|| "-".to_owned(), |id| format!("({id}"));
            call.key(keys.records).key(keys.index).arg(from).arg(most);
            return wire::page(self.invoke(&call).await?);
        }
        let mut call = self.scripts.scan_buckets.prepare_invoke();
        let from = after.map(|id| Drawer::of(space, id).bucket);
        let from = from.map_or_else(|| "-".to_owned(), |bucket| format!("[{bucket}"));
        call.key(keys.index(space)).arg(from);
        call.arg(u8::from(after.is_some())).arg(most);
        let mut page = wire::page(self.invoke(&call).await?)?;
        page.retain(|(id, _)| after.is_none_or(|after| id.as_str() > after));
        page.sort_by(|a, b| a.0.cmp(&b.0));
        page.truncate(limit);
        Ok(page)
    }

    async fn forget(&self, job: &JobId) -> Result<(), ShardError> {
        self.each(job, "UNLINK", None).await
    }

    async fn expire(&self, job: &JobId, after: Option<Duration>) -> Result<(), ShardError> {
        match after {
            Some(after) => {
                let after = millis(after).min(LONGEST);
                self.each(job, "PEXPIRE", Some(after)).await
            }
            None => self.each(job, "PERSIST", None).await,
        }
    }
}
