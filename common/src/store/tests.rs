//! The store loop over the memory backend: writers at once, leases, what is due, redirects.

use std::sync::Arc;

use domain::answer::command::{Command, Item};
use domain::answer::record::PageRead;
use domain::answer::verdict::{Code, Verdict};
use domain::frontier::{FoundPage, Listing, Place};
use domain::ids::JobId;
use domain::job::JobFile;
use domain::page_class::PageClass;
use domain::schema::AnswerSchema;
use serde_json::json;

use super::{AnswerStore, MemoryStore};

fn store() -> AnswerStore {
    let source = json!({"type": "object", "properties": {"boats": {"type": "array", "items": {
        "type": "object", "properties": {
            "name": {"type": "string"},
            "detailUrl": {"type": "string"},
            "description": {"type": ["string", "null"]}}}}}});
    AnswerStore::new(
        Arc::new(MemoryStore::new()),
        JobId("test".to_owned()),
        Arc::new(AnswerSchema::compile(&source, None, None).unwrap()),
        Arc::new(JobFile::default()),
        Arc::new(|| 100),
    )
}

fn url(n: u32) -> String {
    format!("https://s.test/{n}")
}

fn discover(pages: std::ops::Range<u32>) -> Command {
    let page = |index: u32| FoundPage {
        url: url(index),
        place: Place { list: 0, index },
        listing: Listing::default(),
        list: false,
    };
    Command::Discover {
        pages: pages.map(page).collect(),
    }
}

fn draft(n: u32) -> Command {
    Command::AddItem(Box::new(Item {
        item: json!({"name": format!("Boat {n}"), "detailUrl": url(n)}),
        page: Some(url(n)),
        draft: true,
        ..Item::default()
    }))
}

fn settle(n: u32, lease: u64, final_url: &str) -> Command {
    Command::Settle {
        page: url(n),
        lease,
        class: PageClass::Content,
        note: String::new(),
        read: Box::new(PageRead {
            final_url: final_url.to_owned(),
            ..PageRead::default()
        }),
    }
}

async fn publish(store: &AnswerStore, n: u32, until: u64) -> Option<u64> {
    let page = url(n);
    let verdict = store.submit_one(Command::Publish { page, until }).await;
    verdict.unwrap().lease()
}

async fn start(store: &AnswerStore, n: u32) -> u64 {
    let lease = publish(store, n, 200).await.unwrap();
    let page = url(n);
    let started = store.submit_one(Command::Start { page, lease }).await;
    assert!(started.unwrap().holds());
    lease
}

fn code(verdict: &Verdict) -> Option<Code> {
    verdict.refusal().map(|refusal| refusal.code)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_writers_at_once_never_hold_a_third_stub() {
    let store = store();
    let add = |n: u32| {
        let store = store.clone();
        let item = json!({"name": "x", "detailUrl": url(n)});
        let item = Item {
            item,
            ..Item::default()
        };
        async move { store.submit_one(Command::AddItem(Box::new(item))).await }
    };
    let verdicts = futures::future::join_all((0..64).map(|n| tokio::spawn(add(n)))).await;
    let held = verdicts
        .into_iter()
        .filter(|v| v.as_ref().unwrap().as_ref().unwrap().holds());
    assert_eq!(held.count(), 2);
    assert_eq!(store.rows(0, 100).await.unwrap().len(), 2);
    assert_eq!(store.deficiencies().await.unwrap().refused_items, 62);
}

/// Reads a page as content with this text around a panel, or without one; then its row.
async fn read_as(store: &AnswerStore, n: u32, text: &str, panel: bool) {
    let lease = start(store, n).await;
    let mut settle = settle(n, lease, &url(n));
    if let Command::Settle { read, .. } = &mut settle {
        if panel {
            read.fingerprint = format!("own {n}");
            read.panel = Some("https://b.test/panel".to_owned());
            read.shell = Some(text.to_owned());
        } else {
            text.clone_into(&mut read.fingerprint);
        }
    }
    store.submit(&[settle, draft(n)]).await.unwrap();
}

/// What a panel takes back is loaded at once, however many pages that are.
#[tokio::test]
async fn hundreds_of_shells_are_withdrawn_in_one_commit() {
    let of_one_text = |_: u32| "x".to_owned();
    let of_their_own = |n: u32| format!("page {n}");
    let check = async |text: fn(u32) -> String, pages: u32, panels: u32, withdrawn: u64| {
        let store = store();
        store.submit_one(discover(0..pages)).await.unwrap();
        for n in panels..pages {
            read_as(&store, n, &text(n), false).await;
        }
        for n in 0..panels {
            read_as(&store, n, "x", true).await;
        }
        let progress = store.progress().await.unwrap();
        assert_eq!((progress.unread(), progress.again), (withdrawn, withdrawn));
        assert_eq!(progress.rows, u64::from(pages) - withdrawn);
        assert!(store.verify().await.unwrap().drift.is_empty());
    };
    check(of_one_text, 400, 1, 399).await;
    // So many are remembered where each page has a text of its own.
    check(of_their_own, 60, 3, 48).await;
}

#[tokio::test]
async fn a_draft_goes_the_way_of_its_read() {
    let store = store();
    store.submit_one(discover(0..1)).await.unwrap();
    let old = start(&store, 0).await;
    let batch = [settle(0, old + 1, &url(0)), draft(0)];
    let verdicts = store.submit(&batch).await.unwrap();
    let codes: Vec<_> = verdicts.iter().map(code).collect();
    assert_eq!(codes, [Some(Code::StaleLease), Some(Code::StaleLease)]);
    let batch = [settle(0, old, &url(0)), draft(0)];
    assert!(
        store
            .submit(&batch)
            .await
            .unwrap()
            .iter()
            .all(Verdict::holds)
    );
    assert_eq!(
        store.submit(&batch).await.unwrap(),
        [Verdict::Unchanged, Verdict::Unchanged]
    );
    assert!(store.progress().await.unwrap().finished);
}

#[tokio::test]
async fn a_lease_that_ran_out_is_due_again() {
    let store = store();
    store.submit_one(discover(0..3)).await.unwrap();
    assert_eq!(store.due(100, 10).await.unwrap(), [url(0), url(1), url(2)]);
    assert_eq!(publish(&store, 0, 99).await, Some(1));
    assert_eq!(publish(&store, 1, 200).await, Some(1));
    assert_eq!(store.due(100, 10).await.unwrap(), [url(2), url(0)]);
    assert_eq!(publish(&store, 0, 300).await, Some(2));
    assert_eq!(publish(&store, 1, 300).await, None);
    assert_eq!(store.due(200, 10).await.unwrap(), [url(2), url(1)]);
}

#[tokio::test]
async fn two_addresses_of_one_page_give_one_row() {
    let store = store();
    store.submit_one(discover(0..2)).await.unwrap();
    for n in 0..2 {
        let lease = start(&store, n).await;
        let batch = [settle(n, lease, &url(9)), draft(n)];
        let verdicts = store.submit(&batch).await.unwrap();
        assert_eq!(code(&verdicts[1]), (n == 1).then_some(Code::Duplicate));
    }
    assert_eq!(store.rows(0, 9).await.unwrap().len(), 1);
    assert_eq!(store.deficiencies().await.unwrap().links_without_row, 0);
}

#[tokio::test]
async fn rows_stand_in_list_order() {
    let store = store();
    store.submit_one(discover(0..3)).await.unwrap();
    for n in [2, 0, 1] {
        let lease = start(&store, n).await;
        let batch = [settle(n, lease, &url(n)), draft(n)];
        store.submit(&batch).await.unwrap();
    }
    let rows = store.rows(1, 9).await.unwrap();
    let pages: Vec<_> = rows.iter().map(|entry| entry.row.page.clone()).collect();
    assert_eq!(pages, [Some(url(1)), Some(url(2))]);
    assert_eq!(rows[0].index, 1);
}
