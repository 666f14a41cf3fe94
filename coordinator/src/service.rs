//! One job from its list pages to its delivery: discovery and dispatch side by side, then the gate.

use std::sync::Arc;

use common::browser::PageReader;
use common::clock::Clock;
use common::jobs::OpenJob;
use common::queue::TaskQueue;
use common::store::StoreError;
use common::telemetry::{
    Completeness, Delivered, DeliveredEarly, Discovered, Events, Prefilled, Refused,
};
use domain::answer::command::Command;
use domain::answer::record::Delivery;
use domain::answer::verdict::Verdict;
use domain::frontier::{FoundPage, Listing, Place};
use domain::ids::PageKey;
use domain::page_class::PageClass;
use draft::Draft;
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
    if let (
        true,
        Ok(Outcome {
            ending: Ending::Early(why),
            ..
        }),
    ) = (expired, &mut outcome)
    {
        *why = format!(
            "the time limit of {} was reached",
            String::from(parts.job.file.limits.time)
        );
    }
    outcome
}

/// Opens the run: the schema's defaults go through the same writer as everything else.
async fn open(parts: &Parts) -> Result<(), StoreError> {
    let verdict = parts.job.store.submit_one(Command::Open).await?;
    if let Verdict::Accepted { refused, .. } = verdict {
        let unset = parts.job.store.coverage().await?.top_unset;
        let seeded = parts
            .job
            .schema
            .top
            .iter()
            .filter(|field| field.default.is_some());
        parts.events.emit(Prefilled {
            kept: seeded
                .map(|field| field.name.clone())
                .filter(|name| !unset.contains(name))
                .collect(),
            refused: refused
                .into_iter()
                .map(|refusal| (refusal.pointer, refusal.code))
                .collect(),
        });
    }
    Ok(())
}

/// Closes the job after discovery: through the gate, or early.
async fn finish(
    parts: &Parts,
    survey: Result<Survey, CoordinatorError>,
    stop: &CancellationToken,
) -> Result<Outcome, CoordinatorError> {
    let survey = survey?;
    let nothing_read = survey.lists_read == 0 && survey.links == 0;
    let ending = match survey.errors.first() {
        Some(error) if nothing_read => Ending::StartRefused(error.clone()),
        _ if survey.stopped => Ending::Early("stopped before every list page was read".to_owned()),
        _ => gate::pass(parts, stop).await?,
    };
    let early = matches!(ending, Ending::Early(_) | Ending::StartRefused(_));
    let delivery = parts.job.store.deliver(early).await?;
    announce(parts, &delivery, &ending).await?;
    Ok(Outcome {
        delivery,
        ending,
        links: survey.links,
        list_errors: survey.errors,
    })
}

async fn announce(parts: &Parts, delivery: &Delivery, ending: &Ending) -> Result<(), StoreError> {
    let coverage = parts.job.store.coverage().await?;
    let progress = parts.job.store.progress().await?;
    let rows = coverage.items;
    parts.events.emit(Completeness {
        complete: delivery.complete,
        summary: coverage.line(),
        coverage: serde_json::to_value(&coverage).unwrap_or_default(),
    });
    match ending {
        Ending::Early(why) | Ending::StartRefused(why) => {
            parts.events.emit(DeliveredEarly {
                rows,
                unread: progress.unread(),
                why: why.clone(),
            });
        }
        Ending::Finished | Ending::Held => parts.events.emit(Delivered {
            rows,
            complete: delivery.complete,
            successful: delivery.successful,
        }),
    }
    Ok(())
}

/// What discovery brought.
struct Survey {
    links: usize,
    lists_read: usize,
    errors: Vec<String>,
    /// Asked to stop before the last list page was read.
    stopped: bool,
}

/// Reads the list pages and fills the frontier.
async fn discover(parts: &Parts, stop: &CancellationToken) -> Result<Survey, CoordinatorError> {
    let job = &parts.job.file;
    // A run that is continued knows pages already.
    let known = parts.job.store.progress().await?.discovered();
    let mut survey = Survey {
        links: usize::try_from(known).unwrap_or(usize::MAX) + known_pages(parts).await?,
        lists_read: 0,
        errors: Vec::new(),
        stopped: false,
    };
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
            Err(ListError::Stopped) => {
                survey.stopped = true;
                break;
            }
            Err(error) => {
                tracing::warn!(error = %error, "list page not read");
                survey.errors.push(error.to_string());
            }
        }
    }
    if !survey.stopped && survey.errors.is_empty() {
        parts.events.emit(Discovered {
            lists: survey.lists_read,
            links: survey.links,
        });
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
    discover_pages(parts, pages).await
}

/// Takes over what a list page offers: its links, at most `room`, and the top-level fields it states.
async fn take_list(parts: &Parts, list: &ListPage, room: usize) -> Result<usize, StoreError> {
    let draft = draft::draft_top(draft::DraftInput {
        snapshot: &list.snapshot,
        url: &list.url,
        listing: &Listing::default(),
        schema: &parts.job.schema,
        job: &parts.job.file,
    });
    settle_list(parts, list, &draft).await?;
    let has_rows = parts.job.schema.answer.is_some();
    let pages: Vec<_> = list
        .found
        .links
        .iter()
        .zip(0..)
        .take(if has_rows { room } else { 0 })
        .map(|(link, index)| {
            found(
                &link.url,
                Place {
                    list: list.number,
                    index,
                },
                link.listing.clone(),
            )
        })
        .collect();
    let added = discover_pages(parts, pages).await?;
    top_fields(parts, list, draft).await?;
    Ok(added)
}

/// Puts pages into the frontier and says how many were new.
async fn discover_pages(parts: &Parts, pages: Vec<FoundPage>) -> Result<usize, StoreError> {
    if pages.is_empty() {
        return Ok(0);
    }
    match parts
        .job
        .store
        .submit_one(Command::Discover { pages })
        .await?
    {
        Verdict::Accepted { stored, .. } => Ok(stored["added"]
            .as_u64()
            .and_then(|n| usize::try_from(n).ok())
            .unwrap_or(0)),
        _ => Ok(0),
    }
}

fn found(url: &str, place: Place, listing: Listing) -> FoundPage {
    FoundPage {
        url: url.to_owned(),
        place,
        listing,
        list: false,
    }
}

/// Writes the list page itself into the frontier, as read.
async fn settle_list(parts: &Parts, list: &ListPage, draft: &Draft) -> Result<(), StoreError> {
    let Some(key) = PageKey::parse(&list.url) else {
        return Ok(());
    };
    let page = key.as_str().to_owned();
    let place = Place {
        list: list.number,
        index: 0,
    };
    let entry = FoundPage {
        list: true,
        ..found(&list.url, place, Listing::default())
    };
    let until = parts.clock.now_ms().saturating_add(60_000);
    let opened = parts
        .job
        .store
        .submit(&[
            Command::Discover { pages: vec![entry] },
            Command::Publish {
                page: page.clone(),
                until,
            },
        ])
        .await?;
    let lease = match opened.iter().find_map(Verdict::lease) {
        Some(lease) => lease,
        None => match parts.job.store.page(&page).await? {
            // An earlier read was cut short. Only the coordinator reads list pages.
            Some(known) if known.list && !known.state.is_terminal() => known.lease,
            _ => return Ok(()),
        },
    };
    let class = if list.found.says_empty && list.found.links.is_empty() {
        PageClass::EmptyList
    } else {
        PageClass::Content
    };
    let facts = draft::page_facts(&list.snapshot);
    let mut read = facts.page_read(&list.snapshot, parts.clock.now_ms(), 0);
    read.stated.clone_from(&draft.stated);
    let settle = Command::Settle {
        page: page.clone(),
        lease,
        class,
        note: format!("{} detail links", list.found.links.len()),
        read: Box::new(read),
    };
    parts
        .job
        .store
        .submit(&[Command::Start { page, lease }, settle])
        .await?;
    Ok(())
}

/// Sets the top-level fields that the list page states and no earlier one did.
async fn top_fields(parts: &Parts, list: &ListPage, draft: Draft) -> Result<(), StoreError> {
    let unset = parts.job.store.coverage().await?.top_unset;
    let commands: Vec<_> = draft
        .row
        .into_iter()
        .filter(|(key, value)| !value.is_null() && unset.contains(key))
        .map(|(key, value)| {
            let receipt = draft.receipts.get(&pointer(&key)).cloned();
            Command::SetField {
                key,
                value,
                receipt,
            }
        })
        .collect();
    if commands.is_empty() {
        return Ok(());
    }
    for verdict in parts.job.store.submit(&commands).await? {
        if let Verdict::Refused(refusal) = verdict {
            parts.events.emit(Refused {
                op: "set_field",
                url: Some(list.url.clone()),
                code: refusal.code,
                pointer: refusal.pointer,
                message: refusal.message,
                got: refusal.got,
            });
        }
    }
    Ok(())
}

/// RFC 6901: the pointer of a property of the root.
fn pointer(key: &str) -> String {
    format!("/{}", key.replace('~', "~0").replace('/', "~1"))
}
