//! A run folder opened for its operator: settings, schema and answer as the run left them, and the
//! writing of its files after an edit. No page is read.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use common::clock::Clock;
use common::config::Config;
use common::jobs::OpenJob;
use common::store::StoreError;
use common::telemetry::Events;
use coordinator::{Ending, Outcome};

use crate::exit::{Exit, Failure};
use crate::folder::{Manifest, RunFolder};
use crate::load::{self, LoadedJob};
use crate::local;
use crate::output::ending::{self, Earlier};
use crate::output::files::{self, Report};

/// An open run.
pub(crate) struct OpenRun {
    pub(crate) folder: RunFolder,
    pub(crate) manifest: Manifest,
    pub(crate) job: OpenJob,
    pub(crate) ended: Earlier,
}

impl OpenRun {
    /// Opens the run that an operator names: its folder, or its job's name under `run.out`.
    pub(crate) async fn open(run: &Path, config: &Config) -> Result<Self, Failure> {
        let path = locate(run, &config.run.out)?;
        Self::in_folder(RunFolder::open(&path)?, config.store.max_job_bytes).await
    }

    /// Opens the run in a folder; its answer may take so many bytes.
    pub(crate) async fn in_folder(folder: RunFolder, max_job_bytes: u64) -> Result<Self, Failure> {
        let manifest = folder.manifest()?;
        let file = manifest.job.clone();
        let schema = load::compile(&file, "the run")?;
        if schema.hash != manifest.schema {
            return Err(Failure::new(
                Exit::Refused,
                "the schema in job.json is not the one the run was started with: put the file back as it was, or \
                 start anew with `windrow run JOB --replace`",
            ));
        }
        folder.whole()?;
        let schema = Arc::new(schema);
        let job = local::open_job(LoadedJob { file, schema }, &folder, max_job_bytes).await?;
        let mut ended = ending::earlier(folder.read("report.json").as_deref());
        // One that was killed after its gate let it pass was not stopped early: nothing is left to continue.
        if ended.was_killed() {
            let standing = job.store.standing().await;
            if standing.map_err(|error| broken(&error))?.gate.done {
                ended.ending = Ending::Finished;
            }
        }
        Ok(Self {
            folder,
            manifest,
            job,
            ended,
        })
    }

    /// Where the happenings of an edit are told.
    pub(crate) fn events(&self) -> Result<Events, Failure> {
        let file = self.folder.append_file("events.ndjson")?;
        Ok(Events::written(&self.job.file.name, file, Clock::system()))
    }

    /// The run as it stands, in the shape in which a run ends.
    pub(crate) async fn outcome(&self) -> Result<Outcome, StoreError> {
        let store = &self.job.store;
        let ending = self.ended.ending.clone();
        let early = matches!(ending, Ending::Early(_) | Ending::StartRefused(_));
        let links = match self.ended.links {
            Some(links) => links,
            None => usize::try_from(store.progress().await?.discovered()).unwrap_or(usize::MAX),
        };
        Ok(Outcome {
            delivery: store.deliver(early).await?,
            ending,
            links,
            list_errors: self.ended.list_errors.clone(),
        })
    }

    /// Writes answer, rows, receipts and report anew.
    pub(crate) async fn rewrite(&self) -> Result<Report, Failure> {
        let outcome = self.outcome().await.map_err(|error| broken(&error))?;
        files::write(&self.folder, &self.job, &outcome).await
    }
}

/// Runs that are named where there is no such run.
const RUNS_NAMED: usize = 10;

/// The folder of a run. A folder that only shares a run's name does not hide it.
fn locate(run: &Path, out: &Path) -> Result<PathBuf, Failure> {
    let named = out.join(run);
    let is_name = run.components().count() == 1;
    let by_name = is_name && named.is_dir();
    if run.is_dir() && (RunFolder::holds_run(run) || !by_name) {
        return Ok(run.to_owned());
    }
    if by_name {
        return Ok(named);
    }
    let run = run.display();
    let message = if is_name {
        let named = named.display();
        format!(
            "there is no run {run}: neither that folder nor {named} exists{} (of a fleet's job tell \
             status, rows and coverage, where WINDROW_URL names its coordinator, and replay with --archive)",
            known(out)
        )
    } else {
        format!("there is no run {run}: no such folder")
    };
    Err(Failure::new(Exit::Usage, message))
}

/// The runs that there are, as a part of a sentence.
fn known(out: &Path) -> String {
    let entries = std::fs::read_dir(out).into_iter().flatten().flatten();
    let runs = entries.filter(|entry| RunFolder::holds_run(&entry.path()));
    let mut names: Vec<String> = runs
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let more = names.len().saturating_sub(RUNS_NAMED);
    names.truncate(RUNS_NAMED);
    match (names.is_empty(), more) {
        (true, _) => String::new(),
        (false, 0) => format!("; there are {}", names.join(", ")),
        (false, more) => format!("; there are {} and {more} more", names.join(", ")),
    }
}

/// The store could not be read or written.
pub(crate) fn broken(error: &StoreError) -> Failure {
    Failure::new(Exit::Failed, error.to_string())
}
