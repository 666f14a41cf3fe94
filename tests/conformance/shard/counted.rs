//! Clauses about the recount of an answer that lies in a backend.

use common::store::{Drift, StoreError};
use domain::answer::commit::{RecordKey, Space};
use fleet_tests::boats;
use serde_json::json;

use super::{Store, Wish};

pub(super) async fn a_drift_is_named_cell_by_cell(store: Store) {
    let answer = boats::answer(store.clone());
    assert_eq!(answer.verify().await.unwrap().drift, []);
    for n in 0..40 {
        boats::write(&answer, n).await.unwrap();
    }
    let sound = answer.verify().await.unwrap();
    assert_eq!((sound.records, &sound.drift[..]), (80, &[][..]));
    assert!(sound.cells > 20, "{} cells", sound.cells);
    let wish = Wish::default().add("rows", 2).add("filled/builder", -40);
    let wish = wish.add("excused/name", 1);
    // What nobody counts from is nobody's drift.
    let wish = wish.put(&RecordKey::new(Space::Job, "else"), json!(1));
    wish.applied(&store).await;
    let drift = |cell: &str, stored, recounted| Drift {
        cell: cell.to_owned(),
        stored,
        recounted,
    };
    let expect = [
        drift("excused/name", 1, 0),
        drift("filled/builder", 0, 40),
        drift("rows", 42, 40),
    ];
    let found = answer.verify().await.unwrap();
    assert_eq!((found.records, &found.drift[..]), (80, &expect[..]));
}

/// Whoever looks while others write sees no drift that is none.
pub(super) async fn writers_are_no_drift(store: Store) {
    let answer = boats::answer(store);
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let answer = answer.clone();
            tokio::spawn(async move {
                for n in 0..25 {
                    boats::write(&answer, writer * 1_000 + n).await.unwrap();
                }
            })
        })
        .collect();
    while writers.iter().any(|writer| !writer.is_finished()) {
        match answer.verify().await {
            Ok(found) => assert_eq!(found.drift, []),
            Err(StoreError::Contended(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    for writer in writers {
        writer.await.unwrap();
    }
    let found = answer.verify().await.unwrap();
    assert_eq!((found.records, &found.drift[..]), (200, &[][..]));
}
