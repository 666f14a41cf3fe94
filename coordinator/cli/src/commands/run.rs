//! `windrow run JOB`: one job, whole, on this machine.

use std::path::PathBuf;

use common::config::Config;
use common::telemetry::Events;
use coordinator::{Ending, Outcome};

use crate::args::{Global, RunArgs};
use crate::exit::{Exit, Failure};
use crate::folder::RunFolder;
use crate::local::LocalRun;
use crate::output::{self, files, progress, table};
use crate::load;

/// Runs the job, writes its folder and says how it went.
pub(crate) async fn run(args: RunArgs, global: &Global, config: Config) -> Result<Exit, Failure> {
    let mut loaded = load::load(&args.job, &config.browser.allow_ranges)?;
    if let Some(wave) = args.wave {
        loaded.file.read.wave = wave;
    }
    let path = args
        .out
        .unwrap_or_else(|| PathBuf::from(&config.run.folder).join(&loaded.file.name));
    let folder = RunFolder::create(&path, args.replace)?;
    let events = Events::to_file(&folder.path().join("events.ndjson"))
        .map_err(|error| Failure::new(Exit::Failed, error.to_string()))?;
    let shutdown = common::shutdown::on_signals();
    let run = LocalRun::open(loaded, &config, &folder, events).await?;
    let job = std::sync::Arc::clone(&run.job);
    let shown = progress::Progress::start(&job, !global.quiet && !global.json);
    let outcome = run.run(&shutdown).await;
    shown.finish().await;
    let outcome = outcome?;
    let report = files::write(&folder, &job, &outcome).await?;
    if global.json {
        output::line(&serde_json::to_string(&report).unwrap_or_default());
    } else if !global.quiet {
        table::print(&report, folder.path());
    }
    Ok(exit(&outcome, &report))
}

fn exit(outcome: &Outcome, report: &files::Report) -> Exit {
    match &outcome.ending {
        Ending::StartRefused(_) | Ending::Early(_) => Exit::Failed,
        _ if !outcome.delivery.schema_valid => Exit::Failed,
        Ending::Finished if outcome.delivery.complete && report.rows_or_pages() => Exit::Complete,
        Ending::Finished | Ending::Held => Exit::Gaps,
    }
}
