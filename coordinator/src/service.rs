//! One job from its list pages to its delivery: discovery and dispatch side by side, then the gate.

use std::sync::Arc;
use std::time::Duration;

use common::browser::PageReader;
use common::clock::Clock;
use common::jobs::OpenJob;
use common::queue::TaskQueue;
use common::store::StoreError;
use common::telemetry::{Events, events};
use domain::answer::command::Command;
use domain::answer::record::Delivery;
use domain::answer::verdict::Verdict;
use domain::evidence::{Receipt, Source};
use domain::frontier::{FoundPage, Listing, Place};
use domain::ids::PageKey;
use domain::page_class::PageClass;
use tokio_util::sync::CancellationToken;

use crate::lists::{ListError, ListPage, Walk};
use crate::{dispatcher, gate};

/// Everything a coordinator works with for one job.
#[derive(Clone)]
pub struct Parts {
    /// The job and its store.
    pub job: Arc<OpenJob>,
    /// Where due pages go.
    pub queue: Arc<dyn TaskQueue>,
    /// The lane that reads list pages.
    pub reader: Arc<dyn PageReader>,
    /// The time.
    pub clock: Clock,
    /// What happens.
    pub events: Events,
}

/// How a run ended.
#[derive(Debug)]
pub struct Outcome {
    /// The answer.
    pub delivery: Delivery,
    /// Why it ended so.
    pub ending: Ending,
    /// Detail links found.
    pub links: usize,
    /// What went wrong with list pages, for people.
    pub list_errors: Vec<String>,
}

/// Why a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// Every page that was discovered is settled and the gate was passed.
    Finished,
    /// Gaps remain and the job asks to be held for its operator.
    Held,
    /// Stopped before everything was settled: by a signal or a limit.
    Early(String),
    /// No start page could be read.
    StartRefused(String),
}

/// Why a run gave nothing at all.
#[derive(Debug, thiserror::Error)]
pub enum CoordinatorError {
    /// The store is out of reach or refused the run.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A filter of the job does not parse.
    #[error("{0}")]
    Filter(String),
}

/// Runs a job to its delivery. `shutdown` ends it early; what was accepted is delivered all the same.
///
/// # Errors
/// The store is out of reach, or a filter of the job does not parse.
pub async fn run_job(
    parts: &Parts,
    shutdown: &CancellationToken,
) -> Result<Outcome, CoordinatorError> {
    let stop = shutdown.child_token();
    open(parts).await?;
    let limit = tokio::time::sleep(parts.job.file.limits.time.0);
    let dispatch = dispatcher::run(parts, &stop);
    let work = async {
        let survey = discover(parts, &stop).await;
        let ended = finish(parts, survey, &stop).await;
        stop.cancel();
        ended
    };
    tokio::pin!(limit);
    let both = async { tokio::join!(dispatch, work) };
    tokio::pin!(both);
    let mut expired = false;
    let (dispatched, mut outcome) = loop {
        tokio::select! {
            biased;
            ended = &mut both => break ended,
            () = &mut limit, if !expired => {
                expired = true;
                stop.cancel();
            }
        }
    };
    dispatched?;
    if let (true, Ok(Outcome { ending: Ending::Early(why), .. })) = (expired, &mut outcome) {
        *why = format!("the time limit of {} was reached", String::from(parts.job.file.limits.time));
    }
    outcome
}

async fn open(parts: &Parts) -> Result<(), StoreError> {
    for verdict in parts.job.store.submit(vec![Command::Open]).await? {
        if let Verdict::Accepted { stored, refused, .. } = verdict {
            parts.events.emit(&events::Prefill { kept: stored, refused });
        }
    }
    Ok(())
}

/// What discovery brought.
struct Survey {
    links: usize,
    lists_read: usize,
    errors: Vec<String>,
}

/// Reads the list pages and fills the frontier.
async fn discover(parts: &Parts, stop: &CancellationToken) -> Result<Survey, CoordinatorError> {
    let job = &parts.job.file;
    let mut survey = Survey { links: known_pages(parts).await?, lists_read: 0, errors: Vec::new() };
    let mut walk = Walk::new(job, parts.reader.as_ref());
    while let Some(page) = walk.next(stop).await {
        match page {
            Ok(list) => {
                survey.lists_read += 1;
                let room = usize::try_from(job.limits.pages.min(job.follow.max_links))
                    .unwrap_or(usize::MAX)
                    .saturating_sub(survey.links);
                survey.links += take_list(parts, &list, room).await?;
            }
            Err(ListError::Filter(message)) => return Err(CoordinatorError::Filter(message)),
            Err(ListError::Stopped) => break,
            Err(error) => {
                tracing::warn!(error = %error, "list page not read");
                survey.errors.push(error.to_string());
            }
        }
    }
    Ok(survey)
}

/// Puts the job's own detail addresses into the frontier.
async fn known_pages(parts: &Parts) -> Result<usize, StoreError> {
    let pages: Vec<_> = parts
        .job
        .file
        .pages
        .iter()
        .take(usize::try_from(parts.job.file.limits.pages).unwrap_or(usize::MAX))
        .zip(0..)
        .map(|(url, index)| found(url, Place { list: 0, index }, Listing::default()))
        .collect();
    let count = pages.len();
    if count > 0 {
        parts.job.store.submit(vec![Command::Discover { pages }]).await?;
    }
    Ok(count)
}

/// Takes over what a list page offers: its links, at most `room`, and the top-level fields it states.
async fn take_list(parts: &Parts, list: &ListPage, room: usize) -> Result<usize, StoreError> {
    settle_list(parts, list).await?;
    let has_rows = parts.job.schema.answer.is_some();
    let pages: Vec<_> = list
        .found
        .links
        .iter()
        .zip(0..)
        .take(if has_rows { room } else { 0 })
        .map(|(link, index)| {
            found(&link.url, Place { list: list.number, index }, link.listing.clone())
        })
        .collect();
    let before = parts.job.store.progress().await?.discovered;
    if !pages.is_empty() {
        parts.job.store.submit(vec![Command::Discover { pages }]).await?;
    }
    top_fields(parts, list).await?;
    let after = parts.job.store.progress().await?.discovered;
    Ok(usize::try_from(after.saturating_sub(before)).unwrap_or(usize::MAX))
}

fn found(url: &str, place: Place, listing: Listing) -> FoundPage {
    FoundPage { url: url.to_owned(), place, listing, list: false }
}

/// Writes the list page itself into the frontier, as read.
async fn settle_list(parts: &Parts, list: &ListPage) -> Result<(), StoreError> {
    let Some(key) = PageKey::parse(&list.url) else { return Ok(()) };
    let page = key.as_str().to_owned();
    let place = Place { list: list.number, index: 0 };
    let entry = FoundPage { list: true, ..found(&list.url, place, Listing::default()) };
    let until = parts.clock.now_ms().saturating_add(60_000);
    let opened = parts
        .job
        .store
        .submit(vec![
            Command::Discover { pages: vec![entry] },
            Command::Publish { page: page.clone(), until },
        ])
        .await?;
    let Some(lease) = opened.iter().find_map(Verdict::lease) else { return Ok(()) };
    let class = if list.found.says_empty && list.found.links.is_empty() {
        PageClass::EmptyList
    } else {
        PageClass::Content
    };
    let settle = Command::Settle {
        page: page.clone(),
        lease,
        class,
        note: format!("{} detail links", list.found.links.len()),
        read: Box::new(draft::page_facts(&list.snapshot).page_read(&list.snapshot, parts.clock.now_ms())),
    };
    parts.job.store.submit(vec![Command::Start { page, lease }, settle]).await?;
    Ok(())
}

/// Sets the top-level fields that the list page states and no earlier one did.
async fn top_fields(parts: &Parts, list: &ListPage) -> Result<(), StoreError> {
    let draft = draft::draft_top(draft::DraftInput {
        snapshot: &list.snapshot,
        url: &list.url,
        listing: &Listing::default(),
        schema: &parts.job.schema,
        job: &parts.job.file,
    });
    let unset = parts.job.store.coverage().await?.top_unset;
    let commands: Vec<_> = draft
        .row
        .into_iter()
        .filter(|(key, value)| !value.is_null() && unset.contains(key))
        .map(|(key, value)| {
            let receipt = draft.receipts.get(&pointer(&key)).cloned();
            Command::SetField { key, value, receipt }
        })
        .collect();
    if commands.is_empty() {
        return Ok(());
    }
    for verdict in parts.job.store.submit(commands).await? {
        if let Verdict::Refused(refusal) = verdict {
            parts.events.emit(&events::Refused::of(&list.url, &refusal));
        }
    }
    Ok(())
}

/// RFC 6901: the pointer of a property of the root.
fn pointer(key: &str) -> String {
    format!("/{}", key.replace('~', "~0").replace('/', "~1"))
}
