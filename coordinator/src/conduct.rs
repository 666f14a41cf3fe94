//! One job of a fleet from the registry to its end: taken up behind the fence, run, and its end written
//! down.

use std::sync::Arc;
use std::time::Duration;

use common::archive::Archive;
use common::browser::PageReader;
use common::clock::Clock;
use common::hosts::HostLimiter;
use common::jobs::{self, JobEnd, JobRecord, JobState, OpenJob, Registry};
use common::queue::TaskQueue;
use common::store::StoreError;
use common::telemetry::{Events, Outage};
use domain::answer::command::Command;
use domain::ids::JobId;
use prometheus::IntCounterVec;
use tokio_util::sync::CancellationToken;

use crate::reclaim::{Readers, reclaim};
use crate::service::{CoordinatorError, Ending, Outcome, Parts, StopReason, run_job};
use crate::shares::Shares;

/// How much longer than its time an answer stays at most.
const GRACE: Duration = Duration::from_hours(1);

/// What keeps the dispatchers from publishing. Clones share it, so that it is told once for all jobs.
#[derive(Debug, Clone, Default)]
pub struct QueueOutages {
    /// The queue is out of reach.
    pub away: Outage,
    /// It is there and takes no page.
    pub refusing: Outage,
}

/// What a run is tuned by besides its job.
#[derive(Clone)]
pub struct Tune {
    /// The jobs it shares the fleet with.
    pub shares: Shares,
    /// Its weight among them.
    pub weight: u32,
    /// What is left of its time; `None` is all of it.
    pub left: Option<Duration>,
    /// What is told of the queue while it is out of reach.
    pub queue: QueueOutages,
    /// Counts publishes by `outcome`.
    pub publishes: Option<IntCounterVec>,
    /// Why it is stopped, if it is.
    pub stopped: StopReason,
}

impl Default for Tune {
    fn default() -> Self {
        Self {
            shares: Shares::default(),
            weight: 1,
            left: None,
            queue: QueueOutages::default(),
            publishes: None,
            stopped: StopReason::default(),
        }
    }
}

/// What conducting a job takes.
pub(crate) struct Conductor {
    pub(crate) registry: Registry,
    pub(crate) queue: Arc<dyn TaskQueue>,
    pub(crate) reader: Arc<dyn PageReader>,
    pub(crate) hosts: Arc<dyn HostLimiter>,
    pub(crate) archive: Arc<dyn Archive>,
    pub(crate) clock: Clock,
    /// How long a job stays after its end.
    pub(crate) keep: Duration,
    pub(crate) tune: Tune,
}

impl Conductor {
    /// Runs a job to its end. Stopped in between, or after an error, it is taken up again where it
    /// stood.
    pub(crate) async fn conduct(
        &self,
        id: &JobId,
        epoch: u64,
        cancel: &CancellationToken,
    ) -> Result<(), StoreError> {
        let now = self.clock.now_ms();
        let begin = |record: &mut JobRecord| {
            if record.state == JobState::Waiting {
                record.state = JobState::Running;
            }
            record.started_at.get_or_insert(now);
        };
        let Some(record) = self.registry.change(id, begin).await? else {
            return Ok(());
        };
        if !record.state.is_open() {
            return Ok(());
        }
        let job = match self.registry.open_job(&record, &self.clock) {
            Ok(job) => job,
            Err(findings) => return self.fail(id, jobs::first(&findings), 0).await,
        };
        // One that was opened again does not expire any more.
        job.store.expire(None).await?;
        let ended = self.take_up(&record, &job, (epoch, now), cancel).await;
        match ended {
            Err(error) if error.is_full() => self.full(&job, &error).await,
            ended => ended,
        }
    }

    async fn take_up(
        &self,
        record: &JobRecord,
        job: &OpenJob,
        (epoch, now): (u64, u64),
        cancel: &CancellationToken,
    ) -> Result<(), StoreError> {
        let fenced = job.store.take_over(epoch).await?;
        let job = Arc::new(job.with_store(fenced));
        reclaim(&job, Readers::MayLive, now).await?;
        // What its pages are drafted by is wanted with the pages; the job itself goes on meanwhile, and without.
        let (id, file) = (job.id.clone(), job.file.clone());
        let keep = async {
            if let Err(error) = self.archive.put_job(&id, &file).await {
                tracing::warn!(job = id.0, %error, "the archive keeps no schema of the job: a replay needs its file");
            }
        };
        let ((), ended) = tokio::join!(keep, self.run(record, job, cancel));
        ended
    }

    async fn run(
        &self,
        record: &JobRecord,
        job: Arc<OpenJob>,
        cancel: &CancellationToken,
    ) -> Result<(), StoreError> {
        let now = self.clock.now_ms();
        let used = now.saturating_sub(record.started_at.unwrap_or(now));
        let left = job.file.limits.time.0;
        let left = left.saturating_sub(Duration::from_millis(used));
        if !record.goes_on() {
            cancel.cancel();
        }
        let parts = Parts {
            events: Events::logged(&record.id.0),
            job,
            queue: Arc::clone(&self.queue),
            reader: Arc::clone(&self.reader),
            hosts: Arc::clone(&self.hosts),
            archive: Arc::clone(&self.archive),
            clock: self.clock.clone(),
            tune: Tune {
                weight: record.weight,
                left: Some(left),
                stopped: StopReason::default(),
                ..self.tune.clone()
            },
        };
        match run_job(&parts, cancel).await {
            Ok(outcome) => self.end(&record.id, &parts, outcome).await,
            Err(CoordinatorError::Filter(why)) => self.fail(&record.id, why, 0).await,
            Err(CoordinatorError::Store(error)) => Err(error),
        }
    }

    async fn end(&self, id: &JobId, parts: &Parts, outcome: Outcome) -> Result<(), StoreError> {
        if matches!(outcome.ending, Ending::Early(_)) {
            match leave_unread(parts).await {
                // There is no room for saying so.
                Err(error) if error.is_full() => {}
                left => left?,
            }
        }
        let rows = parts.job.store.progress().await?.rows;
        let now = self.clock.now_ms();
        let delivery = &outcome.delivery;
        let end = JobEnd {
            why: match &outcome.ending {
                Ending::Early(why) | Ending::StartRefused(why) => why.clone(),
                Ending::Finished | Ending::Held => String::new(),
            },
            complete: delivery.complete,
            successful: delivery.successful,
            schema_valid: delivery.schema_valid,
            rows,
            links: outcome.links as u64,
            list_errors: outcome.list_errors.clone(),
        };
        let write = |record: &mut JobRecord| {
            record.state = match &outcome.ending {
                Ending::Finished => JobState::Delivered,
                Ending::Held => JobState::Held,
                Ending::StartRefused(_) => JobState::Failed,
                Ending::Early(_) if record.broken.is_some() => JobState::Failed,
                Ending::Early(_) if record.cancel => JobState::Cancelled,
                Ending::Early(_) => JobState::Early,
            };
            record.ended_at = record.state.is_terminal().then_some(now);
            let mut end = end.clone();
            if let (Ending::Early(_), Some(why)) = (&outcome.ending, &record.broken) {
                end.why.clone_from(why);
            }
            record.end = Some(end);
        };
        self.write_end(id, write).await
    }

    /// Ends a job that has its share of the store: what was accepted stays to be read.
    async fn full(&self, job: &OpenJob, error: &StoreError) -> Result<(), StoreError> {
        let rows = job.store.progress().await?.rows;
        self.fail(&job.id, error.to_string(), rows).await
    }

    /// Writes a job's end down. The sweep forgets jobs whose time is over; what it leaves, because no
    /// coordinator runs then, expires by itself.
    async fn write_end(
        &self,
        id: &JobId,
        write: impl Fn(&mut JobRecord) + Send + Sync,
    ) -> Result<(), StoreError> {
        let written = self.registry.change(id, write).await?;
        if written.is_some_and(|record| record.state.is_terminal()) {
            let after = self.keep.saturating_add(GRACE);
            self.registry.answers().expire(id, Some(after)).await?;
        }
        Ok(())
    }

    /// Writes down that a job cannot be run, or cannot go on.
    async fn fail(&self, id: &JobId, why: String, rows: u64) -> Result<(), StoreError> {
        let now = self.clock.now_ms();
        let write = |record: &mut JobRecord| {
            record.state = JobState::Failed;
            record.ended_at = Some(now);
            record.end = Some(JobEnd {
                why: why.clone(),
                rows,
                ..JobEnd::default()
            });
        };
        self.write_end(id, write).await
    }
}

/// What nobody read comes to its end with the job: a worker that is still at it changes nothing more.
async fn leave_unread(parts: &Parts) -> Result<(), StoreError> {
    let pages = parts.job.store.pages().await?;
    let open = pages
        .into_iter()
        .filter(|one| !one.page.state.is_terminal());
    let skip: Vec<_> = open
        .map(|one| Command::Skip {
            page: one.key,
            note: "the job ended before it was read".to_owned(),
        })
        .collect();
    parts.job.store.submit_many(&skip).await
}
