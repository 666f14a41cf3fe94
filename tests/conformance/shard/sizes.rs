//! Clauses about the share of a job: what would take it above is refused for good and in words.

use common::store::{Outcome, ShardError};
use domain::answer::commit::RecordKey;
use domain::disposition::ErrorClass;
use domain::ids::{JobId, RowId};
use serde_json::{Value, json};

use super::{SHARE, Store, Wish, cell, job, record, row};

/// Text of about so many bytes, which does not deflate to nothing.
fn noise(name: &str, bytes: usize) -> Value {
    let word = |n| {
        RowId::of_content(&format!("{name} {n}"))
            .as_str()
            .to_owned()
    };
    json!((0..bytes / 32).map(word).collect::<String>())
}

async fn put(store: &Store, job: &JobId, key: &RecordKey, body: Value) -> Result<(), ShardError> {
    let wish = Wish::default().add("rows", 1).put(key, body);
    match store.commit(job, wish.0).await? {
        Outcome::Committed(_) => Ok(()),
        Outcome::Conflict(current) => panic!("a conflict with {current:?}"),
    }
}

/// Fills a job until it is refused more; says how many rows it took and how it was refused.
async fn fill(store: &Store, job: &JobId) -> (u32, ShardError) {
    for n in 0..400 {
        let body = noise(&n.to_string(), 64 << 10);
        if let Err(error) = put(store, job, &row(&n.to_string()), body).await {
            return (n, error);
        }
    }
    panic!("a job is never full");
}

pub(super) async fn a_job_is_refused_more_than_its_share(store: Store) {
    let (full, error) = fill(&store, &job()).await;
    assert!(full > 9, "full after {full} rows");
    assert_eq!(
        (error.class, error.full),
        (ErrorClass::Permanent, true),
        "{error}"
    );
    for word in [&job().0, "store.max_job_bytes", &SHARE.to_string()] {
        assert!(error.message.contains(word), "{error} does not say {word}");
    }
    assert_eq!(cell(&store, "rows").await, i64::from(full));
    assert_eq!(record(&store, &row(&full.to_string())).await.version, 0);
    let other = JobId("kites".to_owned());
    let big = noise("other", 64 << 10);
    put(&store, &other, &row("a"), big.clone()).await.unwrap();
}

pub(super) async fn what_is_taken_back_is_room_again(store: Store) {
    let (full, _) = fill(&store, &job()).await;
    let (last, big) = (row("last"), noise("last", 64 << 10));
    put(&store, &job(), &last, big.clone()).await.unwrap_err();
    // What makes a full job smaller is welcome, and what only counts too.
    put(&store, &job(), &row("0"), json!(0)).await.unwrap();
    put(&store, &job(), &last, big.clone()).await.unwrap();
    put(&store, &job(), &row("more"), big.clone())
        .await
        .unwrap_err();
    Wish::default().delete(&last).applied(&store).await;
    for _ in 0..3 {
        // The same body over and over takes its room once.
        put(&store, &job(), &last, big.clone()).await.unwrap();
    }
    Wish::default().add("stubs", 1).applied(&store).await;
    store.forget(&job()).await.unwrap();
    assert_eq!(fill(&store, &job()).await.0, full);
}
