//! Random commits into the memory backend and another one at once: the same outcomes, and in the end
//! the same dumps. The seeds are the same each time, and the last one printed is the one that failed.

mod other;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::store::{MemoryStore, ShardStore};
use domain::answer::commit::{Commit, RecordKey, Slice, Space};
use domain::ids::JobId;
use fleet_tests::redis::Server;
use other::{File, Other, Redis};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};

/// Runs, each from an empty store.
const RUNS: u64 = 24;
/// Steps of a run.
const STEPS: usize = 150;
const DAY: Duration = Duration::from_hours(24);

/// One thing that is done to both.
#[derive(Debug, Clone)]
enum Step {
    Commit(usize, Draft),
    Forget(usize),
    /// In a day, so that a commit has something to keep; or at once.
    Expire(usize, bool),
    Scan(usize, Space, String, usize),
    Reopen,
}

/// A commit whose guards are told from what is there: right, or off by a number.
#[derive(Debug, Clone)]
struct Draft {
    cell_guards: Vec<(String, i64)>,
    record_guards: Vec<(RecordKey, u64)>,
    adds: Vec<(String, i64)>,
    puts: Vec<(RecordKey, Option<Value>)>,
}

fn space() -> impl Strategy<Value = Space> {
    prop_oneof![
        3 => Just(Space::Row),
        2 => Just(Space::Page),
        1 => Just(Space::Alias),
        1 => Just(Space::Due),
        1 => Just(Space::Job),
    ]
}

fn key() -> impl Strategy<Value = RecordKey> {
    (space(), "[a/]{0,3}").prop_map(|(space, id)| RecordKey::new(space, id))
}

fn body() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(|n| json!(n)),
        "\\PC{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec(("[a-dä]{0,2}", inner), 0..4)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

fn off() -> impl Strategy<Value = i64> {
    prop_oneof![9 => Just(0_i64), 1 => 1..3_i64]
}

fn draft() -> impl Strategy<Value = Draft> {
    use proptest::collection::vec;
    let cells = || "[ab]{1,2}";
    let guards = (
        vec((cells(), off()), 0..3),
        vec((key(), off().prop_map(i64::unsigned_abs)), 0..3),
    );
    let changes = (
        vec((cells(), -2..3_i64), 0..4),
        vec((key(), proptest::option::weighted(0.7, body())), 0..4),
    );
    (guards, changes).prop_map(|((cell_guards, record_guards), (adds, puts))| Draft {
        cell_guards,
        record_guards,
        adds,
        puts,
    })
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        120 => (0..3_usize, draft()).prop_map(|(job, draft)| Step::Commit(job, draft)),
        20 => (0..3_usize, space(), "[a/]{0,3}", 0..6_usize)
            .prop_map(|(job, space, after, limit)| Step::Scan(job, space, after, limit)),
        2 => (0..3_usize).prop_map(Step::Forget),
        12 => (0..3_usize, proptest::bool::weighted(0.1))
            .prop_map(|(job, now)| Step::Expire(job, now)),
        1 => Just(Step::Reopen),
    ]
}

fn job(n: usize) -> JobId {
    JobId(["a", "a.", "aa"][n].to_owned())
}

impl Draft {
    fn commit(&self, memory: &MemoryStore, job: &JobId) -> Commit {
        let shard = memory.dump(job);
        let cell = |name: &str| shard.cells().get(name).copied().unwrap_or(0);
        let version = |key: &RecordKey| shard.records().get(key).map_or(0, |r| r.version);
        let cells = self.cell_guards.iter();
        let records = self.record_guards.iter();
        Commit {
            cell_guards: cells.map(|(c, off)| (c.clone(), cell(c) + off)).collect(),
            record_guards: records
                .map(|(k, off)| (k.clone(), version(k) + off))
                .collect(),
            adds: self.adds.iter().cloned().collect(),
            puts: self.puts.iter().cloned().collect(),
        }
    }
}

#[tokio::test]
async fn memory_and_file_agree() {
    let folder = tempfile::tempdir().unwrap();
    agree(async |seed| File::open(folder.path().join(format!("{seed}.redb"))).await).await;
}

#[tokio::test]
async fn memory_and_redis_agree() {
    let server = Server::start_with(&[("appendfsync", "always")]).unwrap();
    let server = Arc::new(Mutex::new(server));
    agree(async |seed| Redis::open(Arc::clone(&server), seed).await).await;
}

#[expect(
    clippy::print_stdout,
    reason = "a seed that fails is found by its number"
)]
async fn agree<O: Other>(open: impl AsyncFn(u64) -> O) {
    let (mut committed, mut conflicts) = (0, 0);
    for seed in 0..RUNS {
        println!("seed {seed}");
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
        let mut runner = TestRunner::new_with_rng(Config::default(), rng);
        let steps = proptest::collection::vec(step(), STEPS).new_tree(&mut runner);
        let steps = steps.unwrap().current();
        let (yes, no) = play(steps, open(seed).await).await;
        committed += yes;
        conflicts += no;
    }
    assert!(
        committed > conflicts && conflicts > 10,
        "{committed} to {conflicts}"
    );
}

async fn play(steps: Vec<Step>, mut other: impl Other) -> (u32, u32) {
    let memory = MemoryStore::new();
    let (mut committed, mut conflicts) = (0, 0);
    for step in steps {
        match &step {
            Step::Commit(n, draft) => {
                let (job, commit) = (job(*n), draft.commit(&memory, &job(*n)));
                let left = memory.commit(&job, commit.clone()).await.unwrap();
                let right = other.store().commit(&job, commit).await.unwrap();
                assert_eq!(left, right, "{step:?}");
                match left {
                    common::store::Outcome::Committed(_) => committed += 1,
                    common::store::Outcome::Conflict(_) => conflicts += 1,
                }
            }
            Step::Forget(n) => {
                memory.forget(&job(*n)).await.unwrap();
                other.store().forget(&job(*n)).await.unwrap();
            }
            Step::Expire(n, now) => {
                let after = Some(if *now { Duration::ZERO } else { DAY });
                memory.expire(&job(*n), after).await.unwrap();
                other.store().expire(&job(*n), after).await.unwrap();
            }
            Step::Scan(n, space, after, limit) => {
                let (job, after) = (job(*n), (!after.is_empty()).then_some(after.as_str()));
                let left = memory.scan(&job, *space, after, *limit).await.unwrap();
                let right = other.store().scan(&job, *space, after, *limit).await;
                let right = right.unwrap();
                assert_eq!(left, right, "{step:?}");
            }
            Step::Reopen => other = other.reopened().await,
        }
    }
    for n in 0..3 {
        let shard = memory.dump(&job(n));
        let expect = Slice {
            cells: shard.cells().clone(),
            records: shard.records().clone(),
        };
        let found = other.dump(&job(n)).await;
        assert_eq!(text(&found), text(&expect));
    }
    (committed, conflicts)
}

/// Every record in its own words, so that the order of keys and the last digit count too.
fn text(slice: &Slice) -> Vec<String> {
    let records = slice.records.iter();
    let records = records.map(|(key, r)| format!("{key:?} {} {} {}", r.version, r.created, r.body));
    let cells = slice.cells.iter().map(|(name, n)| format!("{name} {n}"));
    cells.chain(records).collect()
}
