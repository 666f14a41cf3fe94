//! Clauses about spaces and jobs: scans in order and in pages, and what belongs to whom.

use std::collections::BTreeSet;

use common::store::Outcome;
use domain::answer::commit::{RecordKey, Space, Versioned};
use domain::ids::JobId;
use serde_json::json;

use super::{Store, Wish, ids, job, load, record, row};

pub(super) async fn scans_are_in_order_and_paged(store: Store) {
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

pub(super) async fn scans_keep_to_their_space(store: Store) {
    let mut wish = Wish::default();
    for space in Space::ALL {
        wish = wish.put(&RecordKey::new(space, "same"), json!(space));
        wish = wish.put(&RecordKey::new(space, format!("{space:?}")), json!(space));
    }
    wish.applied(&store).await;
    for space in Space::ALL {
        let expect = BTreeSet::from(["same".to_owned(), format!("{space:?}")]);
        let found = store.scan(&job(), space, None, 9).await.unwrap();
        assert!(found.iter().all(|(_, found)| found.body == json!(space)));
        let found: BTreeSet<String> = found.into_iter().map(|(id, _)| id).collect();
        assert_eq!(found, expect);
    }
}

pub(super) async fn jobs_share_nothing(store: Store) {
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

pub(super) async fn a_forgotten_job_starts_anew(store: Store) {
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
