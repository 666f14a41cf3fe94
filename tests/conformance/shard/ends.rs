//! Clauses about the end of a job: it disappears when its time has come, unless it is written to.

use std::time::Duration;

use common::store::Outcome;
use domain::answer::commit::{RecordKey, Slice, Space, Versioned};
use domain::ids::JobId;
use fleet_tests::boats;
use fleet_tests::patience::eventually;
use serde_json::json;

use super::{Store, Wish, load, row};

const SOON: Duration = Duration::from_millis(50);
/// Long enough for a commit to come before it.
const LATER: Duration = Duration::from_secs(4);

fn jobs() -> [JobId; 2] {
    ["boats", "kites"].map(|id| JobId(id.to_owned()))
}

/// Writes a row, a page and a cell, and says the version.
async fn written(store: &Store, job: &JobId) -> u64 {
    let wish = Wish::default().add("rows", 1).put(&row("a"), json!(1));
    let wish = wish.put(&RecordKey::new(Space::Due, "a"), json!("a"));
    match wish.of(store, job).await {
        Outcome::Committed(applied) => applied.version,
        Outcome::Conflict(current) => panic!("a conflict with {current:?}"),
    }
}

async fn slice(store: &Store, job: &JobId) -> Slice {
    let due = RecordKey::new(Space::Due, "a");
    load(store, job, &["rows"], &[&row("a"), &due]).await
}

/// Whether nothing at all is left.
async fn is_gone(store: &Store, job: &JobId) -> bool {
    let slice = slice(store, job).await;
    let nothing = |record: &Versioned| *record == Versioned::default();
    let scan = store.scan(job, Space::Row, None, 9).await.unwrap();
    slice.cells["rows"] == 0 && slice.records.values().all(nothing) && scan.is_empty()
}

async fn until_gone(store: &Store, job: &JobId) {
    eventually("the job to be gone", || async {
        is_gone(store, job).await.then_some(())
    })
    .await;
}

pub(super) async fn a_job_is_gone_when_its_time_has_come(store: Store) {
    let [ends, stays] = jobs();
    for job in [&ends, &stays] {
        assert_eq!(written(&store, job).await, 1);
    }
    store.expire(&ends, Some(SOON)).await.unwrap();
    until_gone(&store, &ends).await;
    assert_eq!(slice(&store, &stays).await.cells["rows"], 1);
    assert_eq!(written(&store, &ends).await, 1, "it starts anew");
    assert_eq!(written(&store, &ends).await, 2, "and stays");
    store.expire(&ends, Some(Duration::ZERO)).await.unwrap();
    assert!(is_gone(&store, &ends).await, "no time at all is now");
}

/// As a late commit of a worker does: also what it is the first to write ends with the rest.
pub(super) async fn a_commit_leaves_the_end_where_it_is(store: Store) {
    let [job, _] = jobs();
    written(&store, &job).await;
    store.expire(&job, Some(LATER)).await.unwrap();
    let late = Wish::default().put(&RecordKey::new(Space::Job, "gate"), json!(true));
    let late = late.add("late", 1).put(&row("b"), json!(2));
    let Outcome::Committed(applied) = late.of(&store, &job).await else {
        panic!("a conflict without a guard");
    };
    assert_eq!(applied.version, 2, "the job was gone too soon");
    let stale = Wish::default().record_is(&row("a"), 7).add("rows", 1);
    let Outcome::Conflict(_) = stale.of(&store, &job).await else {
        panic!("a stale commit was applied");
    };
    until_gone(&store, &job).await;
    let left = load(&store, &job, &["late"], &[&row("b")]).await;
    assert_eq!(left.cells["late"], 0);
    assert_eq!(left.records[&row("b")], Versioned::default());
}

/// The other job is to end after this one was, so when that is gone this one's time is over too.
pub(super) async fn a_job_that_is_opened_again_stays(store: Store) {
    let [kept, other] = jobs();
    for job in [&kept, &other] {
        written(&store, job).await;
        store.expire(job, Some(LATER)).await.unwrap();
    }
    store.expire(&kept, None).await.unwrap();
    let before = slice(&store, &kept).await;
    until_gone(&store, &other).await;
    assert_eq!(slice(&store, &kept).await, before);
    assert_eq!(written(&store, &kept).await, 2);
}

pub(super) async fn the_last_word_about_an_end_counts(store: Store) {
    let [job, _] = jobs();
    store.expire(&job, Some(SOON)).await.unwrap();
    assert_eq!(written(&store, &job).await, 1, "nothing is no job");
    store.expire(&job, Some(Duration::MAX)).await.unwrap();
    assert_eq!(slice(&store, &job).await.cells["rows"], 1);
    store.expire(&job, Some(SOON)).await.unwrap();
    until_gone(&store, &job).await;
}

pub(super) async fn an_answer_ends_with_its_shard(store: Store) {
    let answer = boats::answer(store);
    boats::write(&answer, 1).await.unwrap();
    answer.expire(Some(Duration::MAX)).await.unwrap();
    assert_eq!(answer.progress().await.unwrap().rows, 1);
    answer.expire(Some(Duration::ZERO)).await.unwrap();
    assert_eq!(answer.progress().await.unwrap().rows, 0);
    assert!(answer.rows(0, 9).await.unwrap().is_empty());
}
