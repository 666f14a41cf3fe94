//! The gate: waits until everything that was discovered is settled, marks earned absence, asks for
//! the end, repairs once, and delivers.

use std::time::Duration;

use common::store::StoreError;
use common::telemetry::events;
use domain::answer::command::Command;
use domain::answer::verdict::Verdict;
use domain::frontier::PageState;
use domain::job::{AbsenceMode, OnGaps};
use tokio_util::sync::CancellationToken;

use crate::service::{Ending, Parts};

/// How often it looks whether the frontier has drained.
const TICK: Duration = Duration::from_millis(25);

/// Takes a job through the gate once its frontier drains.
pub(crate) async fn pass(parts: &Parts, stop: &CancellationToken) -> Result<Ending, StoreError> {
    if !drained(parts, stop).await? {
        return Ok(Ending::Early("stopped before every page was read".to_owned()));
    }
    mark_absent(parts).await?;
    if done(parts).await? {
        return Ok(Ending::Finished);
    }
    if repair(parts).await? && !drained(parts, stop).await? {
        return Ok(Ending::Early("stopped during the repair pass".to_owned()));
    }
    mark_absent(parts).await?;
    if parts.job.file.on_gaps == OnGaps::Hold {
        return Ok(Ending::Held);
    }
    done(parts).await?;
    Ok(Ending::Finished)
}

/// Waits until discovered = settled; false if stopped first.
async fn drained(parts: &Parts, stop: &CancellationToken) -> Result<bool, StoreError> {
    loop {
        let progress = parts.job.store.progress().await?;
        if progress.settled == progress.discovered {
            return Ok(true);
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(false),
            () = tokio::time::sleep(TICK) => {}
        }
    }
}
