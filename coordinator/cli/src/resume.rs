//! `windrow run --resume`: a run that was stopped or killed goes on where it stood. What was settled
//! stays; what a dead process had leased is due at once.

use coordinator::{Ending, Readers};
use serde_json::Value;

use crate::exit::Failure;
use crate::folder::RunFolder;
use crate::load::LoadedJob;
use crate::opened::{OpenRun, broken};
use crate::output::files::Report;

/// The report of a run that has nothing left to do: it is delivered, or held for its operator. The
/// job must be the one the run was started with.
pub(crate) async fn at_its_end(
    run: &OpenRun,
    loaded: &LoadedJob,
) -> Result<Option<Report>, Failure> {
    run.manifest.same(&loaded.file, &loaded.schema)?;
    let standing = run.job.store.standing().await;
    let gate = standing.map_err(|error| broken(&error))?.gate;
    if gate.done || run.ended.ending == Ending::Held {
        return run.rewrite().await.map(Some);
    }
    Ok(None)
}

/// Makes a run ready to go on: the job to run, and its folder with every page of the dead process due.
pub(crate) async fn prepare(
    run: OpenRun,
    mut loaded: LoadedJob,
) -> Result<(LoadedJob, RunFolder), Failure> {
    let now = common::clock::Clock::system().now_ms();
    let given_back = coordinator::reclaim(&run.job, Readers::Gone, now).await;
    given_back.map_err(|error| broken(&error))?;
    if every_list_was_read(run.folder.read("events.ndjson").as_deref()) {
        // The frontier holds what the lists offer.
        loaded.file.start.clear();
    }
    // The answer's file is free before the run opens it.
    drop(run.job);
    Ok((loaded, run.folder))
}

/// Whether the run's events say that every list page was read.
fn every_list_was_read(events: Option<&[u8]>) -> bool {
    let lines = events.unwrap_or_default().split(|byte| *byte == b'\n');
    lines
        .filter_map(|line| serde_json::from_slice::<Value>(line).ok())
        .any(|line| line["event"] == "discovered")
}
