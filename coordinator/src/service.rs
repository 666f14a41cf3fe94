//! One job from its list pages to its delivery: discovery and dispatch side by side, then the gate.

use std::sync::{Arc, OnceLock};

use common::archive::Archive;
use common::browser::PageReader;
use common::clock::Clock;
use common::hosts::HostLimiter;
use common::jobs::OpenJob;
use common::queue::TaskQueue;
use common::store::StoreError;
use common::telemetry::{Completeness, Delivered, DeliveredEarly, Events, Prefilled};
use domain::answer::command::Command;
use domain::answer::record::Delivery;
use domain::answer::verdict::Verdict;
use domain::job::JobFile;
use tokio_util::sync::CancellationToken;

use crate::conduct::Tune;
use crate::discover::{Survey, discover};
use crate::lane::Lane;
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
    /// Hands out turns on hosts, to workers too.
    pub hosts: Arc<dyn HostLimiter>,
    /// Keeps list pages as they were read.
    pub archive: Arc<dyn Archive>,
    /// The time.
    pub clock: Clock,
    /// What happens.
    pub events: Events,
    /// How it is tuned.
    pub tune: Tune,
}

impl Parts {
    /// The lane for what is read of this job, or of it as its lists are read.
    pub(crate) fn lane<'a>(&'a self, job: &'a JobFile, stop: &'a CancellationToken) -> Lane<'a> {
        Lane {
            id: &self.job.id,
            job,
            reader: self.reader.as_ref(),
            hosts: self.hosts.as_ref(),
            clock: &self.clock,
            stop,
        }
    }
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

/// Why a run is stopped, said by whoever stops it; the first word counts. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct StopReason(Arc<OnceLock<String>>);

impl StopReason {
    /// Says why.
    pub fn say(&self, why: String) {
        self.0.get_or_init(|| why);
    }

    /// What was said, or this.
    pub fn or(&self, why: String) -> String {
        self.0.get().cloned().unwrap_or(why)
    }
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
    let time = parts.tune.left.unwrap_or(parts.job.file.limits.time.0);
    let limit = tokio::time::sleep(time);
    let dispatch = async { Ok(dispatcher::run(parts, &stop).await?) };
    let work = async {
        let survey = discover(parts, &stop).await;
        let ended = finish(parts, survey, &stop).await;
        stop.cancel();
        ended
    };
    tokio::pin!(limit);
    // What is not dispatched is waited for without end: one's error is the other's end.
    let both = async { tokio::try_join!(dispatch, work) };
    tokio::pin!(both);
    let mut expired = false;
    let ((), outcome) = loop {
        tokio::select! {
            biased;
            ended = &mut both => break ended?,
            () = &mut limit, if !expired => {
                expired = true;
                let limit = String::from(parts.job.file.limits.time);
                parts.tune.stopped.say(format!("the time limit of {limit} was reached"));
                stop.cancel();
            }
        }
    };
    Ok(outcome)
}

/// Ends a run that cannot go on: what was accepted is delivered early.
///
/// # Errors
/// The store is out of reach.
pub async fn end_early(parts: &Parts, why: String) -> Result<Outcome, StoreError> {
    let links = parts.job.store.progress().await?.discovered();
    let ending = Ending::Early(why);
    let delivery = parts.job.store.deliver(true).await?;
    announce(parts, &delivery, &ending).await?;
    Ok(Outcome {
        delivery,
        ending,
        links: usize::try_from(links).unwrap_or(usize::MAX),
        list_errors: Vec::new(),
    })
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
    let ending = match ending {
        Ending::Early(why) => Ending::Early(parts.tune.stopped.or(why)),
        other => other,
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
