//! `windrow watch ID`: follows a fleet's job to its end, and ends as `run` would.

use std::path::Path;
use std::time::Duration;

use common::api::{Client, JobStatus};
use common::config::Config;
use common::jobs::JobState;
use domain::answer::standing::Coverage;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::status::line;
use crate::args::{Global, WatchArgs};
use crate::exit::{Exit, Failure};
use crate::fleet::{client, failed};
use crate::output::{self, files, table};

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
    let bar = bar(!global.quiet && !global.json);
    let status = end_of(client, id, &bar).await;
    bar.finish_and_clear();
    let status = status?;
    if let Some(file) = file {
        let answer = client.output(id).await.map_err(failed)?;
        let text = format!("{answer:#}\n");
        std::fs::write(file, text).map_err(|error| {
            let message = format!("cannot write {}: {error}", file.display());
            Failure::new(Exit::Failed, message)
        })?;
    }
    if global.json {
        output::json(&status);
    } else if !global.quiet {
        tell(client, &status).await?;
    }
    Ok(exit(&status))
}

/// The status at the end. A coordinator that is away for a while is waited for.
async fn end_of(client: &Client, id: &str, bar: &ProgressBar) -> Result<JobStatus, Failure> {
    let mut away = 0;
    loop {
        match client.status(id).await {
            Ok(status) => {
                away = 0;
                show(bar, &status);
                if status.state.is_terminal() || status.state == JobState::Held {
                    return Ok(status);
                }
            }
            Err(error) if error.is_passing() && away < PATIENCE => away += 1,
            Err(error) => return Err(failed(error)),
        }
        tokio::time::sleep(TICK).await;
    }
}

fn bar(shown: bool) -> ProgressBar {
    let target = if shown {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(0), target);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {bar:30} {pos}/{len} pages  {msg}") {
        bar.set_style(style);
    }
    bar
}

fn show(bar: &ProgressBar, status: &JobStatus) {
    if let Some(pages) = &status.pages {
        bar.set_length(pages.discovered);
        bar.set_position(pages.settled);
        let state = status.state.name();
        bar.set_message(format!(
            "{} rows, {} refused, {state}",
            pages.rows, pages.refused
        ));
    }
}

async fn tell(client: &Client, status: &JobStatus) -> Result<(), Failure> {
    output::line(&line(status));
    for error in status.end.iter().flat_map(|end| &end.list_errors) {
        output::line(&format!("  {error}"));
    }
    let coverage = client.coverage(&status.id).await.map_err(failed)?;
    if let Ok(coverage) = serde_json::from_value::<Coverage>(coverage) {
        let fields = files::field_lines(&coverage);
        if !fields.is_empty() {
            output::line(&table::fields(&fields));
        }
        if !coverage.top_unset.is_empty() {
            output::line(&format!("not set: {}", coverage.top_unset.join(", ")));
        }
    }
    Ok(())
}

/// The exit code of a job that ended so: those of `run`.
fn exit(status: &JobStatus) -> Exit {
    let end = status.end.clone().unwrap_or_default();
    match status.state {
        JobState::Delivered if !end.schema_valid => Exit::Failed,
        JobState::Delivered if end.complete => Exit::Complete,
        JobState::Delivered | JobState::Held => Exit::Gaps,
        _ => Exit::Failed,
    }
}
