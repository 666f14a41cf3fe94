//! A small job that is written page by page, by a process that may be killed at any moment, and the
//! same job as its survivors read it.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use common::store::{AnswerStore, FileStore, ShardStore, StoreError};
use domain::answer::command::{Command, Item};
use domain::answer::commit::Slice;
use domain::answer::record::PageRead;
use domain::answer::verdict::Verdict;
use domain::answer::{Ctx, cells};
use domain::frontier::{FoundPage, Listing, Place};
use domain::ids::JobId;
use domain::job::JobFile;
use domain::page_class::PageClass;
use domain::schema::AnswerSchema;
use serde_json::json;

/// The job's id.
pub fn job() -> JobId {
    JobId("boats".to_owned())
}

/// Holds the job's cells against its records.
///
/// # Panics
/// If they do not say the same.
pub fn counted(dump: &Slice) {
    let (schema, settings) = (schema(), settings());
    let ctx = Ctx {
        schema: &schema,
        job: &settings,
        now: 0,
    };
    match cells::recount(ctx, &dump.records) {
        Ok(recount) => assert_eq!(recount, dump.cells),
        Err(halt) => panic!("{halt}"),
    }
}

/// The job's schema.
///
/// # Panics
/// If it does not compile.
pub fn schema() -> Arc<AnswerSchema> {
    static SCHEMA: OnceLock<Arc<AnswerSchema>> = OnceLock::new();
    let compile = || {
        let source = json!({"type": "object", "properties": {
            "boats": {"type": "array", "items": {"type": "object", "properties": {
                "name": {"type": "string"},
                "detailUrl": {"type": ["string", "null"]},
                "builder": {"type": ["string", "null"]}}, "required": ["name"]}}}});
        let compiled = AnswerSchema::compile(&source, None, None);
        Arc::new(compiled.unwrap_or_else(|findings| panic!("{findings:?}")))
    };
    SCHEMA.get_or_init(compile).clone()
}

/// The job's answer in a backend.
pub fn answer(shards: Arc<dyn ShardStore>) -> AnswerStore {
    AnswerStore::new(shards, job(), schema(), Arc::default(), Arc::new(|| 1_000))
}

/// The settings it is decided under.
pub fn settings() -> JobFile {
    JobFile::default()
}

/// Opens the job in a file.
///
/// # Errors
/// See [`FileStore::open`].
pub async fn open(path: &Path) -> Result<AnswerStore, StoreError> {
    let answer = answer(Arc::new(FileStore::open(path).await?));
    answer.submit_one(Command::Open).await?;
    Ok(answer)
}

/// The address of page `n`.
pub fn address(n: u64) -> String {
    format!("https://boats.test/{n}")
}

/// Finds page `n`, reads it and stores its row: four commits, of which each may be the last.
///
/// # Errors
/// See [`AnswerStore::submit`]; a refusal is an error of its own.
pub async fn write(answer: &AnswerStore, n: u64) -> anyhow::Result<()> {
    let page = address(n);
    let pages = vec![FoundPage {
        url: page.clone(),
        place: Place::default(),
        listing: Listing::default(),
        list: false,
    }];
    accepted(answer, &[Command::Discover { pages }]).await?;
    let publish = Command::Publish {
        page: page.clone(),
        until: 2_000,
    };
    let lease = accepted(answer, &[publish]).await?[0].lease();
    let lease = lease.ok_or_else(|| anyhow::anyhow!("{page} has no lease"))?;
    let start = Command::Start {
        page: page.clone(),
        lease,
    };
    accepted(answer, &[start]).await?;
    accepted(answer, &read(page, lease, n)).await?;
    Ok(())
}

/// What a worker has to say of a page it read.
fn read(page: String, lease: u64, n: u64) -> [Command; 2] {
    let settle = Command::Settle {
        page: page.clone(),
        lease,
        class: PageClass::Content,
        note: String::new(),
        read: Box::new(PageRead {
            final_url: page.clone(),
            ..PageRead::default()
        }),
    };
    let add = Command::AddItem(Box::new(Item {
        item: json!({"name": format!("Boat {n}"), "detailUrl": page, "builder": "Yard"}),
        page: Some(page),
        draft: true,
        ..Item::default()
    }));
    [settle, add]
}

/// Gives page `n`'s row another builder.
///
/// # Errors
/// As [`write`].
pub async fn rename(answer: &AnswerStore, n: u64) -> anyhow::Result<()> {
    let update = Command::UpdateItem {
        row: domain::answer::pair::id_of_key(&address(n)),
        fields: json!({"builder": format!("Yard {n}")}),
        receipts: std::collections::BTreeMap::new(),
    };
    accepted(answer, &[update]).await?;
    Ok(())
}

async fn accepted(answer: &AnswerStore, commands: &[Command]) -> anyhow::Result<Vec<Verdict>> {
    let verdicts = answer.submit(commands).await?;
    for verdict in &verdicts {
        anyhow::ensure!(verdict.holds(), "{commands:?}: {verdict:?}");
    }
    Ok(verdicts)
}
