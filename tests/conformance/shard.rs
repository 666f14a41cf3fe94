//! The contract of a backend for answers, written against the port; each backend is put through all
//! of it. A store under test is empty.

mod commits;
mod counted;
mod crowds;
mod ends;
mod scans;
mod sizes;

use std::sync::Arc;

use common::store::{
    FileOptions, FileStore, MemoryStore, Outcome, RedisOptions, RedisStore, ShardError, ShardStore,
};
use domain::answer::commit::{Commit, Footprint, RecordKey, Slice, Space, Versioned};
use domain::answer::shard::Applied;
use domain::ids::JobId;
use fleet_tests::redis::Server;
use serde_json::Value;
use tempfile::TempDir;

type Store = Arc<dyn ShardStore>;

/// What a job may take in all of them, in bytes.
const SHARE: u64 = 4 << 20;

/// A store with what has to outlive it.
struct Bench {
    store: Store,
    _folder: TempDir,
    _server: Option<Server>,
}

/// One test for each clause of the contract, on the backend that `$open` gives.
macro_rules! contract {
    ($backend:ident, $($room:ident::$clause:ident),+ $(,)?) => {
        mod $backend {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $clause() {
                    let bench = super::Bench::new(super::Backend::$backend).await;
                    super::$room::$clause(bench.store.clone()).await;
                }
            )+
        }
    };
}

/// Every clause on every backend.
macro_rules! contracts {
    ($($backend:ident),+) => {
        $(
            contract!(
                $backend,
                commits::what_was_never_written_is_nothing,
                commits::a_commit_is_seen_whole,
                commits::a_conflict_changes_nothing_and_says_what_is,
                commits::an_absent_record_can_be_guarded,
                commits::additions_need_no_guard,
                commits::a_cell_at_zero_is_gone,
                commits::a_version_never_comes_back,
                commits::a_record_keeps_the_version_of_its_birth,
                commits::an_empty_commit_takes_a_version,
                commits::values_come_back_as_they_were,
                scans::scans_are_in_order_and_paged,
                scans::scans_keep_to_their_space,
                scans::jobs_share_nothing,
                scans::a_forgotten_job_starts_anew,
                crowds::guarded_writers_take_turns,
                crowds::of_equal_claims_one_wins,
                ends::a_job_is_gone_when_its_time_has_come,
                ends::a_commit_leaves_the_end_where_it_is,
                ends::a_job_that_is_opened_again_stays,
                ends::the_last_word_about_an_end_counts,
                ends::an_answer_ends_with_its_shard,
                counted::a_drift_is_named_cell_by_cell,
                counted::writers_are_no_drift,
                sizes::a_job_is_refused_more_than_its_share,
                sizes::what_is_taken_back_is_room_again,
            );
        )+
    };
}

contracts!(memory, file, redis);

/// Each by the name of its tests.
#[expect(non_camel_case_types, reason = "they name modules of tests")]
enum Backend {
    memory,
    file,
    redis,
}

impl Bench {
    async fn new(backend: Backend) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store/answer.redb");
        let mut server = None;
        let store: Store = match backend {
            Backend::memory => Arc::new(MemoryStore::new().with_max_job_bytes(SHARE)),
            Backend::file => {
                let options = FileOptions {
                    max_job_bytes: SHARE,
                };
                Arc::new(FileStore::open_with(path, options).await.unwrap())
            }
            Backend::redis => {
                let url = server.insert(Server::start().unwrap()).url();
                let options = RedisOptions {
                    max_job_bytes: SHARE,
                    ..RedisOptions::default()
                };
                Arc::new(RedisStore::connect(&url, &options).await.unwrap())
            }
        };
        Self {
            store,
            _folder: folder,
            _server: server,
        }
    }
}

fn job() -> JobId {
    JobId("boats".to_owned())
}

fn row(id: &str) -> RecordKey {
    RecordKey::new(Space::Row, id)
}

/// A commit in few words.
#[derive(Default)]
struct Wish(Commit);

impl Wish {
    fn cell_is(mut self, name: &str, value: i64) -> Self {
        self.0.cell_guards.insert(name.to_owned(), value);
        self
    }

    fn record_is(mut self, key: &RecordKey, version: u64) -> Self {
        self.0.record_guards.insert(key.clone(), version);
        self
    }

    fn add(mut self, name: &str, n: i64) -> Self {
        self.0.adds.insert(name.to_owned(), n);
        self
    }

    fn put(mut self, key: &RecordKey, body: Value) -> Self {
        self.0.puts.insert(key.clone(), Some(body));
        self
    }

    fn delete(mut self, key: &RecordKey) -> Self {
        self.0.puts.insert(key.clone(), None);
        self
    }

    async fn of(self, store: &Store, job: &JobId) -> Outcome {
        store.commit(job, self.0).await.unwrap()
    }

    async fn applied(self, store: &Store) -> Applied {
        match self.of(store, &job()).await {
            Outcome::Committed(applied) => applied,
            Outcome::Conflict(current) => panic!("a conflict with {current:?}"),
        }
    }

    async fn conflict(self, store: &Store) -> Slice {
        match self.of(store, &job()).await {
            Outcome::Conflict(current) => current,
            Outcome::Committed(applied) => panic!("committed as {applied:?}"),
        }
    }
}

async fn load(store: &Store, job: &JobId, cells: &[&str], records: &[&RecordKey]) -> Slice {
    let footprint = Footprint {
        cells: cells.iter().map(|&name| name.to_owned()).collect(),
        records: records.iter().map(|&key| key.clone()).collect(),
    };
    store.load(job, &footprint).await.unwrap()
}

async fn record(store: &Store, key: &RecordKey) -> Versioned {
    let mut loaded = load(store, &job(), &[], &[key]).await;
    loaded.records.remove(key).unwrap()
}

async fn cell(store: &Store, name: &str) -> i64 {
    load(store, &job(), &[name], &[]).await.cells[name]
}

async fn ids(store: &Store, space: Space, after: Option<&str>, limit: usize) -> Vec<String> {
    let page: Result<_, ShardError> = store.scan(&job(), space, after, limit).await;
    page.unwrap().into_iter().map(|(id, _)| id).collect()
}

/// Beyond the contract: a file goes on where it stood.
#[tokio::test]
async fn a_file_that_is_opened_again_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store/answer.redb");
    let (a, b) = (row("a"), RecordKey::new(Space::Due, "b"));
    let store: Store = Arc::new(FileStore::open(&path).await.unwrap());
    let wish = Wish::default().add("rows", 2).add("stubs", 1);
    let wish = wish.put(&a, Value::from(1)).put(&b, Value::from(2));
    wish.applied(&store).await;
    let gone = Wish::default().delete(&b).applied(&store).await.version;
    let before = load(&store, &job(), &["rows", "stubs"], &[&a, &b]).await;
    drop(store);
    let store: Store = Arc::new(FileStore::open(&path).await.unwrap());
    let after = load(&store, &job(), &["rows", "stubs"], &[&a, &b]).await;
    assert_eq!(after, before);
    assert_eq!(ids(&store, Space::Row, None, 9).await, ["a"]);
    let again = Wish::default()
        .put(&b, Value::from(3))
        .applied(&store)
        .await;
    assert_eq!(again.version, gone + 1);
}
