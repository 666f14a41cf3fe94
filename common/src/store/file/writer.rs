//! The one thread that writes: commits that wait at the same time share a transaction, so that they
//! share its way to the disk. Each is still decided by its own guards, one after the other.

use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;

use domain::answer::commit::Commit;
use domain::answer::shard::Applied;
use domain::ids::JobId;
use redb::Database;
use tokio::sync::{mpsc, oneshot};

use super::super::shard::{Outcome, ShardError};
use super::failed;
use super::tables::Fault;
use super::writing::{Done, Writing};

/// Changes that share a transaction at most, and that may wait for one.
const MOST: usize = 256;

/// What is to be written.
#[derive(Debug)]
pub(super) enum Change {
    /// Within so many bytes of the job.
    Commit(Commit, u64),
    Forget,
    /// At a time in milliseconds since the epoch.
    Expire(Option<u64>),
}

#[derive(Debug)]
struct Work {
    job: JobId,
    change: Change,
    /// Milliseconds since the epoch.
    now: u64,
    reply: oneshot::Sender<Result<Outcome, ShardError>>,
}

/// The thread's handle. Dropping it waits until everything it was given is written.
#[derive(Debug)]
pub(super) struct Writer {
    work: Option<mpsc::Sender<Work>>,
    thread: Option<JoinHandle<()>>,
    path: Arc<Path>,
}

impl Writer {
    pub(super) fn start(database: Arc<Database>, path: Arc<Path>) -> std::io::Result<Self> {
        let (work, waiting) = mpsc::channel(MOST);
        let file = Arc::clone(&path);
        let thread = std::thread::Builder::new()
            .name("answer-writer".to_owned())
            .spawn(move || write_all(&database, &file, waiting))?;
        Ok(Self {
            work: Some(work),
            thread: Some(thread),
            path,
        })
    }

    /// Writes a change and waits until it is on the disk, or until it is clear that nothing changes.
    pub(super) async fn submit(
        &self,
        job: &JobId,
        change: Change,
        now: u64,
    ) -> Result<Outcome, ShardError> {
        let stopped = || failed(&self.path, &"the writer has stopped");
        let (reply, answer) = oneshot::channel();
        let job = job.clone();
        let work = Work {
            job,
            change,
            now,
            reply,
        };
        let queue = self.work.as_ref().ok_or_else(stopped)?;
        queue.send(work).await.map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.work = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to write.
            drop(thread.join());
        }
    }
}

fn write_all(database: &Database, path: &Path, mut waiting: mpsc::Receiver<Work>) {
    let mut group = Vec::with_capacity(MOST);
    while waiting.blocking_recv_many(&mut group, MOST) > 0 {
        match write_group(database, &group) {
            Ok(outcomes) => {
                for (work, outcome) in group.drain(..).zip(outcomes) {
                    // Whoever no longer waits decides again.
                    drop(work.reply.send(outcome));
                }
            }
            Err(fault) => {
                let error = failed(path, &fault);
                for work in group.drain(..) {
                    drop(work.reply.send(Err(error.clone())));
                }
            }
        }
    }
}

/// One transaction. If nothing is to be written it ends without a way to the disk.
fn write_group(database: &Database, group: &[Work]) -> Result<Vec<Done>, Fault> {
    let transaction = database.begin_write()?;
    let mut outcomes = Vec::with_capacity(group.len());
    {
        let mut tables = Writing::open(&transaction)?;
        for work in group {
            outcomes.push(change(&mut tables, work)?);
        }
    }
    let written = |done: &Done| matches!(done, Ok(Outcome::Committed(_)));
    if outcomes.iter().any(written) {
        transaction.commit()?;
    } else {
        transaction.abort()?;
    }
    Ok(outcomes)
}

fn change(tables: &mut Writing<'_>, work: &Work) -> Result<Done, Fault> {
    match &work.change {
        Change::Commit(commit, share) => {
            return tables.apply(&work.job, commit, (work.now, *share));
        }
        Change::Forget => tables.forget(&work.job)?,
        Change::Expire(at) => tables.expire(&work.job, (work.now, *at))?,
    }
    Ok(Ok(Outcome::Committed(Applied::default())))
}
