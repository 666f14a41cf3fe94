//! One case's job: an answer store on a backend, a clock that stands still, and pages that
//! are read without a browser.

use std::collections::BTreeMap;
use std::sync::Arc;

use common::store::{AnswerStore, ShardStore, StoreError};
use domain::answer::command::Command;
use domain::answer::pair::key_of;
use domain::answer::record::PageRead;
use domain::answer::verdict::Verdict;
use domain::evidence::Matcher;
use domain::frontier::{FoundPage, Listing, Place};
use domain::ids::JobId;
use domain::job::JobFile;
use domain::page_class::PageClass;
use domain::schema::AnswerSchema;
use serde_json::{Value, json};

use super::Case;
use super::ops;

/// The time in every case.
const NOW: u64 = 1_000_000;

/// A job as a case sees it.
pub(super) struct World {
    /// The answer.
    pub(super) store: AnswerStore,
    /// Files saved by the case.
    pub(super) files: BTreeMap<String, Value>,
    matcher: Matcher,
    links: u32,
}

/// Runs a case on a backend and gives the result of its operation.
pub(super) async fn run(case: &Case, shards: Arc<dyn ShardStore>) -> Value {
    if let Some(result) = ops::pure(&case.op) {
        return result;
    }
    let job: JobFile = serde_json::from_value(case.job.clone()).unwrap_or_default();
    let schema = AnswerSchema::compile(
        &case.schema,
        job.answer.as_deref(),
        job.own_field.as_deref(),
    );
    let schema = match schema {
        Ok(schema) => Arc::new(schema),
        Err(findings) => return ops::refused(&case.op, &findings),
    };
    let mut world = World::new(shards, schema, job);
    match world.all(case).await {
        Ok(result) => result,
        Err(error) => json!({ "error": error.to_string() }),
    }
}

impl World {
    fn new(shards: Arc<dyn ShardStore>, schema: Arc<AnswerSchema>, job: JobFile) -> Self {
        let matcher = Matcher::new(&schema.closed_sets());
        let store = AnswerStore::new(
            shards,
            JobId("case".to_owned()),
            schema,
            Arc::new(job),
            Arc::new(|| NOW),
        );
        Self {
            store,
            files: BTreeMap::new(),
            matcher,
            links: 0,
        }
    }

    async fn all(&mut self, case: &Case) -> Result<Value, StoreError> {
        self.store.submit_one(Command::Open).await?;
        for op in &case.setup {
            ops::run(self, op).await?;
        }
        ops::run(self, &case.op).await
    }

    /// Puts the links of a list page into the frontier.
    pub(super) async fn links_found(&mut self, links: &Value) -> Result<(), StoreError> {
        let mut pages = Vec::new();
        for link in links.as_array().into_iter().flatten() {
            let text = |key: &str| link.get(key).and_then(Value::as_str).unwrap_or_default();
            let index = self.links;
            self.links += 1;
            let listing = Listing {
                text: text("text").to_owned(),
                ..Listing::default()
            };
            pages.push(found(text("href"), Place { list: 0, index }, listing));
        }
        self.store.submit_one(Command::Discover { pages }).await?;
        Ok(())
    }

    /// Reads a page as content.
    pub(super) async fn page_read(&self, op: &Value) -> Result<(), StoreError> {
        let url = op["url"].as_str().unwrap_or_default();
        let Some((page, lease)) = self.start(url).await? else {
            return Ok(());
        };
        let record = self.store.page(&page).await?;
        let listing = record.map(|record| record.listing).unwrap_or_default();
        let mut texts: Vec<&str> = op["text"].as_str().into_iter().collect();
        values(&op["jsonld"], &mut texts);
        texts.push(&listing.text);
        texts.extend(listing.headings.iter().map(String::as_str));
        let read = PageRead {
            final_url: url.to_owned(),
            stated: self.matcher.stated(texts),
            ..PageRead::default()
        };
        let settle = Command::Settle {
            page,
            lease,
            class: PageClass::Content,
            note: String::new(),
            read: Box::new(read),
        };
        self.store.submit_one(settle).await?;
        Ok(())
    }

    /// Gives a page up.
    pub(super) async fn page_lost(&self, op: &Value, class: PageClass) -> Result<(), StoreError> {
        let url = op["url"].as_str().unwrap_or_default();
        let Some((page, lease)) = self.start(url).await? else {
            return Ok(());
        };
        let fail = Command::Fail {
            page,
            lease,
            class,
            note: String::new(),
            due_at: None,
        };
        self.store.submit_one(fail).await?;
        Ok(())
    }

    /// Brings a page to its next read, as coordinator and worker do.
    async fn start(&self, url: &str) -> Result<Option<(String, u64)>, StoreError> {
        let Some(page) = key_of(url) else {
            return Ok(None);
        };
        let pages = vec![found(url, LAST, Listing::default())];
        let ready = [
            Command::Discover { pages },
            Command::Reopen {
                page: page.clone(),
                at: 0,
            },
            Command::Publish {
                page: page.clone(),
                until: NOW + 1,
            },
        ];
        let verdicts = self.store.submit(&ready).await?;
        let Some(lease) = verdicts.last().and_then(Verdict::lease) else {
            return Ok(None);
        };
        let start = Command::Start {
            page: page.clone(),
            lease,
        };
        self.store.submit_one(start).await?;
        Ok(Some((page, lease)))
    }
}

/// A place that says nothing: such rows stand in the order in which they came.
const LAST: Place = Place {
    list: u32::MAX,
    index: u32::MAX,
};

fn found(url: &str, place: Place, listing: Listing) -> FoundPage {
    FoundPage {
        url: url.to_owned(),
        place,
        listing,
        list: false,
    }
}

/// Texts of a metadata block: values, never keys.
fn values<'a>(block: &'a Value, texts: &mut Vec<&'a str>) {
    match block {
        Value::String(text) => texts.push(text),
        Value::Array(items) => items.iter().for_each(|item| values(item, texts)),
        Value::Object(map) => map
            .iter()
            .filter(|(key, _)| *key != "@context")
            .for_each(|(_, value)| values(value, texts)),
        _ => {}
    }
}
