//! Clauses about one commit: all or nothing, guards, versions, values.

use std::collections::BTreeSet;

use domain::answer::commit::{RecordKey, Slice, Space, Versioned};
use serde_json::json;

use super::{Store, Wish, cell, ids, job, load, record, row};

pub(super) async fn what_was_never_written_is_nothing(store: Store) {
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

pub(super) async fn a_commit_is_seen_whole(store: Store) {
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

pub(super) async fn a_conflict_changes_nothing_and_says_what_is(store: Store) {
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

pub(super) async fn an_absent_record_can_be_guarded(store: Store) {
    let key = row("a");
    let claim = || Wish::default().record_is(&key, 0).put(&key, json!(1));
    let version = claim().applied(&store).await.version;
    let current = claim().conflict(&store).await;
    assert_eq!(current.records[&key].version, version);
}

pub(super) async fn additions_need_no_guard(store: Store) {
    for (n, sum) in [(2, 2), (-5, -3), (0, -3), (3, 0), (i64::MAX, i64::MAX)] {
        let applied = Wish::default().add("rows", n).applied(&store).await;
        assert_eq!(
            (applied.cells["rows"], cell(&store, "rows").await),
            (sum, sum)
        );
    }
}

pub(super) async fn a_cell_at_zero_is_gone(store: Store) {
    Wish::default().add("stubs", 3).applied(&store).await;
    let applied = Wish::default().add("stubs", -3).applied(&store).await;
    assert_eq!(applied.cells["stubs"], 0);
    Wish::default().cell_is("stubs", 0).applied(&store).await;
}

pub(super) async fn a_version_never_comes_back(store: Store) {
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

pub(super) async fn a_record_keeps_the_version_of_its_birth(store: Store) {
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

pub(super) async fn an_empty_commit_takes_a_version(store: Store) {
    let first = Wish::default().applied(&store).await;
    assert_eq!((first.version, first.cells.len()), (1, 0));
    assert_eq!(Wish::default().applied(&store).await.version, 2);
}

pub(super) async fn values_come_back_as_they_were(store: Store) {
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
