//! The registry, the lease and the book on the memory backend; other backends keep the same promises
//! by the shard contract.

use std::sync::Arc;
use std::time::Duration;

use domain::answer::command::Command;
use domain::ids::JobId;
use domain::job::JobFile;
use serde_json::json;

use super::{
    JobBook, JobMark, JobRecord, JobState, Known, LeaseKeeper, Registry, Submitted, compile,
};
use crate::clock::Clock;
use crate::jobs::OpenJob;
use crate::store::{MemoryStore, StoreError};

fn registry() -> Registry {
    let shards = Arc::new(MemoryStore::default());
    Registry::new(shards.clone(), shards)
}

fn file(name: &str) -> JobFile {
    JobFile {
        name: name.to_owned(),
        start: vec!["https://example.com/list".to_owned()],
        schema: json!({
            "type": "object",
            "properties": { "rows": { "type": "array", "items": {
                "type": "object", "properties": { "title": { "type": ["string", "null"] } } } } }
        }),
        ..JobFile::default()
    }
}

fn record(id: &str) -> JobRecord {
    JobRecord::new(JobId(id.to_owned()), file(id), 1, 7)
}

#[tokio::test]
async fn a_submission_is_taken_once() {
    let registry = registry();
    assert_eq!(registry.submit(&record("a")).await.unwrap(), Submitted::New);
    let again = registry.submit(&record("a")).await.unwrap();
    assert_eq!(again, Submitted::Known(Box::new(record("a"))));
    let mut other = record("a");
    other.file.name = "b".to_owned();
    let taken = Submitted::Taken(Box::new(record("a")));
    assert_eq!(registry.submit(&other).await.unwrap(), taken);
    let mut heavier = record("a");
    heavier.weight = 2;
    assert_eq!(registry.submit(&heavier).await.unwrap(), taken);
}

#[tokio::test]
async fn open_jobs_are_those_a_coordinator_has_to_run() {
    let registry = registry();
    for id in ["a", "b", "c"] {
        registry.submit(&record(id)).await.unwrap();
    }
    let to = |state: JobState| move |record: &mut JobRecord| record.state = state;
    let open = || async { registry.open().await.unwrap() };
    let ids = |ids: &[&str]| -> Vec<_> { ids.iter().map(|id| JobId((*id).to_owned())).collect() };
    assert_eq!(open().await, ids(&["a", "b", "c"]));
    for (id, state) in [("a", JobState::Running), ("b", JobState::Delivered)] {
        let id = JobId(id.to_owned());
        let changed = registry.change(&id, to(state)).await.unwrap().unwrap();
        assert_eq!(changed.state, state);
    }
    assert_eq!(open().await, ids(&["a", "c"]));
    let held = JobId("b".to_owned());
    registry.change(&held, to(JobState::Waiting)).await.unwrap();
    assert_eq!(open().await, ids(&["a", "b", "c"]));
    registry.forget(&held).await.unwrap();
    assert_eq!(open().await, ids(&["a", "c"]));
    assert_eq!(registry.all().await.unwrap().len(), 2);
    assert_eq!(registry.change(&held, |_| {}).await.unwrap(), None);
}

#[tokio::test]
async fn many_jobs_are_listed_whole() {
    let registry = registry();
    for n in 0..1_203 {
        let job = record(&format!("j{n}"));
        registry.submit(&job).await.unwrap();
    }
    assert_eq!(registry.all().await.unwrap().len(), 1_203);
    assert_eq!(registry.open().await.unwrap().len(), 1_203);
}

#[tokio::test]
async fn the_newest_jobs_come_first_and_page_by_page() {
    let registry = registry();
    for n in 0..1_203_u64 {
        let mut job = record(&format!("j{n}"));
        // Neighbours share their time: their ids decide.
        job.submitted_at = n / 2;
        registry.submit(&job).await.unwrap();
    }
    let mut seen: Vec<JobMark> = Vec::new();
    loop {
        let after = seen
            .last()
            .map(|last| JobMark::parse(&last.to_string()).unwrap());
        let page = registry.newest(after.as_ref(), 500).await.unwrap();
        if page.is_empty() {
            break;
        }
        seen.extend(page.iter().map(JobRecord::mark));
    }
    assert_eq!(seen.len(), 1_203);
    assert!(seen.is_sorted_by(|one, next| one > next));
}

#[tokio::test]
async fn an_unknown_id_is_answered_with_those_that_are_like_it() {
    let registry = registry();
    for id in ["careers-00ff", "careers-11aa", "shop-2026", "zzz"] {
        registry.submit(&record(id)).await.unwrap();
    }
    let check = async |id: &str, expect: &[&str]| {
        assert_eq!(registry.like(id).await.unwrap(), expect, "{id}");
    };
    check("careers", &["careers-00ff", "careers-11aa"]).await;
    check("shop-2062", &["shop-2026"]).await;
    check("nothing of the kind", &[]).await;
    check("", &[]).await;
}

#[tokio::test]
async fn one_holds_the_lease_until_it_ends_or_is_given_back() {
    let (registry, clock) = (registry(), Clock::manual());
    clock.advance(Duration::from_secs(100));
    let keeper = |name: &str| {
        let span = Duration::from_secs(10);
        LeaseKeeper::new(registry.clone(), name.to_owned(), span, clock.clone())
    };
    let (one, two) = (keeper("one"), keeper("two"));
    assert_eq!(one.hold().await.unwrap().unwrap().epoch, 1);
    assert_eq!(two.hold().await.unwrap(), None);
    clock.advance(Duration::from_secs(9));
    assert_eq!(one.hold().await.unwrap().unwrap().epoch, 1);
    clock.advance(Duration::from_secs(9));
    assert_eq!(two.hold().await.unwrap(), None);
    clock.advance(Duration::from_secs(1));
    assert_eq!(two.hold().await.unwrap().unwrap().epoch, 2);
    assert_eq!(one.hold().await.unwrap(), None);
    one.release().await.unwrap();
    assert_eq!(two.holder().await.unwrap().unwrap().holder, "two");
    two.release().await.unwrap();
    assert_eq!(one.holder().await.unwrap(), None);
    assert_eq!(one.hold().await.unwrap().unwrap().epoch, 3);
}

#[tokio::test]
async fn a_replaced_coordinator_writes_nothing() {
    let shards = Arc::new(MemoryStore::default());
    let file = file("a");
    let schema = Arc::new(compile(&file).unwrap());
    let id = JobId("a".to_owned());
    let job = OpenJob::new(shards, id, file, schema, Clock::manual());
    let first = job.store.take_over(1).await.unwrap();
    first.submit_one(Command::Open).await.unwrap();
    let second = job.store.take_over(2).await.unwrap();
    let discover = |url: &str| Command::Discover {
        pages: vec![domain::frontier::FoundPage {
            url: url.to_owned(),
            place: domain::frontier::Place::default(),
            listing: domain::frontier::Listing::default(),
            list: false,
        }],
    };
    let late = first.submit_one(discover("https://example.com/1")).await;
    assert!(matches!(late, Err(StoreError::Deposed)), "{late:?}");
    let late = job.store.take_over(1).await;
    assert!(matches!(late, Err(StoreError::Deposed)));
    second
        .submit_one(discover("https://example.com/2"))
        .await
        .unwrap();
    assert_eq!(second.progress().await.unwrap().discovered(), 1);
}

#[tokio::test]
async fn a_book_notices_that_a_job_ended() {
    let (registry, clock) = (registry(), Clock::manual());
    let book = JobBook::of_fleet(registry.clone(), clock.clone());
    let id = JobId("a".to_owned());
    let find = || async { book.find(&id).await.unwrap() };
    assert!(matches!(find().await, Known::Unknown));
    registry.submit(&record("a")).await.unwrap();
    let Known::Open(job) = find().await else {
        panic!("the job is not open");
    };
    registry
        .change(&id, |record| record.cancel = true)
        .await
        .unwrap();
    let Known::Open(again) = find().await else {
        panic!("the book did not trust what it had just seen");
    };
    assert!(Arc::ptr_eq(&job, &again));
    clock.advance(Duration::from_secs(2));
    assert!(matches!(find().await, Known::Closed));
}

#[tokio::test]
async fn a_job_that_does_not_compile_is_named() {
    let registry = registry();
    let mut bad = record("a");
    bad.file.schema = json!({ "$ref": "#/nowhere" });
    registry.submit(&bad).await.unwrap();
    let book = JobBook::of_fleet(registry, Clock::manual());
    let error = book.find(&bad.id).await.err().unwrap().to_string();
    assert!(error.contains("job a cannot be worked on"), "{error}");
}

#[tokio::test]
async fn a_book_takes_up_another_job_under_the_id_of_one_that_was_forgotten() {
    let registry = registry();
    let clock = Clock::manual();
    let book = JobBook::of_fleet(registry.clone(), clock.clone());
    let id = JobId("a".to_owned());
    for name in ["a", "b"] {
        let mut record = record("a");
        record.file = file(name);
        registry.submit(&record).await.unwrap();
        clock.advance(Duration::from_mins(1));
        let Known::Open(job) = book.find(&id).await.unwrap() else {
            panic!("the job is open");
        };
        assert_eq!(job.file.name, name);
        registry.forget(&id).await.unwrap();
    }
}
