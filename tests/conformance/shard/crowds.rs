//! Clauses about many writers at once: commits stand in one order.

use std::collections::BTreeSet;
use std::sync::Arc;

use common::store::Outcome;
use domain::answer::commit::Space;
use serde_json::json;

use super::{Store, Wish, cell, ids, job, record, row};

/// Each of many writers reads a counter, guards it and adds: nothing is lost, and each sum is had by
/// one writer only.
pub(super) async fn guarded_writers_take_turns(store: Store) {
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
                assert_eq!(applied.cells["turn"], known + 1, "the guard did not hold");
                known += 1;
                taken.push((known, applied.version));
            }
            Outcome::Conflict(current) => known = current.cells["turn"],
        }
    }
    taken
}

pub(super) async fn of_equal_claims_one_wins(store: Store) {
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
