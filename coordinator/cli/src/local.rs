//! The wiring of `windrow run`: the same parts as a fleet, in one process: queue and hosts in
//! memory, the answer in the run folder.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

use common::archive::{Archive, FolderArchive};
use common::browser::{AddressPolicy, BrowserOptions, PageReader, WebDriverReader};
use common::clock::Clock;
use common::config::Config;
use common::hosts::{HostLimiter, MemoryHosts};
use common::jobs::{JobBook, OpenJob};
use common::queue::{MemoryQueue, TaskQueue};
use common::shutdown::Shutdown;
use common::store::{FileOptions, FileStore};
use common::telemetry::Events;
use coordinator::{CoordinatorError, Outcome};
use domain::ids::JobId;
use domain::job::JobFile;
use tokio_util::sync::CancellationToken;

use crate::exit::{Exit, Failure};
use crate::folder::RunFolder;
use crate::load::LoadedJob;

/// Why a run ended whose operator asked for its end twice.
const AT_ONCE: &str = "stopped at once; `windrow run --resume` continues it";

/// A job with its parts, ready to run in this process.
pub(crate) struct LocalRun {
    pub(crate) job: Arc<OpenJob>,
    coordinator: coordinator::Parts,
    worker: worker::Parts,
    reader: Arc<dyn PageReader>,
}

impl LocalRun {
    /// Wires the parts.
    pub(crate) async fn open(
        loaded: LoadedJob,
        config: &Config,
        folder: &RunFolder,
        events: Events,
        reader: Arc<dyn PageReader>,
    ) -> Result<Self, Failure> {
        let archive: Arc<dyn Archive> = Arc::new(
            FolderArchive::open(folder.path(), !config.archive.keep.is_zero()).map_err(failed)?,
        );
        let job = open_job(loaded, folder, config.store.max_job_bytes).await?;
        let clock = Clock::system();
        let queue: Arc<dyn TaskQueue> = Arc::new(MemoryQueue::default());
        let hosts: Arc<dyn HostLimiter> = Arc::new(MemoryHosts::default());
        let jobs = JobBook::default();
        let job = jobs.put(job);
        let coordinator = coordinator::Parts {
            job: Arc::clone(&job),
            queue: Arc::clone(&queue),
            reader: Arc::clone(&reader),
            hosts: Arc::clone(&hosts),
            archive: Arc::clone(&archive),
            clock: clock.clone(),
            events: events.clone(),
            tune: coordinator::Tune::default(),
        };
        let worker = worker::Parts {
            queue,
            jobs,
            reader: Arc::clone(&reader),
            hosts,
            archive,
            clock,
            events,
            meter: worker::Meter::default(),
            on_stop: worker::OnStop::HandBack,
        };
        Ok(Self {
            job,
            coordinator,
            worker,
            reader,
        })
    }

    /// Runs to the delivery, with a worker beside the coordinator. A run that cannot go on, or that must
    /// end at once, delivers what it has. The browser is closed on every way out.
    pub(crate) async fn run(self, shutdown: &Shutdown) -> Result<Outcome, Failure> {
        let parts = self.coordinator.clone();
        let outcome = tokio::select! {
            outcome = self.both(&shutdown.requested) => outcome?,
            () = shutdown.forced.cancelled() => Err(AT_ONCE.to_owned()),
        };
        match outcome {
            Ok(outcome) => Ok(outcome),
            Err(why) => coordinator::end_early(&parts, why).await.map_err(failed),
        }
    }

    /// The outcome, or why the store takes nothing more.
    async fn both(self, shutdown: &CancellationToken) -> Result<Result<Outcome, String>, Failure> {
        let wave = usize::try_from(self.job.file.read.wave).unwrap_or(1);
        // Either half ends the other: a coordinator would wait for ever for a worker that is gone.
        let stop = shutdown.child_token();
        let jobs = self.worker.jobs.clone();
        let worker = worker::Service::new(self.worker, worker::Options::in_process(wave));
        let working = async {
            let consumed = worker.run(stop.clone()).await;
            stop.cancel();
            consumed
        };
        let coordinating = async {
            let outcome = coordinator::run_job(&self.coordinator, &stop).await;
            stop.cancel();
            outcome
        };
        let giving_up = async {
            let why = jobs.given_up(&self.job.id).await;
            self.coordinator.tune.stopped.say(why);
            stop.cancel();
            std::future::pending().await
        };
        let (consumed, outcome) = tokio::select! {
            ended = async { tokio::join!(working, coordinating) } => ended,
            never = giving_up => never,
        };
        self.reader.close().await;
        consumed.map_err(failed)?;
        match outcome {
            Ok(outcome) => Ok(Ok(outcome)),
            // What the store said first tells more than what came of it.
            Err(CoordinatorError::Store(error)) => {
                let stopped = &self.coordinator.tune.stopped;
                Ok(Err(stopped.or(error.to_string())))
            }
            Err(error) => Err(failed(error)),
        }
    }
}

fn failed(error: impl std::error::Error) -> Failure {
    Failure::new(Exit::Failed, error.to_string())
}

/// Opens a job's answer in its run folder; it may take so many bytes.
pub(crate) async fn open_job(
    loaded: LoadedJob,
    folder: &RunFolder,
    max_job_bytes: u64,
) -> Result<OpenJob, Failure> {
    let id = JobId(loaded.file.name.clone());
    let options = FileOptions { max_job_bytes };
    let shards = FileStore::open_with(folder.store(), options)
        .await
        .map_err(failed)?;
    Ok(OpenJob::new(
        Arc::new(shards),
        id,
        loaded.file,
        loaded.schema,
        Clock::system(),
    ))
}

/// Starts the browser that reads the job's pages.
pub(crate) async fn open_browser(
    config: &Config,
    job: &JobFile,
) -> Result<Arc<dyn PageReader>, Failure> {
    let wave = usize::try_from(job.read.wave).unwrap_or(1);
    start_browser(config, wave.min(config.browser.lanes)).await
}

/// A name that no other process has, as servers show it.
pub(crate) fn process_name(program: &str, clock: &Clock) -> String {
    let salt = RandomState::new().hash_one(clock.now_ms());
    format!("windrow-{program}-{}-{salt:08x}", std::process::id())
}

/// Starts a browser with that many tabs.
pub(crate) async fn start_browser(
    config: &Config,
    lanes: usize,
) -> Result<Arc<dyn PageReader>, Failure> {
    let ranges = config.browser.allow_ranges.clone();
    let defaults = BrowserOptions::default();
    let options = BrowserOptions {
        webdriver_url: config
            .browser
            .webdriver_url
            .as_ref()
            .map(|url| url.as_str().to_owned()),
        binary: config.browser.binary.clone(),
        driver: config.browser.driver.clone(),
        path: common::config::search_path(),
        lanes,
        no_sandbox: config.browser.sandbox.map_or(defaults.no_sandbox, |on| !on),
        pages_per_session: config.browser.recycle_after,
        address_policy: AddressPolicy::new(move |host| domain::job::check_host(host, &ranges)),
        ..defaults
    };
    let reader = WebDriverReader::start(options).await.map_err(failed)?;
    Ok(Arc::new(reader))
}
