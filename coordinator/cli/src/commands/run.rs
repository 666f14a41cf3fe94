//! `windrow run JOB`: one job, whole, on this machine.

use std::path::Path;
use std::sync::Arc;

use common::browser::PageReader;
use common::clock::Clock;
use common::config::Config;
use common::telemetry::Events;
use coordinator::{Ending, Outcome};

use crate::args::{Global, RunArgs};
use crate::exit::{Exit, Failure};
use crate::folder::{Manifest, RunFolder};
use crate::load::{self, LoadedJob};
use crate::local::{self, LocalRun};
use crate::opened::OpenRun;
use crate::output::files::Report;
use crate::output::{self, files, progress, table};
use crate::resume;

/// Runs the job, writes its folder and says how it went.
pub(crate) async fn run(args: RunArgs, global: &Global, config: Config) -> Result<Exit, Failure> {
    let mut loaded = load::load(&args.job, &config.browser.allow_ranges)?;
    if let Some(wave) = args.wave {
        loaded.file.read.wave = wave;
    }
    let path = args
        .out
        .unwrap_or_else(|| config.run.out.join(&loaded.file.name));
    let place = if args.resume && RunFolder::holds_run(&path) {
        let run = OpenRun::in_folder(RunFolder::open(&path)?, config.store.max_job_bytes).await?;
        if let Some(report) = resume::at_its_end(&run, &loaded).await? {
            tell(&report, global, run.folder.path());
            return Ok(ended(&report));
        }
        Place::Earlier(Box::new(run))
    } else {
        Place::New(RunFolder::claim(&path, args.replace)?)
    };
    let shutdown = super::listen()?;
    // First of all: without a browser an earlier run stays as it is.
    let reader = local::open_browser(&config, &loaded.file).await?;
    let opened = open(place, loaded, &config, Arc::clone(&reader)).await;
    let (run, folder) = match opened {
        Ok(opened) => opened,
        Err(failure) => {
            reader.close().await;
            return Err(failure);
        }
    };
    let job = Arc::clone(&run.job);
    let shown = progress::Progress::start(&job, !global.quiet && !global.json);
    let outcome = Box::pin(run.run(&shutdown)).await;
    shown.finish().await;
    let outcome = outcome?;
    let report = files::write(&folder, &job, &outcome).await?;
    tell(&report, global, folder.path());
    Ok(exit(&outcome))
}

/// Where a run goes.
enum Place {
    /// On from where an earlier one stood.
    Earlier(Box<OpenRun>),
    /// In a folder from which an earlier one is removed.
    New(RunFolder),
}

/// Makes the place ready, and the run in it.
async fn open(
    place: Place,
    loaded: LoadedJob,
    config: &Config,
    reader: Arc<dyn PageReader>,
) -> Result<(LocalRun, RunFolder), Failure> {
    let (loaded, folder) = match place {
        Place::Earlier(run) => resume::prepare(*run, loaded).await?,
        Place::New(folder) => {
            folder.clear()?;
            let manifest = Manifest::new(&loaded.file, &loaded.schema, &Clock::system());
            folder.write_manifest(&manifest)?;
            (loaded, folder)
        }
    };
    let events = folder.append_file("events.ndjson")?;
    let events = Events::written(&loaded.file.name, events, Clock::system());
    let run = LocalRun::open(loaded, config, &folder, events, reader).await?;
    Ok((run, folder))
}

fn tell(report: &Report, global: &Global, folder: &Path) {
    if global.json {
        output::json(report);
    } else if !global.quiet {
        table::print(report, folder);
    }
}

/// The exit code of a run that ended so.
pub(crate) fn exit(outcome: &Outcome) -> Exit {
    match &outcome.ending {
        Ending::StartRefused(_) | Ending::Early(_) => Exit::Failed,
        _ if !outcome.delivery.schema_valid => Exit::Failed,
        Ending::Finished if outcome.delivery.complete => Exit::Complete,
        Ending::Finished | Ending::Held => Exit::Gaps,
    }
}

/// The exit code of a run that had come to its end before.
fn ended(report: &Report) -> Exit {
    if !report.schema_valid {
        Exit::Failed
    } else if report.complete {
        Exit::Complete
    } else {
        Exit::Gaps
    }
}
