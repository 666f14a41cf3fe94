//! `windrow run JOB`: one job, whole, on this machine.

use std::sync::Arc;

use common::clock::Clock;
use common::config::Config;
use common::telemetry::Events;
use coordinator::{Ending, Outcome};

use crate::args::{Global, RunArgs};
use crate::exit::{Exit, Failure};
use crate::folder::RunFolder;
use crate::load;
use crate::local::LocalRun;
use crate::output::{self, files, progress, table};

/// Runs the job, writes its folder and says how it went.
pub(crate) async fn run(args: RunArgs, global: &Global, config: Config) -> Result<Exit, Failure> {
    let mut loaded = load::load(&args.job, &config.browser.allow_ranges)?;
    if let Some(wave) = args.wave {
        loaded.file.read.wave = wave;
    }
    let path = args
        .out
        .unwrap_or_else(|| config.run.out.join(&loaded.file.name));
    let folder = RunFolder::create(&path, args.replace)?;
    let events = folder.create_file("events.ndjson")?;
    let events = Events::written(&loaded.file.name, events, Clock::system());
    let shutdown = super::listen()?;
    let run = LocalRun::open(loaded, &config, &folder, events).await?;
    let job = Arc::clone(&run.job);
    let shown = progress::Progress::start(&job, !global.quiet && !global.json);
    let outcome = tokio::select! {
        outcome = run.run(&shutdown.requested) => outcome,
        () = shutdown.forced.cancelled() => Err(Failure::new(Exit::Failed, "stopped at once")),
    };
    shown.finish().await;
    let outcome = outcome?;
    let report = files::write(&folder, &job, &outcome).await?;
    if global.json {
        output::line(&serde_json::to_string(&report).unwrap_or_default());
    } else if !global.quiet {
        table::print(&report, folder.path());
    }
    Ok(exit(&outcome))
}

fn exit(outcome: &Outcome) -> Exit {
    match &outcome.ending {
        Ending::StartRefused(_) | Ending::Early(_) => Exit::Failed,
        _ if !outcome.delivery.schema_valid => Exit::Failed,
        Ending::Finished if outcome.delivery.complete => Exit::Complete,
        Ending::Finished | Ending::Held => Exit::Gaps,
    }
}
