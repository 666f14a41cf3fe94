//! One page, from delivery to acknowledgement: attempt counted, host's turn, read, class, commit.

use std::sync::Arc;
use std::time::Duration;

use common::browser::{Advice, Advisor, ReadError, ReadRequest};
use common::clock::Clock;
use common::hosts::{HostLimiter, Pace, Turn, host_of};
use common::jobs::{BookError, JobBook, Known, OpenJob};
use common::queue::Delivery;
use common::store::StoreError;
use domain::answer::command::Command;
use domain::answer::record::PageRecord;
use domain::answer::verdict::Verdict;
use domain::disposition::{Disposition, ErrorClass, backoff_ms, dispose};
use domain::frontier::PageState;
use domain::ids::JobId;
use domain::job::Switch;
use domain::page_class::{PageClass, TOO_MANY_REQUESTS};
use domain::panel::Wish;
use domain::snapshot::Snapshot;
use domain::task::Task;
use tokio_util::sync::CancellationToken;

use crate::service::{OnStop, Parts};
use crate::submit::{self, Read};

/// A wait for a host's turn up to this long is slept through; a longer one goes back to the
/// frontier as a time, so that no message is held while a host rests.
const SHORT_WAIT_MS: u64 = 1_000;
/// So long all the waits of a page together: its host is read by others, and hosts that are free wait for
/// the seat. Longer than most pages take, so that a host's only lane is seldom without somebody who waits.
const MOST_WAITED_MS: u64 = 3_000;

/// How often a page comes back whose workers died before it is given up: neighbours in a wave share a
/// death that is not theirs, so one is not enough.
const MOST_DEATHS: u32 = 6;

/// One page under one lease.
pub(crate) struct Page {
    pub(crate) job: Arc<OpenJob>,
    pub(crate) key: String,
    pub(crate) lease: u64,
    pub(crate) record: PageRecord,
    /// Which read of the page this is, from 1.
    pub(crate) attempt: u32,
    /// Its reader died under this lease: it is read alone.
    pub(crate) orphan: bool,
}

/// Settles one delivery. Nothing is lost by an early end: an unsettled delivery comes back, and a
/// lease that ends is published again.
pub(crate) async fn page(parts: &Parts, delivery: Delivery, shutdown: &CancellationToken) {
    let Task::V1 { job, page, lease } = delivery.task().clone();
    let deaths = delivery.redelivered();
    let _counted = parts.meter.took(delivery.redelivered());
    let id = JobId(job);
    let settled = match parts.jobs.find(&id).await {
        // Forgotten by its operator while its pages were queued: nobody waits for them.
        Ok(Known::Unknown) => {
            tracing::info!(job = %id.0, "a page of a job that is gone: left unread");
            delivery.ack().await
        }
        Ok(Known::Closed) => delivery.ack().await,
        Ok(Known::Open(job)) => match one(parts, job, page, (lease, deaths), shutdown).await {
            Ok(Next::Ack) => delivery.ack().await,
            Ok(Next::HandBack) => return,
            Err(error) if is_the_end(&parts.jobs, &error) => {
                match parts.jobs.give_up(&id, &error.to_string()).await {
                    Ok(()) => delivery.ack().await,
                    Err(error) => {
                        tracing::warn!(error = %error, "the job cannot go on, and nobody could be told");
                        return;
                    }
                }
            }
            Err(error) => {
                tracing::warn!(error = %error, "page not submitted: its delivery is handed back");
                return;
            }
        },
        Err(error @ BookError::Job { .. }) => delivery.dead_letter(&error.to_string()).await,
        Err(error) => {
            tracing::warn!(error = %error, "job not known: the delivery is handed back");
            return;
        }
    };
    if let Err(error) = settled {
        tracing::warn!(error = %error, "delivery not settled: it comes again");
    }
}

/// Whether nothing more can be stored for the job: it has its share, or its store, which only this process
/// has, failed for good, such as on a full disk.
fn is_the_end(jobs: &JobBook, error: &StoreError) -> bool {
    let failed = error.class() == ErrorClass::Permanent;
    error.is_full() || (failed && jobs.is_own())
}

enum Next {
    Ack,
    HandBack,
}

async fn one(
    parts: &Parts,
    job: Arc<OpenJob>,
    key: String,
    (lease, deaths): (u64, u32),
    shutdown: &CancellationToken,
) -> Result<Next, StoreError> {
    let Some(record) = job.store.page(&key).await? else {
        return Ok(Next::Ack);
    };
    let started = matches!(record.state, PageState::Started { .. });
    let mut page = Page {
        orphan: started && record.lease == lease,
        attempt: record.attempts,
        job,
        key,
        lease,
        record,
    };
    if page.orphan && deaths >= MOST_DEATHS {
        return give_up_orphan(&page, deaths).await;
    }
    let host = host_of(&page.record.url);
    let asks = (host.as_str(), Pace::of(&page.job.file));
    let permit = match turn(parts.hosts.as_ref(), &parts.clock, asks, shutdown).await {
        HostTurn::Go(permit) => permit,
        HostTurn::Later(at) => {
            page.job.store.submit(&[later(&page, at)]).await?;
            return Ok(Next::Ack);
        }
        HostTurn::Stop => return Ok(Next::HandBack),
    };
    let outcome = under_turn(parts, &mut page, shutdown).await;
    if let Err(error) = parts.hosts.done(&host, permit).await {
        tracing::warn!(error = %error, "the host's turn runs out by itself");
    }
    outcome
}

/// Gives a page back to the frontier until its host's turn. One whose reader died was started already:
/// that read is over.
fn later(page: &Page, at: u64) -> Command {
    let (key, lease) = (page.key.clone(), page.lease);
    if page.orphan {
        return Command::Fail {
            page: key,
            lease,
            class: PageClass::Failed,
            note: "the worker that read the page died".to_owned(),
            due_at: Some(at),
        };
    }
    Command::Postpone {
        page: key,
        lease,
        due_at: at,
    }
}

/// Gives up a page under which worker after worker died.
async fn give_up_orphan(page: &Page, deaths: u32) -> Result<Next, StoreError> {
    let fail = Command::Fail {
        page: page.key.clone(),
        lease: page.lease,
        class: PageClass::Failed,
        note: format!("the workers that read the page died, {deaths} times"),
        due_at: None,
    };
    page.job.store.submit(&[fail]).await?;
    Ok(Next::Ack)
}

async fn under_turn(
    parts: &Parts,
    page: &mut Page,
    shutdown: &CancellationToken,
) -> Result<Next, StoreError> {
    let start = Command::Start {
        page: page.key.clone(),
        lease: page.lease,
    };
    match page.job.store.submit_one(start).await? {
        Verdict::Refused(refusal) => {
            tracing::debug!(page = page.key, code = ?refusal.code, "delivery is out of date");
            return Ok(Next::Ack);
        }
        Verdict::Accepted { .. } => page.attempt += 1,
        Verdict::Unchanged => page.orphan = true,
    }
    let began = parts.clock.now_ms();
    let read = tokio::select! {
        biased;
        () = shutdown.cancelled(), if parts.on_stop == OnStop::HandBack => {
            return Ok(Next::HandBack);
        }
        read = read_or_suspect(parts, page) => read,
    };
    let ms = parts.clock.now_ms().saturating_sub(began);
    match read {
        Ok(snapshot) => submit::snapshot(parts, page, snapshot, ms).await?,
        Err(error) => {
            let setback = Setback {
                class: PageClass::Failed,
                status: None,
                note: error.to_string(),
                error: error.class,
                ms,
            };
            retry_or_give_up(parts, page, setback).await?;
        }
    }
    Ok(Next::Ack)
}

/// Reads the page; a page whose session died under it is read once more, alone, before the death
/// counts against it.
async fn read_or_suspect(parts: &Parts, page: &Page) -> Result<Snapshot, ReadError> {
    let request = ReadRequest {
        url: page.record.url.clone(),
        job: page.job.id.clone(),
        options: page.job.file.read.clone(),
        list: None,
        alone: page.orphan,
        panel: page.record.wish,
        advice: Some(match page.job.file.read.evidence {
            Switch::Auto => advise as Advisor,
            Switch::Off => only_press,
        }),
    };
    match parts.reader.read(request.clone()).await {
        Err(error) if error.suspect => {
            parts
                .reader
                .read(ReadRequest {
                    alone: true,
                    ..request
                })
                .await
        }
        read => read,
    }
}

/// What to do about a page that says little: a request for consent in place of content is refused by
/// its own control; what is no content is kept as it looked.
pub fn advise(snapshot: &Snapshot, wish: Wish) -> Advice {
    match draft::refusal(snapshot) {
        None if draft::is_doubtful(snapshot, wish) => Advice::Picture,
        control => Advice::refuse(control),
    }
}

/// The same without keeping pictures.
fn only_press(snapshot: &Snapshot, _: Wish) -> Advice {
    Advice::refuse(draft::refusal(snapshot))
}

/// A read that gave nothing.
pub(crate) struct Setback {
    pub(crate) class: PageClass,
    pub(crate) status: Option<u16>,
    pub(crate) note: String,
    pub(crate) error: ErrorClass,
    pub(crate) ms: u64,
}

/// Writes a read that gave nothing: due again at a time, or given up.
pub(crate) async fn retry_or_give_up(
    parts: &Parts,
    page: &Page,
    setback: Setback,
) -> Result<(), StoreError> {
    let Setback {
        class,
        status,
        note,
        error,
        ms,
    } = setback;
    let now = parts.clock.now_ms();
    let due_at = match dispose(error, page.attempt, page.job.file.read.attempts) {
        Disposition::Retry { after_ms } => Some(now + after_ms),
        Disposition::DeadLetter => None,
    };
    if status == Some(TOO_MANY_REQUESTS) {
        let until = due_at.unwrap_or_else(|| now + backoff_ms(page.attempt));
        leave_alone(parts, page, until).await;
    }
    let command = Command::Fail {
        page: page.key.clone(),
        lease: page.lease,
        class,
        note: note.clone(),
        due_at,
    };
    page.job.store.submit(&[command]).await?;
    submit::announce(
        parts,
        page,
        Read {
            class,
            status,
            note: &note,
            ms,
        },
    );
    Ok(())
}

/// Keeps every reader of the fleet from a host that asked for it. Who cannot be told goes on.
async fn leave_alone(parts: &Parts, page: &Page, until: u64) {
    if let Err(error) = parts.hosts.rest(&host_of(&page.record.url), until).await {
        tracing::warn!(error = %error, "the host is not left alone");
    }
}

enum HostTurn {
    Go(u64),
    Later(u64),
    Stop,
}

/// Takes the host's turn, just before the page is opened. A page whose short waits add up gives its seat to
/// pages of other hosts.
async fn turn(
    hosts: &dyn HostLimiter,
    clock: &Clock,
    (host, pace): (&str, Pace),
    shutdown: &CancellationToken,
) -> HostTurn {
    let mut waited = 0;
    loop {
        let now = clock.now_ms();
        let wait = match hosts.turn(host, pace, now).await {
            Ok(Turn::Go { permit }) => return HostTurn::Go(permit),
            Ok(Turn::Wait { ms }) if ms > SHORT_WAIT_MS => return HostTurn::Later(now + ms),
            // The host is busy for nobody knows how long: it is not asked again at once.
            Ok(Turn::Wait { ms }) if waited + ms > MOST_WAITED_MS => {
                return HostTurn::Later(now + SHORT_WAIT_MS);
            }
            Ok(Turn::Wait { ms }) => ms,
            Err(error) => {
                tracing::warn!(error = %error, "no turn to be had: the page waits");
                return HostTurn::Later(now + SHORT_WAIT_MS);
            }
        };
        waited += wait;
        tokio::select! {
            () = shutdown.cancelled() => return HostTurn::Stop,
            () = tokio::time::sleep(Duration::from_millis(wait)) => {}
        }
    }
}

#[cfg(test)]
mod tests;
