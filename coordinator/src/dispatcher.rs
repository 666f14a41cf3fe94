//! The dispatcher: a reconciler without input. It looks at what is due, leases it and publishes it,
//! until it is told to stop. Duplicates are harmless; a lost publish heals when its lease ends.

use std::time::Duration;

use common::store::{Progress, StoreError};
use domain::answer::command::Command;
use domain::answer::verdict::Verdict;
use domain::task::Task;
use futures::StreamExt as _;
use tokio_util::sync::CancellationToken;

use crate::service::Parts;
use crate::shares::Seat;

/// How often it looks where nothing wakes it: at first, and after some looks that found nothing.
const TICK: Duration = Duration::from_millis(50);
const SLOW_TICK: Duration = Duration::from_millis(400);
/// Pages that are leased in one commit.
const BATCH: usize = 64;
/// Publishes that wait for the queue's answer at the same time.
const IN_FLIGHT: usize = 16;
/// Milliseconds until a page is due again that the queue did not take.
const NOT_TAKEN_MS: u64 = 1_000;

/// Publishes what is due until `stop`.
pub(crate) async fn run(parts: &Parts, stop: &CancellationToken) -> Result<(), StoreError> {
    let seat = parts.tune.shares.join(&parts.job.id, parts.tune.weight);
    let mut tick = TICK;
    while !stop.is_cancelled() {
        if publish_due(parts, &seat).await? > 0 {
            tick = TICK;
            continue;
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(tick) => {}
        }
        tick = (tick + tick / 4).min(SLOW_TICK);
    }
    Ok(())
}

/// One look: leases and publishes a batch of due pages and says how many the queue took.
async fn publish_due(parts: &Parts, seat: &Seat) -> Result<usize, StoreError> {
    if let Some(why) = parts.queue.health().blocked {
        tracing::debug!(why, "nothing is published while the queue is blocked");
        return Ok(0);
    }
    if !in_reach(parts).await {
        return Ok(0);
    }
    let now = parts.clock.now_ms();
    let progress = parts.job.store.progress().await?;
    let wave = usize::try_from(parts.job.file.read.wave).unwrap_or(1);
    let ready = seat.ready(wave, progress.settled(), now);
    let room = ready.saturating_sub(queued(&progress)).min(BATCH);
    if room == 0 {
        return Ok(0);
    }
    let due = parts.job.store.due(now, room).await?;
    let leased = lease(parts, due, now).await?;
    let publishes = leased.into_iter().map(|task| publish(parts, task));
    let taken = futures::stream::iter(publishes).buffered(IN_FLIGHT);
    let taken: Vec<_> = taken.collect().await;
    let mut count = 0;
    for one in taken {
        count += usize::from(one?);
    }
    Ok(count)
}

/// Whether the queue answers. What keeps it from that is told for all jobs together.
async fn in_reach(parts: &Parts) -> bool {
    let outage = &parts.tune.queue.away;
    match parts.queue.depth().await {
        Ok(_) => {
            if let Some(after) = outage.ends() {
                tracing::info!(%after, "the queue is back: pages are published again");
            }
            true
        }
        Err(error) => {
            if let Some(since) = outage.goes_on(&error) {
                tracing::warn!(%error, %since, "nothing is published while the queue is out of reach");
            }
            false
        }
    }
}

/// Pages that were handed to the queue and that no worker has begun.
fn queued(progress: &Progress) -> usize {
    let queued = progress.details.iter().find(|(state, _)| state == "queued");
    queued.map_or(0, |(_, n)| usize::try_from(*n).unwrap_or(usize::MAX))
}

/// Leases pages: the tasks of those that were due.
async fn lease(parts: &Parts, due: Vec<String>, now: u64) -> Result<Vec<Task>, StoreError> {
    if due.is_empty() {
        return Ok(Vec::new());
    }
    let lease_ms = u64::try_from(parts.job.file.read.timeout.0.as_millis()).unwrap_or(u64::MAX);
    let until = now
        .saturating_add(lease_ms.saturating_mul(4))
        .saturating_add(60_000);
    let commands = due.iter().map(|page| Command::Publish {
        page: page.clone(),
        until,
    });
    let commands: Vec<_> = commands.collect();
    let verdicts = parts.job.store.submit(&commands).await?;
    let leased = due
        .into_iter()
        .zip(verdicts.iter().map(Verdict::lease))
        .filter_map(|(page, lease)| {
            Some(Task::V1 {
                job: parts.job.id.0.clone(),
                page,
                lease: lease?,
            })
        });
    Ok(leased.collect())
}

/// Hands a task to the queue; a page that the queue did not take is due again soon.
async fn publish(parts: &Parts, task: Task) -> Result<bool, StoreError> {
    let taken = parts.queue.publish(&task).await;
    if let Some(publishes) = &parts.tune.publishes {
        let outcome = if taken.is_ok() { "confirmed" } else { "failed" };
        publishes.with_label_values(&[outcome]).inc();
    }
    let outage = &parts.tune.queue.refusing;
    let Err(error) = taken else {
        if let Some(after) = outage.ends() {
            tracing::info!(%after, "the queue takes pages again");
        }
        return Ok(true);
    };
    if let Some(since) = outage.goes_on(&error) {
        tracing::warn!(%error, %since, "pages not published: they are due again");
    }
    let Task::V1 { page, lease, .. } = task;
    let again = Command::Postpone {
        page,
        lease,
        due_at: parts.clock.now_ms().saturating_add(NOT_TAKEN_MS),
    };
    parts.job.store.submit_one(again).await?;
    Ok(false)
}
