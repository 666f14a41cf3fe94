//! The dispatcher: a reconciler without input. It looks at what is due, leases it and publishes it,
//! until it is told to stop. Duplicates are harmless; a lost publish heals when its lease ends.

use std::time::Duration;

use common::store::StoreError;
use domain::answer::command::Command;
use domain::task::Task;
use tokio_util::sync::CancellationToken;

use crate::service::Parts;

/// How often it looks where nothing wakes it.
const TICK: Duration = Duration::from_millis(50);
/// Waves of a job that wait in the queue: enough that no lane waits for the next look, few enough that
/// no lease ends before a worker comes to it.
const READY_WAVES: usize = 3;

/// Publishes what is due until `stop`.
pub(crate) async fn run(parts: &Parts, stop: &CancellationToken) -> Result<(), StoreError> {
    while !stop.is_cancelled() {
        if publish_due(parts).await? == 0 {
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(TICK) => {}
            }
        }
    }
    Ok(())
}

/// One look: leases and publishes a batch of due pages and says how many.
async fn publish_due(parts: &Parts) -> Result<usize, StoreError> {
    let now = parts.clock.now_ms();
    let wave = usize::try_from(parts.job.file.read.wave).unwrap_or(1);
    let ready = match parts.queue.depth().await {
        Ok(depth) => depth.ready,
        Err(error) => {
            tracing::warn!(error = %error, "nothing is published while the queue is out of reach");
            return Ok(0);
        }
    };
    let room = (READY_WAVES * wave).saturating_sub(ready);
    if room == 0 {
        return Ok(0);
    }
    let due = parts.job.store.due(now, room).await?;
    let lease_ms = u64::try_from(parts.job.file.read.timeout.0.as_millis()).unwrap_or(u64::MAX);
    let until = now
        .saturating_add(lease_ms.saturating_mul(4))
        .saturating_add(60_000);
    for page in &due {
        let publish = Command::Publish {
            page: page.clone(),
            until,
        };
        let Some(lease) = parts.job.store.submit_one(publish).await?.lease() else {
            continue;
        };
        let task = Task::V1 {
            job: parts.job.id.0.clone(),
            page: page.clone(),
            lease,
        };
        if let Err(error) = parts.queue.publish(&task).await {
            tracing::warn!(error = %error, "page not published: it is due again when its lease ends");
        }
    }
    Ok(due.len())
}
