//! The contract of a backend for answers, written against the port; each backend is put through all
//! of it. A store under test is empty.

use std::collections::BTreeSet;
use std::sync::Arc;

use common::store::{FileStore, MemoryStore, Outcome, ShardError, ShardStore};
use domain::answer::commit::{Commit, Footprint, RecordKey, Slice, Space, Versioned};
use domain::answer::shard::Applied;
use domain::ids::JobId;
use serde_json::{Value, json};
use tempfile::TempDir;

type Store = Arc<dyn ShardStore>;

/// A store with what has to outlive it.
struct Bench {
    store: Store,
    _folder: Option<TempDir>,
}

/// One test for each clause of the contract, on the backend that `$open` gives.
macro_rules! contract {
    ($backend:ident, $($clause:ident),+ $(,)?) => {
        mod $backend {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $clause() {
                    let bench = super::Bench::$backend().await;
                    super::$clause(bench.store.clone()).await;
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
                what_was_never_written_is_nothing,
                a_commit_is_seen_whole,
                a_conflict_changes_nothing_and_says_what_is,
                an_absent_record_can_be_guarded,
                additions_need_no_guard,
                a_cell_at_zero_is_gone,
                a_version_never_comes_back,
                a_record_keeps_the_version_of_its_birth,
                an_empty_commit_takes_a_version,
                values_come_back_as_they_were,
                scans_are_in_order_and_paged,
                scans_keep_to_their_space,
                jobs_share_nothing,
                a_forgotten_job_starts_anew,
                guarded_writers_take_turns,
                of_equal_claims_one_wins,
            );
        )+
    };
}

contracts!(memory, file);

impl Bench {
    async fn memory() -> Self {
        Self {
            store: Arc::new(MemoryStore::new()),
            _folder: None,
        }
    }

    async fn file() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = FileStore::open(folder.path().join("store/answer.redb"));
        Self {
            store: Arc::new(store.await.unwrap()),
            _folder: Some(folder),
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

async fn what_was_never_written_is_nothing(store: Store) {
    let key = row("a");
    let expect = Slice {
        cells: [("rows".to_owned(), 0)].into(),
        records: [(key.clone(), Versioned::default())].into(),
    };
    assert_eq!(load(&store, &job(), &["rows"], &[&key]).await, expect);
    let nothing = load(&store, &job(), &[], &[]).await;
    assert_eq!(nothing, Slice::default());
    assert!(ids(&store, Space::Row, None, 10).await.is_empty());
}

async fn a_commit_is_seen_whole(store: Store) {
    let (a, b) = (row("a"), RecordKey::new(Space::Page, "b"));
    let wish = Wish::default().add("rows", 2).add("stubs", 1);
    let applied = wish
        .put(&a, json!(1))
        .put(&b, json!(2))
        .applied(&store)
        .await;
    let cells = [("rows".to_owned(), 2), ("stubs".to_owned(), 1)];
    assert_eq!(applied.cells, cells.clone().into());
    let written = |body| Versioned {
        version: applied.version,
        created: applied.version,
        body,
    };
    let expect = Slice {
        cells: cells.into(),
        records: [
            (a.clone(), written(json!(1))),
            (b.clone(), written(json!(2))),
        ]
        .into(),
    };
    assert_eq!(
        load(&store, &job(), &["rows", "stubs"], &[&a, &b]).await,
        expect
    );
}

async fn a_conflict_changes_nothing_and_says_what_is(store: Store) {
    let (a, b) = (row("a"), row("b"));
    let first = Wish::default().add("rows", 1).put(&a, json!("a"));
    let version = first.applied(&store).await.version;
    let guarded = load(&store, &job(), &["rows", "stubs"], &[&a, &b]).await;
    let wish = || {
        let wish = Wish::default().add("rows", 7).add("other", 1);
        wish.put(&a, json!("lost")).put(&b, json!("lost"))
    };
    let ways = [
        wish()
            .cell_is("rows", 0)
            .cell_is("stubs", 0)
            .record_is(&a, version)
            .record_is(&b, 0),
        wish()
            .cell_is("rows", 1)
            .cell_is("stubs", 1)
            .record_is(&a, version)
            .record_is(&b, 0),
        wish()
            .cell_is("rows", 1)
            .cell_is("stubs", 0)
            .record_is(&a, 0)
            .record_is(&b, 0),
        wish()
            .cell_is("rows", 1)
            .cell_is("stubs", 0)
            .record_is(&a, version)
            .record_is(&b, 9),
    ];
    for wish in ways {
        assert_eq!(wish.conflict(&store).await, guarded);
        let now = load(&store, &job(), &["rows", "stubs"], &[&a, &b]).await;
        assert_eq!(now, guarded);
        assert_eq!(cell(&store, "other").await, 0);
    }
    let last = wish()
        .cell_is("rows", 1)
        .record_is(&a, version)
        .record_is(&b, 0);
    assert_eq!(last.applied(&store).await.version, version + 1);
}

async fn an_absent_record_can_be_guarded(store: Store) {
    let key = row("a");
    let claim = || Wish::default().record_is(&key, 0).put(&key, json!(1));
    let version = claim().applied(&store).await.version;
    let current = claim().conflict(&store).await;
    assert_eq!(current.records[&key].version, version);
}

async fn additions_need_no_guard(store: Store) {
    for (n, sum) in [(2, 2), (-5, -3), (0, -3), (3, 0), (i64::MAX, i64::MAX)] {
        let applied = Wish::default().add("rows", n).applied(&store).await;
        assert_eq!(
            (applied.cells["rows"], cell(&store, "rows").await),
            (sum, sum)
        );
    }
}

async fn a_cell_at_zero_is_gone(store: Store) {
    Wish::default().add("stubs", 3).applied(&store).await;
    let applied = Wish::default().add("stubs", -3).applied(&store).await;
    assert_eq!(applied.cells["stubs"], 0);
    Wish::default().cell_is("stubs", 0).applied(&store).await;
}

async fn a_version_never_comes_back(store: Store) {
    let key = row("a");
    let mut seen = BTreeSet::new();
    for n in 0..5 {
        let put = Wish::default().put(&key, json!(n)).applied(&store).await;
        assert!(seen.insert(put.version), "{} came back", put.version);
        let gone = Wish::default().delete(&key).applied(&store).await;
        assert!(seen.insert(gone.version), "{} came back", gone.version);
        assert_eq!(record(&store, &key).await, Versioned::default());
        let stale = Wish::default().record_is(&key, put.version).add("rows", 1);
        assert_eq!(stale.conflict(&store).await.records[&key].version, 0);
    }
    Wish::default().delete(&key).applied(&store).await;
}

async fn a_record_keeps_the_version_of_its_birth(store: Store) {
    let key = row("a");
    let born = Wish::default()
        .put(&key, json!(1))
        .applied(&store)
        .await
        .version;
    let last = Wish::default()
        .put(&key, json!(2))
        .applied(&store)
        .await
        .version;
    let now = record(&store, &key).await;
    assert_eq!((now.created, now.version), (born, last));
    Wish::default().delete(&key).applied(&store).await;
    let again = Wish::default()
        .put(&key, json!(3))
        .applied(&store)
        .await
        .version;
    assert_eq!(record(&store, &key).await.created, again);
}

async fn an_empty_commit_takes_a_version(store: Store) {
    let first = Wish::default().applied(&store).await;
    assert_eq!((first.version, first.cells.len()), (1, 0));
    assert_eq!(Wish::default().applied(&store).await.version, 2);
}

async fn values_come_back_as_they_were(store: Store) {
    let bodies = [
        json!(null),
        json!(""),
        json!({"z": 1, "a": {"ä": [true, null, -1, 1.5, "\u{0}\"\\\u{2028}🛶"]}}),
        json!([
            u64::MAX,
            i64::MIN,
            0.1 + 0.2,
            57.708_870_000_000_01,
            5e-324,
            f64::MAX,
            -0.0
        ]),
        json!("x".repeat(300_000)),
    ];
    for (n, body) in bodies.into_iter().enumerate() {
        for id in ["", "a/b=c", "ä\u{0}\n", &"i".repeat(1_000)] {
            let key = row(&format!("{id}{n}"));
            Wish::default()
                .put(&key, body.clone())
                .applied(&store)
                .await;
            let stored = record(&store, &key).await.body;
            assert_eq!(stored.to_string(), body.to_string());
        }
    }
    let name = "stated//properties/a=ä\u{0}b";
    Wish::default().add(name, i64::MIN).applied(&store).await;
    assert_eq!(cell(&store, name).await, i64::MIN);
}

async fn scans_are_in_order_and_paged(store: Store) {
    let names = [
        "", "\u{0}", "0", "10", "2", "B", "a", "a/", "a0", "aa", "ä", "🛶",
    ];
    let mut wish = Wish::default();
    for name in names.iter().rev() {
        wish = wish.put(&row(name), json!(name));
    }
    wish.applied(&store).await;
    let all = ids(&store, Space::Row, None, 100).await;
    assert_eq!(all, names);
    assert!(ids(&store, Space::Row, None, 0).await.is_empty());
    for limit in 1..5 {
        let (mut paged, mut after) = (Vec::new(), None);
        loop {
            let page = ids(&store, Space::Row, after.as_deref(), limit).await;
            let Some(last) = page.last() else { break };
            assert!(page.len() <= limit);
            after = Some(last.clone());
            paged.extend(page);
        }
        assert_eq!(paged, names);
    }
    // An id that is not there is still a place in the order.
    assert_eq!(ids(&store, Space::Row, Some("C"), 2).await, ["a", "a/"]);
    assert_eq!(ids(&store, Space::Row, Some(""), 1).await, ["\u{0}"]);
    let page = store.scan(&job(), Space::Row, Some("aa"), 1).await.unwrap();
    assert_eq!(page[0].1, record(&store, &row("ä")).await);
}

async fn scans_keep_to_their_space(store: Store) {
    let spaces = [
        Space::Row,
        Space::Page,
        Space::Field,
        Space::Mark,
        Space::Alias,
        Space::Refused,
        Space::Job,
        Space::Due,
    ];
    let mut wish = Wish::default();
    for space in spaces {
        wish = wish.put(&RecordKey::new(space, "same"), json!(space));
        wish = wish.put(&RecordKey::new(space, format!("{space:?}")), json!(space));
    }
    wish.applied(&store).await;
    for space in spaces {
        let expect = BTreeSet::from(["same".to_owned(), format!("{space:?}")]);
        let found = store.scan(&job(), space, None, 9).await.unwrap();
        assert!(found.iter().all(|(_, found)| found.body == json!(space)));
        let found: BTreeSet<String> = found.into_iter().map(|(id, _)| id).collect();
        assert_eq!(found, expect);
    }
}

async fn jobs_share_nothing(store: Store) {
    let key = row("a");
    let jobs = ["a", "aa", "a.", "a-b", "b"].map(|id| JobId(id.to_owned()));
    for (n, job) in jobs.iter().enumerate() {
        let body = json!(n);
        let wish = Wish::default().record_is(&key, 0).cell_is("rows", 0);
        let outcome = wish.add("rows", 1).put(&key, body).of(&store, job).await;
        let Outcome::Committed(applied) = outcome else {
            panic!("{job:?} is not empty");
        };
        assert_eq!(applied.version, 1);
    }
    store.forget(&jobs[0]).await.unwrap();
    for (n, job) in jobs.iter().enumerate().skip(1) {
        let found = store.scan(job, Space::Row, None, 9).await.unwrap();
        assert_eq!((found.len(), &found[0].1.body), (1, &json!(n)));
        assert_eq!(load(&store, job, &["rows"], &[]).await.cells["rows"], 1);
    }
    assert!(
        store
            .scan(&jobs[0], Space::Row, None, 9)
            .await
            .unwrap()
            .is_empty()
    );
}

async fn a_forgotten_job_starts_anew(store: Store) {
    let (a, page) = (row("a"), RecordKey::new(Space::Due, "p"));
    for _ in 0..2 {
        let wish = Wish::default().cell_is("rows", 0).record_is(&a, 0);
        let wish = wish.add("rows", 1).put(&a, json!(1)).put(&page, json!(2));
        assert_eq!(wish.applied(&store).await.version, 1);
        store.forget(&job()).await.unwrap();
        let left = load(&store, &job(), &["rows"], &[&a, &page]).await;
        assert_eq!(left.cells["rows"], 0);
        assert!(
            left.records
                .values()
                .all(|record| *record == Versioned::default())
        );
    }
    store.forget(&job()).await.unwrap();
}

/// Each of many writers reads a counter, guards it and adds: nothing is lost, and each sum is had by
/// one writer only.
async fn guarded_writers_take_turns(store: Store) {
    const WRITERS: i64 = 16;
    const TURNS: i64 = 12;
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| tokio::spawn(take_turns(Arc::clone(&store), writer, TURNS)))
        .collect();
    let (mut sums, mut versions) = (BTreeSet::new(), BTreeSet::new());
    for writer in writers {
        for (sum, version) in writer.await.unwrap() {
            assert!(sums.insert(sum), "two writers came to {sum}");
            assert!(
                versions.insert(version),
                "two commits have version {version}"
            );
        }
    }
    assert_eq!(sums, (1..=WRITERS * TURNS).collect());
    assert_eq!(cell(&store, "free").await, WRITERS * TURNS);
    assert_eq!(ids(&store, Space::Row, None, 1_000).await.len(), 192);
}

async fn take_turns(store: Store, writer: i64, turns: i64) -> Vec<(i64, u64)> {
    let mut taken = Vec::new();
    let mut known = cell(&store, "turn").await;
    while taken.len() < usize::try_from(turns).unwrap() {
        let key = row(&format!("{writer} {}", taken.len()));
        let wish = Wish::default().cell_is("turn", known).record_is(&key, 0);
        let wish = wish.add("turn", 1).add("free", 1).put(&key, json!(known));
        match wish.of(&store, &job()).await {
            Outcome::Committed(applied) => {
                known = applied.cells["turn"];
                taken.push((known, applied.version));
            }
            Outcome::Conflict(current) => known = current.cells["turn"],
        }
    }
    taken
}

async fn of_equal_claims_one_wins(store: Store) {
    let claims: Vec<_> = (0..24)
        .map(|n| {
            let store = Arc::clone(&store);
            let claim = Wish::default().record_is(&row("seat"), 0);
            let claim = claim.put(&row("seat"), json!(n));
            tokio::spawn(async move { (n, claim.of(&store, &job()).await) })
        })
        .collect();
    let mut winners = Vec::new();
    for claim in claims {
        let (n, outcome) = claim.await.unwrap();
        match outcome {
            Outcome::Committed(_) => winners.push(n),
            Outcome::Conflict(current) => assert_eq!(current.records[&row("seat")].version, 1),
        }
    }
    assert_eq!(winners.len(), 1);
    assert_eq!(record(&store, &row("seat")).await.body, json!(winners[0]));
}
