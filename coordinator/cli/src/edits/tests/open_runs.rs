//! Edits of runs of schemas that the sample site does not have: plain rows, stubs, no rows at all.

use common::clock::Clock;
use coordinator::Ending;
use domain::answer::command::{Command, Item};
use domain::answer::verdict::{Code, Verdict};
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::super::{Editor, Update};
use crate::folder::{Manifest, RunFolder};
use crate::opened::OpenRun;

async fn opened(schema: Value) -> (TempDir, OpenRun) {
    let at = tempfile::tempdir().expect("a folder");
    let compiled = AnswerSchema::compile(&schema, None, None).expect("compiles");
    let job = JobFile {
        name: "x".to_owned(),
        start: vec!["https://a.test/".to_owned()],
        schema,
        ..JobFile::default()
    };
    let folder = RunFolder::claim(at.path(), false).expect("created");
    let manifest = Manifest::new(&job, &compiled, &Clock::manual());
    folder.write_manifest(&manifest).expect("written");
    let run = OpenRun::in_folder(folder, u64::MAX).await.expect("opened");
    let open = run.job.store.submit_one(Command::Open).await;
    assert!(open.expect("opens").holds());
    (at, run)
}

fn items(values: &[Value]) -> Vec<Item> {
    let item = |value: &Value| Item {
        item: value.clone(),
        ..Item::default()
    };
    values.iter().map(item).collect()
}

fn codes(edited: &[super::super::Edited]) -> Vec<Option<Code>> {
    let code = |verdict: &Verdict| verdict.refusal().map(|refusal| refusal.code);
    edited.iter().map(|one| code(&one.verdict)).collect()
}

#[tokio::test]
async fn plain_rows_are_edited_by_their_value() {
    let schema = json!({"type": "object", "properties": {
        "names": {"type": "array", "items": {"type": "string"}}}});
    let (_at, run) = opened(schema).await;
    let mut editor = Editor::of(&run).expect("an editor");
    let added = editor.add(
        "add_items_from_file",
        items(&[json!("a"), json!("b"), json!(3)]),
    );
    let added = added.await.expect("added");
    assert!(
        matches!(codes(&added)[..], [None, None, Some(_)]),
        "{added:?}"
    );
    let given = crate::assignments::parse(&["value=c".to_owned()], |_| None).expect("parses");
    let update = Update {
        row: Some(json!(1)),
        fields: super::super::fields_of(&run, given),
    };
    let updated = editor.update("update_item", vec![update]).await;
    assert_eq!(codes(&updated.expect("updated")), [None]);
    let report = run.rewrite().await.expect("written");
    assert_eq!((report.rows, report.schema_valid), (2, true));
    let output = run.outcome().await.expect("an outcome").delivery.output;
    assert_eq!(output["names"], json!(["a", "c"]));
}

#[tokio::test]
async fn the_third_stub_is_refused_whoever_adds_it() {
    let schema = json!({"type": "object", "properties": {"jobs": {"type": "array", "items": {
        "type": "object", "properties": {"url": {"type": "string"},
        "description": {"type": ["string", "null"]}}}}}});
    let (_at, run) = opened(schema).await;
    let mut editor = Editor::of(&run).expect("an editor");
    let stub = |n: u8| json!({ "url": format!("https://a.test/{n}") });
    let stubs: Vec<Value> = (1..=4).map(stub).collect();
    let added = editor.add("add_items_from_file", items(&stubs)).await;
    let throttled = Some(Code::StubThrottled);
    assert_eq!(
        codes(&added.expect("added")),
        [None, None, throttled, throttled]
    );
}

#[tokio::test]
async fn an_edit_outlives_the_process() {
    let schema = json!({"type": "object", "properties": {
        "title": {"type": ["string", "null"]}, "total": {"type": ["integer", "null"]}}});
    let (at, run) = opened(schema).await;
    let mut editor = Editor::of(&run).expect("an editor");
    let set = editor.set("total".to_owned(), json!(3)).await;
    assert_eq!(codes(&[set.expect("set")]), [None]);
    let done = editor.done().await.expect("asked");
    assert!(
        matches!(&done.verdict, Verdict::Accepted { stored, .. } if stored["accepted"] == false)
    );
    drop(editor);
    drop(run);
    let folder = RunFolder::open(at.path()).expect("free");
    let run = OpenRun::in_folder(folder, u64::MAX).await.expect("opened");
    let top = run.job.store.standing().await.expect("read").top;
    assert_eq!(top["total"], 3);
    let receipts = run.job.store.field_receipts().await.expect("read");
    assert_eq!(
        serde_json::to_value(receipts["total"].source).expect("writes"),
        "operator"
    );
}

#[tokio::test]
async fn a_run_that_was_killed_after_its_gate_is_not_told_to_go_on() {
    let schema = json!({"type": "object", "properties": {
        "names": {"type": "array", "items": {"type": "string"}}}});
    let (at, run) = opened(schema).await;
    assert!(run.ended.was_killed());
    for ask in 1..=2 {
        let done = run.job.store.submit_one(Command::Done { ask }).await;
        assert!(done.expect("decided").holds());
    }
    drop(run);
    let folder = RunFolder::open(at.path()).expect("free again");
    let run = OpenRun::in_folder(folder, u64::MAX).await.expect("opened");
    assert_eq!(run.ended.ending, Ending::Finished);
}
