//! A server in the middle of its work: killed again and again, and crowded on one job. What was
//! acknowledged is there, the counters are those of the records, and what is forgotten leaves nothing.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use common::jobs::{JobRecord, JobState, Registry};
use common::store::{AnswerStore, Outcome, Page, RedisOptions, RedisStore, ShardError, ShardStore};
use domain::answer::command::{Command, Item};
use domain::answer::commit::{Commit, Footprint, RecordKey, Slice, Space};
use domain::answer::pair::id_of_key;
use domain::ids::JobId;
use domain::job::JobFile;
use fleet_tests::boats;
use fleet_tests::patience::assert_eventually;
use fleet_tests::redis::Server;
use serde_json::json;

/// How often the server is killed.
const KILLS: usize = 4;
/// The crowd, and what it writes.
const WRITERS: u64 = 64;
const ROWS: u64 = 2_000;

async fn connect(server: &Server) -> RedisStore {
    let options = RedisOptions::default();
    RedisStore::connect(&server.url(), &options).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_loses_nothing_that_was_acknowledged() {
    let mut server = Server::start_with(&[("appendfsync", "always")]).unwrap();
    let store = Arc::new(connect(&server).await);
    let answer = boats::answer(store.clone());
    answer.submit_one(Command::Open).await.unwrap();
    let written = Arc::new(Mutex::new(Vec::new()));
    let over = Arc::new(AtomicBool::new(false));
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let (answer, written, over) = (answer.clone(), written.clone(), over.clone());
            tokio::spawn(write(answer, writer * 1_000_000, written, over))
        })
        .collect();
    for kill in 0..=KILLS {
        let had = written.lock().unwrap().len();
        let more = || written.lock().unwrap().len() > had + 20;
        assert_eventually("pages to be written", more).await;
        if kill < KILLS {
            server.kill().unwrap();
            server.start_again().unwrap();
        }
    }
    over.store(true, Ordering::Relaxed);
    let mut failures = 0;
    for writer in writers {
        failures += writer.await.unwrap();
    }
    assert!(failures > 0, "no kill hit a writer");
    let dump = store.dump(&boats::job()).await.unwrap();
    boats::counted(&dump);
    let written = written.lock().unwrap();
    for n in written.iter() {
        let row = RecordKey::new(Space::Row, id_of_key(&boats::address(*n)));
        assert!(dump.records.contains_key(&row), "page {n} is lost");
    }
    println!("{} pages, {failures} failures", written.len());
}

/// Writes page after page, each once, and counts what failed.
async fn write(
    answer: AnswerStore,
    from: u64,
    written: Arc<Mutex<Vec<u64>>>,
    over: Arc<AtomicBool>,
) -> u32 {
    let mut failures = 0;
    for n in from.. {
        if over.load(Ordering::Relaxed) {
            break;
        }
        if boats::write(&answer, n).await.is_ok() {
            written.lock().unwrap().push(n);
        } else {
            failures += 1;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    failures
}

/// The registry has no time to live: it grows with the jobs that it knows, and with no others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forgotten_jobs_leave_nothing_in_the_registry() {
    let server = Server::start().unwrap();
    let store: Arc<dyn ShardStore> = Arc::new(connect(&server).await);
    let registry = Registry::new(Arc::clone(&store), store);
    let ids: Vec<JobId> = (0..40).map(|n| JobId(format!("job-{n}"))).collect();
    for id in &ids {
        let record = JobRecord::new(id.clone(), JobFile::default(), 1, 0);
        registry.submit(&record).await.unwrap();
        let ended = |record: &mut JobRecord| record.state = JobState::Delivered;
        registry.change(id, ended).await.unwrap();
    }
    assert_eq!(registry.all().await.unwrap().len(), ids.len());
    for id in &ids {
        registry.forget(id).await.unwrap();
    }
    let keys = server.ask(&["KEYS", "*"]).unwrap();
    let mut keys: Vec<&str> = keys.lines().filter(|key| !key.is_empty()).collect();
    keys.sort_unstable();
    let [bytes, version] = keys.as_slice() else {
        panic!("{keys:?}");
    };
    assert!(version.ends_with(":version"), "{keys:?}");
    assert!(bytes.ends_with(":bytes"), "{keys:?}");
    assert_eq!(server.ask(&["GET", bytes]).unwrap().trim(), "0");
}

/// A store that counts its commits and their conflicts.
struct Counted {
    store: RedisStore,
    commits: AtomicU32,
    conflicts: AtomicU32,
}

#[async_trait]
impl ShardStore for Counted {
    async fn load(&self, job: &JobId, footprint: &Footprint) -> Result<Slice, ShardError> {
        self.store.load(job, footprint).await
    }

    async fn commit(&self, job: &JobId, commit: Commit) -> Result<Outcome, ShardError> {
        let outcome = self.store.commit(job, commit).await?;
        let counter = match outcome {
            Outcome::Committed(_) => &self.commits,
            Outcome::Conflict(_) => &self.conflicts,
        };
        counter.fetch_add(1, Ordering::Relaxed);
        Ok(outcome)
    }

    async fn scan(
        &self,
        job: &JobId,
        space: Space,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page, ShardError> {
        self.store.scan(job, space, after, limit).await
    }

    async fn forget(&self, job: &JobId) -> Result<(), ShardError> {
        self.store.forget(job).await
    }

    async fn expire(&self, job: &JobId, after: Option<Duration>) -> Result<(), ShardError> {
        self.store.expire(job, after).await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_fills_one_job() {
    let server = Server::start().unwrap();
    let counted_store = Arc::new(Counted {
        store: connect(&server).await,
        commits: AtomicU32::new(0),
        conflicts: AtomicU32::new(0),
    });
    let answer = boats::answer(counted_store.clone());
    answer.submit_one(Command::Open).await.unwrap();
    let next = Arc::new(AtomicU64::new(0));
    let begun = tokio::time::Instant::now();
    let writers: Vec<_> = (0..WRITERS)
        .map(|_| {
            let (answer, next) = (answer.clone(), next.clone());
            tokio::spawn(fill(answer, next))
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let took = begun.elapsed();
    let (store, job) = (&counted_store.store, boats::job());
    let dump = store.dump(&job).await.unwrap();
    boats::counted(&dump);
    assert_eq!(dump.cells["rows"], i64::try_from(ROWS).unwrap());
    let commits = counted_store.commits.load(Ordering::Relaxed);
    let conflicts = counted_store.conflicts.load(Ordering::Relaxed);
    println!(
        "{ROWS} rows by {WRITERS} writers: {took:?}, {commits} commits, {conflicts} conflicts"
    );
    // Rows guard what rarely changes only, so a crowd does not stand in its own way.
    assert!(u64::from(conflicts) < ROWS / 2, "{conflicts} conflicts");
}

/// Adds the next row until all are there.
async fn fill(answer: AnswerStore, next: Arc<AtomicU64>) {
    loop {
        let n = next.fetch_add(1, Ordering::Relaxed);
        if n >= ROWS {
            break;
        }
        let verdict = answer.submit_one(row(n)).await.unwrap();
        assert!(verdict.holds(), "{verdict:?}");
    }
}

/// A row that says enough to be no stub.
fn row(n: u64) -> Command {
    let words = format!("Yard {n} has built boats of steel for a hundred years. ").repeat(4);
    Command::AddItem(Box::new(Item {
        item: json!({"name": format!("Boat {n}"), "detailUrl": boats::address(n), "builder": words}),
        ..Item::default()
    }))
}
