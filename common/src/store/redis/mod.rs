//! The Redis backend: shards of any number of jobs on a server that many processes share. A commit
//! is one short script; no rule is in it. A job lives on one node, in one hash slot.

mod codec;
mod connect;
mod failure;
mod keys;
mod settings;
#[cfg(test)]
mod tests;
mod wire;

use async_trait::async_trait;
use domain::answer::commit::{Commit, Footprint, RecordKey, Slice, Space};
use domain::ids::JobId;
use redis::{RedisError, Script};

use super::shard::{Outcome, Page, ShardError, ShardStore};
use connect::Link;
use keys::Keys;
use wire::Text;

pub use connect::RedisOptions;

/// Records of a scan that a dump takes at a time.
const CHUNK: usize = 500;

/// Shards of any number of jobs on one server.
pub struct RedisStore {
    link: Link,
    prefix: String,
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
        Ok(Self {
            link: Link::open(url, options).await?,
            prefix: options.prefix.clone(),
            commit: Script::new(include_str!("commit.lua")),
            scan: Script::new(include_str!("scan.lua")),
        })
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
        let cells: Vec<(String, Vec<u8>)> = cells
            .query_async(&mut connection)
            .await
            .map_err(|error| self.link.failed(&error))?;
        let mut dump = Slice::default();
        for (name, value) in cells {
            dump.cells.insert(name, wire::cell(Some(&value))?);
        }
        for space in domain::answer::commit::Space::ALL {
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

    fn keys(&self, job: &JobId) -> Keys {
        Keys::new(&self.prefix, job)
    }

    fn failed(&self, error: &RedisError) -> ShardError {
        self.link.failed(error)
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
        let replies = reads.query_async(&mut connection).await;
        let replies: Vec<Vec<Text>> = replies.map_err(|error| self.failed(&error))?;
        wire::slice(footprint, replies)
    }

    async fn commit(&self, job: &JobId, commit: Commit) -> Result<Outcome, ShardError> {
        let mut connection = self.link.connection().await?;
        let call = wire::call(&self.commit, &self.keys(job), &commit);
        let reply = call.invoke_async(&mut connection).await;
        let reply: Vec<Text> = reply.map_err(|error| self.failed(&error))?;
        wire::outcome(&commit, reply)
    }

    async fn scan(
        &self,
        job: &JobId,
        space: Space,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page, ShardError> {
        let mut connection = self.link.connection().await?;
        let mut call = self.scan.prepare_invoke();
        for key in self.keys(job).space(space).into_array() {
            call.key(key);
        }
        let from = after.map_or_else(|| "-".to_owned(), |id| format!("({id}"));
        call.arg(from).arg(i64::try_from(limit).unwrap_or(i64::MAX));
        let reply = call.invoke_async(&mut connection).await;
        let reply: Vec<Text> = reply.map_err(|error| self.failed(&error))?;
        wire::page(reply)
    }

    async fn forget(&self, job: &JobId) -> Result<(), ShardError> {
        let mut connection = self.link.connection().await?;
        let mut unlink = redis::cmd("UNLINK");
        unlink.arg(self.keys(job).all());
        let gone: Result<i64, _> = unlink.query_async(&mut connection).await;
        gone.map(|_| ()).map_err(|error| self.failed(&error))
    }
}
