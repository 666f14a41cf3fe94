//! `windrow watch ID`: follows a fleet's job to its end, and ends as `run` would. On a terminal with a
//! bar, in a pipe with a line for each change, with `--json` with an event for each.

use std::io::IsTerminal as _;
use std::path::Path;
use std::time::Duration;

use common::api::{Client, ClientError, JobStatus};
use common::clock::Clock;
use common::config::Config;
use common::jobs::JobState;
use serde_json::json;

use super::coverage;
use crate::args::{Global, WatchArgs};
use crate::exit::{Exit, Failure};
use crate::fleet::{client, failed};
use crate::output::progress::Bar;
use crate::output::{self, jobs};

const TICK: Duration = Duration::from_millis(500);
/// How many answers in a row may fail to come.
const PATIENCE: u32 = 60;

/// Follows the job.
pub(crate) async fn watch(
    args: WatchArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    follow(&client(config)?, &args.id, args.output.as_deref(), global).await
}

/// Follows a job to its end and tells how it ended.
pub(super) async fn follow(
    client: &Client,
    id: &str,
    file: Option<&Path>,
    global: &Global,
) -> Result<Exit, Failure> {
    let mut shown = Shown::new(global);
    let status = end_of(client, id, &mut shown).await;
    shown.clear();
    let status = status?;
    if let Some(file) = file {
        let answer = client.output(id).await.map_err(failed)?;
        let text = format!("{answer:#}\n");
        std::fs::write(file, text).map_err(|error| {
            let message = format!("cannot write {}: {error}", file.display());
            Failure::new(Exit::Failed, message)
        })?;
    }
    let exit = exit(&status);
    if global.json {
        output::json(&json!({ "event": "ended", "exit": exit as u8, "status": status }));
    } else if !global.quiet {
        jobs::whole(&status, Clock::system().now_ms());
        let told = client.coverage(id).await.map_err(failed)?;
        coverage::print(&told)?;
    }
    Ok(exit)
}

/// The status at the end. A coordinator that is away for a while is waited for.
async fn end_of(client: &Client, id: &str, shown: &mut Shown) -> Result<JobStatus, Failure> {
    let (mut away, mut known) = (0, false);
    loop {
        match client.status(id).await {
            Ok(status) => {
                (away, known) = (0, true);
                shown.show(&status);
                if status.state.is_terminal() || status.state == JobState::Held {
                    return Ok(status);
                }
            }
            Err(error) if error.is_passing() && away < PATIENCE => {
                if away == 0 {
                    shown.away(&error);
                }
                away += 1;
            }
            Err(ClientError::Refused(problem)) if known && problem.code == "not_found" => {
                return Err(gone(id));
            }
            Err(error) => return Err(failed(error)),
        }
        tokio::time::sleep(TICK).await;
    }
}

/// The job that was followed is not there any more: no mistake in the command.
fn gone(id: &str) -> Failure {
    let message = format!(
        "the fleet no longer knows {id}: it was deleted, or the store lost what it held; submit the \
         job again"
    );
    Failure::new(Exit::Failed, message)
}

/// How a job is shown while it goes on.
enum Shown {
    Nothing,
    Bar(Bar),
    /// A line for each change, after the last one.
    Lines(String),
    /// An event for each change, after the last status.
    Events(Option<Box<JobStatus>>),
}

impl Shown {
    fn new(global: &Global) -> Self {
        if global.json {
            Self::Events(None)
        } else if global.quiet {
            Self::Nothing
        } else if std::io::stdout().is_terminal() && std::io::stderr().is_terminal() {
            Self::Bar(Bar::new())
        } else {
            Self::Lines(String::new())
        }
    }

    fn show(&mut self, status: &JobStatus) {
        match self {
            Self::Nothing => {}
            Self::Bar(bar) => {
                if let Some(pages) = &status.pages {
                    bar.show(pages, status.state.name());
                }
            }
            Self::Lines(last) => {
                let text = jobs::going(status);
                if text != *last {
                    output::line(&text);
                    *last = text;
                }
            }
            Self::Events(last) => {
                if last.as_deref() != Some(status) {
                    output::json(&json!({ "event": "changed", "status": status }));
                    *last = Some(Box::new(status.clone()));
                }
            }
        }
    }

    /// No coordinator answers for now.
    fn away(&mut self, error: &ClientError) {
        let error = error.to_string();
        let message = format!("{} Waiting for it.", error.trim_end_matches(" Try again."));
        match self {
            Self::Nothing => {}
            Self::Bar(bar) => bar.say("no answer; waiting"),
            Self::Lines(_) => output::note(&message),
            Self::Events(_) => output::json(&json!({ "event": "away", "message": message })),
        }
    }

    fn clear(&self) {
        if let Self::Bar(bar) = self {
            bar.clear();
        }
    }
}

/// The exit code of a job that ended so: those of `run`.
fn exit(status: &JobStatus) -> Exit {
    let end = status.end.clone().unwrap_or_default();
    match status.state {
        JobState::Delivered | JobState::Held if !end.schema_valid => Exit::Failed,
        JobState::Delivered if end.complete => Exit::Complete,
        JobState::Delivered | JobState::Held => Exit::Gaps,
        _ => Exit::Failed,
    }
}

#[cfg(test)]
mod tests;
