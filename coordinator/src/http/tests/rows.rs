//! Rows with what they hold and what proves them, as a document and as lines.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use common::api::{ClientError, ProvenRow, RowWindow};
use common::clock::Clock;
use common::jobs::{JobRecord, JobState, OpenJob, compile};
use domain::answer::command::{Command, Item};
use domain::answer::verdict::Verdict;
use domain::evidence::{Receipt, Source};
use domain::ids::JobId;
use serde_json::{Value, json};

use super::{World, header};

impl World {
    /// Submits the job `one` and puts so many rows into its answer.
    async fn with_rows(&self, rows: usize) {
        self.submit("one").await;
        let id = JobId("one".to_owned());
        let file = self.registry.get(&id).await.unwrap().unwrap().file;
        let schema = Arc::new(compile(&file).unwrap());
        let shards = Arc::clone(self.registry.answers());
        let job = OpenJob::new(shards, id, file, schema, Clock::manual());
        job.store.submit_one(Command::Open).await.unwrap();
        let items: Vec<Command> = (0..rows).map(item).collect();
        for some in items.chunks(500) {
            let verdicts = job.store.submit(some).await.unwrap();
            assert!(verdicts.iter().all(Verdict::holds), "{verdicts:?}");
        }
    }

    async fn all(&self, window: &RowWindow) -> Result<Vec<Value>, ClientError> {
        let mut stream = self.client(None).stream("one", window).await?;
        let mut rows = Vec::new();
        while let Some(row) = stream.next().await? {
            rows.push(row);
        }
        let end = stream.end().unwrap();
        assert_eq!((end.from, end.rows), (window.offset, rows.len()));
        Ok(rows)
    }
}

fn item(n: usize) -> Command {
    let receipt = Receipt {
        page: format!("https://example.com/jobs/{n}"),
        source: Source::Label,
        path: String::new(),
        quote: format!("Title: Baker {n}"),
    };
    Command::AddItem(Box::new(Item {
        item: json!({ "title": format!("Baker {n}"), "note": null }),
        receipts: [("/title".to_owned(), receipt)].into(),
        ..Item::default()
    }))
}

fn window(offset: usize, limit: usize) -> RowWindow {
    RowWindow {
        offset,
        limit: Some(limit),
        ..RowWindow::default()
    }
}

fn titles(rows: &[Value]) -> Vec<&str> {
    rows.iter()
        .map(|row| row["title"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn rows_come_in_windows() {
    let world = World::start(None).await;
    world.with_rows(1_203).await;
    let client = world.client(None);
    let some = client.rows("one", &window(1, 2)).await.unwrap();
    assert_eq!((some.from, some.total), (1, 1_203));
    assert_eq!(titles(&some.rows), ["Baker 1", "Baker 2"]);
    // As many as are told at once, whatever is asked for.
    let many = client.rows("one", &window(0, 5_000)).await.unwrap();
    assert_eq!((many.rows.len(), many.total), (1_000, 1_203));
    let last = client.rows("one", &window(1_200, 5_000)).await.unwrap();
    assert_eq!(
        titles(&last.rows),
        ["Baker 1200", "Baker 1201", "Baker 1202"]
    );
    let none = client.rows("one", &window(1_203, 1)).await.unwrap();
    assert!(none.rows.is_empty());
    let named = RowWindow {
        fields: vec!["note".to_owned()],
        ..window(0, 1)
    };
    assert_eq!(
        client.rows("one", &named).await.unwrap().rows,
        [json!({"note": null})]
    );
    let unknown = RowWindow {
        fields: vec!["note".to_owned(), "nope".to_owned()],
        ..window(0, 1)
    };
    let refused = client.rows("one", &unknown).await.unwrap_err().to_string();
    assert!(refused.contains("no such field"), "{refused}");
}

#[tokio::test]
async fn the_document_is_told_row_by_row() {
    for rows in [0, 1, 2_503] {
        let world = World::start(None).await;
        world.with_rows(rows).await;
        let id = JobId("one".to_owned());
        let file = world.registry.get(&id).await.unwrap().unwrap().file;
        let schema = Arc::new(compile(&file).unwrap());
        let shards = Arc::clone(world.registry.answers());
        let store = OpenJob::new(shards, id, file, schema, Clock::manual()).store;
        let whole = store.deliverable(&store.deliver(false).await.unwrap().output);
        let most = &world.store.most;
        most.store(0, Ordering::Relaxed);
        let response = world.ask("GET", "/v1/jobs/one/output", &[], None).await;
        assert_eq!(header(&response, "content-type"), "application/json");
        let text = response.text().await.unwrap();
        assert_eq!(
            text,
            format!("{}\n", serde_json::to_string_pretty(&whole).unwrap())
        );
        // However many there are, only so many are in hand at a time.
        assert!(most.load(Ordering::Relaxed) <= 1_000, "{most:?}");
    }
}

#[tokio::test]
async fn a_document_that_the_store_does_not_give_is_cut_off() {
    let world = World::start(None).await;
    world.with_rows(2_503).await;
    // The record, the frame, the order (three scans), and the first rows.
    world.store.patience.store(7, Ordering::Relaxed);
    let response = world.ask("GET", "/v1/jobs/one/output", &[], None).await;
    assert_eq!(response.status(), 200);
    response.text().await.unwrap_err();
}

#[tokio::test]
async fn rows_come_as_lines_to_the_last() {
    let world = World::start(None).await;
    world.with_rows(2_503).await;
    let most = &world.store.most;
    most.store(0, Ordering::Relaxed);
    let all = world.all(&RowWindow::default()).await.unwrap();
    assert_eq!(all.len(), 2_503);
    // However many there are, only so many are in hand at a time.
    assert!(most.load(Ordering::Relaxed) <= 1_000, "{most:?}");
    let expect: Vec<_> = (0..2_503).map(|n| format!("Baker {n}")).collect();
    assert_eq!(titles(&all), expect);
    let some = world.all(&window(2_501, 7)).await.unwrap();
    assert_eq!(titles(&some), ["Baker 2501", "Baker 2502"]);
    assert!(world.all(&window(5_000, 7)).await.unwrap().is_empty());
    assert!(world.all(&window(3, 0)).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_row_comes_with_what_proves_it() {
    let world = World::start(None).await;
    world.with_rows(3).await;
    let proven = RowWindow {
        receipts: true,
        ..window(1, 1)
    };
    let told = world.client(None).rows("one", &proven).await.unwrap().rows;
    assert_eq!(told, world.all(&proven).await.unwrap());
    let row: ProvenRow = serde_json::from_value(told[0].clone()).unwrap();
    assert_eq!((row.index, &row.row["title"]), (1, &json!("Baker 1")));
    let receipt = &row.receipts["/title"];
    assert_eq!(
        (receipt.source, receipt.quote.as_str()),
        (Source::Label, "Title: Baker 1")
    );
    let other = RowWindow {
        fields: vec!["note".to_owned()],
        ..proven
    };
    let told = world.all(&other).await.unwrap();
    assert_eq!(told[0]["receipts"], json!({}));
}

#[tokio::test]
async fn rows_that_the_store_does_not_give_are_no_end() {
    let world = World::start(None).await;
    world.with_rows(450).await;
    // The record, the order (one scan), and the first rows.
    world.store.patience.store(3, Ordering::Relaxed);
    let mut stream = world
        .client(None)
        .stream("one", &RowWindow::default())
        .await
        .unwrap();
    let mut came = 0;
    let error = loop {
        match stream.next().await {
            Ok(Some(_)) => came += 1,
            Ok(None) => panic!("{came} rows are told as all"),
            Err(error) => break error,
        }
    };
    assert!(came > 0 && came < 450, "{came}");
    assert!(error.is_passing(), "{error}");
    assert!(error.to_string().contains("out of reach"), "{error}");
    // Whoever does not know that line sees a connection that breaks off.
    world.store.patience.store(3, Ordering::Relaxed);
    let accept = [("accept", "application/x-ndjson")];
    let response = world.ask("GET", "/v1/jobs/one/rows", &accept, None).await;
    response.text().await.unwrap_err();
}

#[tokio::test]
async fn an_answer_says_whether_it_is_final() {
    let world = World::start(None).await;
    world.with_rows(1).await;
    let check = async |expect: &str| {
        for path in ["output", "rows", "coverage"] {
            for accept in ["application/json", "application/x-ndjson"] {
                let path = format!("/v1/jobs/one/{path}");
                let response = world.ask("GET", &path, &[("accept", accept)], None).await;
                assert_eq!(header(&response, "windrow-final"), expect, "{path}");
            }
        }
    };
    check("no").await;
    let end = |record: &mut JobRecord| record.state = JobState::Delivered;
    let id = JobId("one".to_owned());
    world.registry.change(&id, end).await.unwrap();
    check("yes").await;
}
