//! `windrow status [ID]`: how the jobs of a fleet stand.

use common::api::JobStatus;
use common::config::Config;

use crate::args::{Global, StatusArgs};
use crate::exit::{Exit, Failure};
use crate::fleet::{client, failed};
use crate::output;

/// Prints one job, or all of them, the newest first.
pub(crate) async fn status(
    args: StatusArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let client = client(config)?;
    let Some(id) = &args.id else {
        let told = client.jobs().await.map_err(failed)?;
        if global.json {
            output::json(&told);
        } else {
            for job in &told.jobs {
                output::line(&line(job));
            }
        }
        return Ok(Exit::Complete);
    };
    let job = client.status(id).await.map_err(failed)?;
    if global.json {
        output::json(&job);
    } else {
        output::line(&line(&job));
    }
    Ok(Exit::Complete)
}

/// One job on one line.
pub(super) fn line(job: &JobStatus) -> String {
    let mut parts = vec![job.id.clone(), job.state.name().to_owned()];
    if job.cancel && !job.state.is_terminal() {
        parts.push("to be cancelled".to_owned());
    }
    if let Some(pages) = &job.pages {
        parts.push(format!(
            "{} of {} pages, {} rows, {} refused",
            pages.settled, pages.discovered, pages.rows, pages.refused
        ));
    } else if let Some(end) = &job.end {
        parts.push(format!("{} rows", end.rows));
    }
    let why = job.end.as_ref().map_or("", |end| end.why.as_str());
    if !why.is_empty() {
        parts.push(why.to_owned());
    }
    parts.join("\t")
}
