//! `windrow status [ID]`: how the jobs of a fleet stand.

use common::api::{Client, JobStatus, Jobs};
use common::clock::Clock;
use common::config::Config;
use futures::{StreamExt as _, stream};

use crate::args::{Global, StatusArgs};
use crate::exit::{Exit, Failure};
use crate::fleet::{client, failed};
use crate::output::{self, jobs};

/// Jobs that are asked for in one request.
const PAGE: usize = 500;
/// Jobs whose progress is asked for at a time.
const ABREAST: usize = 8;

/// Prints one job, or all of them, the newest first.
pub(crate) async fn status(
    args: StatusArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let client = client(config)?;
    let now = Clock::system().now_ms();
    if let Some(id) = &args.id {
        let job = client.status(id).await.map_err(failed)?;
        if global.json {
            output::json(&job);
        } else {
            jobs::whole(&job, now);
        }
        return Ok(Exit::Complete);
    }
    let found = all(&client, args.limit.unwrap_or(usize::MAX)).await?;
    if global.json {
        output::json(&Jobs {
            jobs: found,
            next: None,
        });
    } else if !found.is_empty() {
        jobs::table(&found, now);
    } else if !global.quiet {
        output::note("no jobs; windrow submit JOB hands one in");
    }
    Ok(Exit::Complete)
}

/// The newest jobs, page by page; those that are not over with their progress.
async fn all(client: &Client, most: usize) -> Result<Vec<JobStatus>, Failure> {
    let mut found: Vec<JobStatus> = Vec::new();
    let mut cursor: Option<String> = None;
    while found.len() < most {
        let limit = PAGE.min(most - found.len());
        let told = client.jobs(cursor.as_deref(), Some(limit)).await;
        let told = told.map_err(failed)?;
        found.extend(told.jobs);
        match told.next {
            Some(next) => cursor = Some(next),
            None => break,
        }
    }
    let with_progress = stream::iter(found).map(|job| async move {
        if job.state.is_terminal() {
            return job;
        }
        // It may be gone by now.
        client.status(&job.id).await.unwrap_or(job)
    });
    Ok(with_progress.buffered(ABREAST).collect().await)
}
