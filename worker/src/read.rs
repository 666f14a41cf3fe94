//! One page, from delivery to acknowledgement: attempt counted, host's turn, read, class, commit.

use std::sync::Arc;
use std::time::Duration;

use common::browser::{ReadError, ReadRequest};
use common::hosts::{Pace, Turn};
use common::jobs::{BookError, Known, OpenJob};
use common::queue::Delivery;
use common::store::StoreError;
use domain::answer::command::Command;
use domain::answer::record::PageRecord;
use domain::answer::verdict::Verdict;
use domain::disposition::{Disposition, ErrorClass, dispose};
use domain::ids::{JobId, PageKey};
use domain::page_class::PageClass;
use domain::snapshot::Snapshot;
use domain::task::Task;
use tokio_util::sync::CancellationToken;

use crate::service::Parts;
use crate::submit::{self, Read};

/// A wait for a host's turn up to this long is slept through; a longer one goes back to the
/// frontier as a time, so that no message is held while a host rests.
const SHORT_WAIT_MS: u64 = 1_000;

/// One page under one lease.
pub(crate) struct Page {
    pub(crate) job: Arc<OpenJob>,
    pub(crate) key: String,
    pub(crate) lease: u64,
    pub(crate) record: PageRecord,
}

/// Settles one delivery. Nothing is lost by an early end: an unsettled delivery comes back, and a
/// lease that ends is published again.
pub(crate) async fn page(parts: &Parts, delivery: Delivery, shutdown: &CancellationToken) {
    let Task::V1 { job, page, lease } = delivery.task().clone();
    let _counted = parts.meter.took(delivery.redelivered());
    let settled = match parts.jobs.find(&JobId(job)).await {
        Ok(Known::Unknown) => delivery.dead_letter("there is no such job").await,
        Ok(Known::Closed) => delivery.ack().await,
        Ok(Known::Open(job)) => match one(parts, job, page, lease, shutdown).await {
            Ok(Next::Ack) => delivery.ack().await,
            Ok(Next::HandBack) => return,
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

enum Next {
    Ack,
    HandBack,
}

async fn one(
    parts: &Parts,
    job: Arc<OpenJob>,
    key: String,
    lease: u64,
    shutdown: &CancellationToken,
) -> Result<Next, StoreError> {
    let Some(record) = job.store.page(&key).await? else {
        return Ok(Next::Ack);
    };
    let page = Page {
        job,
        key,
        lease,
        record,
    };
    let permit = match turn(parts, &page, shutdown).await {
        HostTurn::Go(permit) => permit,
        HostTurn::Later(at) => {
            let later = Command::Postpone {
                page: page.key.clone(),
                lease,
                due_at: at,
            };
            page.job.store.submit(&[later]).await?;
            return Ok(Next::Ack);
        }
        HostTurn::Stop => return Ok(Next::HandBack),
    };
    let outcome = under_turn(parts, &page, shutdown).await;
    if let Err(error) = parts.hosts.done(&host(&page.record.url), permit).await {
        tracing::warn!(error = %error, "the host's turn runs out by itself");
    }
    outcome
}

async fn under_turn(
    parts: &Parts,
    page: &Page,
    shutdown: &CancellationToken,
) -> Result<Next, StoreError> {
    let start = Command::Start {
        page: page.key.clone(),
        lease: page.lease,
    };
    let verdicts = page.job.store.submit(&[start]).await?;
    if let Some(Verdict::Refused(refusal)) = verdicts.first() {
        tracing::debug!(page = page.key, code = ?refusal.code, "delivery is out of date");
        return Ok(Next::Ack);
    }
    let began = parts.clock.now_ms();
    let read = tokio::select! {
        biased;
        () = shutdown.cancelled() => return Ok(Next::HandBack),
        read = read_or_suspect(parts, page) => read,
    };
    let ms = parts.clock.now_ms().saturating_sub(began);
    match read {
        Ok(snapshot) => submit::snapshot(parts, page, &snapshot, ms).await?,
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
        options: page.job.file.read.clone(),
        scroll: false,
        alone: false,
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
    let attempts = page.record.attempts + 1;
    let due_at = match dispose(error, attempts, page.job.file.read.attempts) {
        Disposition::Retry { after_ms } => Some(parts.clock.now_ms() + after_ms),
        Disposition::DeadLetter => None,
    };
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

enum HostTurn {
    Go(u64),
    Later(u64),
    Stop,
}

/// Takes the host's turn, just before the page is opened.
async fn turn(parts: &Parts, page: &Page, shutdown: &CancellationToken) -> HostTurn {
    let manners = &page.job.file.manners.per_host;
    let pace = Pace {
        lanes: manners.lanes,
        delay_ms: millis(manners.delay.0),
        hold_ms: millis(page.job.file.read.timeout.0) * 3,
    };
    loop {
        let now = parts.clock.now_ms();
        let wait = match parts.hosts.turn(&host(&page.record.url), pace, now).await {
            Ok(Turn::Go { permit }) => return HostTurn::Go(permit),
            Ok(Turn::Wait { ms }) if ms > SHORT_WAIT_MS => return HostTurn::Later(now + ms),
            Ok(Turn::Wait { ms }) => ms,
            Err(error) => {
                tracing::warn!(error = %error, "no turn to be had: the page waits");
                return HostTurn::Later(now + SHORT_WAIT_MS);
            }
        };
        tokio::select! {
            () = shutdown.cancelled() => return HostTurn::Stop,
            () = tokio::time::sleep(Duration::from_millis(wait)) => {}
        }
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

fn host(url: &str) -> String {
    PageKey::parse(url)
        .map(|key| key.host().to_owned())
        .unwrap_or_default()
}
