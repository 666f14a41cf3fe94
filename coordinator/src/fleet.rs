//! The coordinator of a fleet: while it holds the lease it runs every open job of the registry, each
//! in a task of its own behind the lease's fence; without it, it waits. It keeps nothing in its own
//! memory that the next one could not find in the store.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use common::archive::Archive;
use common::backends::Backends;
use common::browser::PageReader;
use common::clock::Clock;
use common::jobs::{Lease, LeaseKeeper, Registry};
use common::store::StoreError;
use common::telemetry::Outage;
use common::telemetry::metrics::CoordinatorMetrics;
use domain::ids::JobId;
use tokio::sync::{Notify, watch};
use tokio::task::{AbortHandle, JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

use crate::conduct::{Conductor, QueueOutages, Tune};
use crate::shares::Shares;

/// How often the registry is looked at where nothing wakes the coordinator.
const TICK: Duration = Duration::from_secs(1);
/// How long a job that could not be run because of what may pass rests.
const REST_MS: u64 = 2_000;
/// How long one rests whose task panicked: it would again.
const LONG_REST_MS: u64 = 60_000;
/// How often jobs that came to their end long ago are looked for.
const SWEEP_MS: u64 = 60_000;

/// Everything a fleet's coordinator works with.
pub struct FleetParts {
    /// Queue and store.
    pub backends: Backends,
    /// The lane that reads list pages.
    pub reader: Arc<dyn PageReader>,
    /// Keeps list pages as they were read.
    pub archive: Arc<dyn Archive>,
    /// The time.
    pub clock: Clock,
    /// A name that no other process has.
    pub name: String,
    /// How long the lease lasts.
    pub lease: Duration,
    /// How long a job stays after its end.
    pub keep: Duration,
    /// What is counted.
    pub metrics: CoordinatorMetrics,
    /// Notified when a job was submitted or is to be cancelled.
    pub wake: Arc<Notify>,
    /// Told whether this coordinator holds the lease.
    pub active: watch::Sender<bool>,
}

/// A fleet's coordinator.
pub struct Fleet {
    parts: FleetParts,
    registry: Registry,
    keeper: LeaseKeeper,
    shares: Shares,
    /// The queue as all jobs' dispatchers find it.
    queue: QueueOutages,
    held: Option<Lease>,
    jobs: BTreeMap<JobId, Running>,
    tasks: JoinSet<(JobId, bool)>,
    /// Until when a job rests, milliseconds since the epoch.
    resting: BTreeMap<JobId, u64>,
    swept: u64,
    /// The registry, out of reach or not.
    outage: Outage,
}

struct Running {
    cancel: CancellationToken,
    task: AbortHandle,
}

impl Fleet {
    /// A coordinator, ready to serve.
    pub fn new(parts: FleetParts) -> Self {
        let registry = parts.backends.registry.clone();
        let (name, clock) = (parts.name.clone(), parts.clock.clone());
        Self {
            keeper: LeaseKeeper::new(registry.clone(), name, parts.lease, clock),
            registry,
            shares: Shares::default(),
            queue: QueueOutages::default(),
            held: None,
            jobs: BTreeMap::new(),
            tasks: JoinSet::new(),
            resting: BTreeMap::new(),
            swept: 0,
            outage: Outage::new(parts.clock.clone()),
            parts,
        }
    }

    /// Runs jobs until `shutdown`, then gives the lease back. Jobs that are running go on where they
    /// stand under the next coordinator.
    pub async fn serve(mut self, shutdown: &CancellationToken) {
        let tick = TICK.min(self.parts.lease / 4);
        while !shutdown.is_cancelled() {
            let looked = self.look().await;
            self.tell(looked);
            let wake = Arc::clone(&self.parts.wake);
            tokio::select! {
                () = shutdown.cancelled() => {}
                () = wake.notified() => {}
                Some(ended) = self.tasks.join_next(), if !self.tasks.is_empty() => {
                    self.ended(ended);
                }
                () = tokio::time::sleep(tick) => {}
            }
        }
        self.step_down();
        while self.tasks.join_next().await.is_some() {}
        if let Err(error) = self.keeper.release().await {
            tracing::warn!(%error, "the lease was not given back: it ends by itself");
        }
    }

    /// Tells that the registry went out of reach or is back.
    fn tell(&self, looked: Result<(), StoreError>) {
        match looked {
            Ok(()) => {
                if let Some(after) = self.outage.ends() {
                    tracing::info!(%after, "the registry is back");
                }
            }
            Err(error) => {
                if let Some(since) = self.outage.goes_on(&error) {
                    tracing::warn!(%error, %since, "the registry is out of reach: trying again");
                }
            }
        }
    }

    /// Holds on to the lease and sees to it that what should run runs, and nothing else.
    async fn look(&mut self) -> Result<(), StoreError> {
        let lease = self.hold().await?;
        let Some(lease) = lease else { return Ok(()) };
        let now = self.parts.clock.now_ms();
        self.resting.retain(|_, until| *until > now);
        for id in self.registry.open().await? {
            if let Some(running) = self.jobs.get(&id) {
                let record = self.registry.get(&id).await?;
                if record.is_none_or(|record| !record.goes_on()) {
                    running.cancel.cancel();
                }
            } else if !self.resting.contains_key(&id) {
                self.start(id, lease.epoch);
            }
        }
        if now.saturating_sub(self.swept) >= SWEEP_MS {
            self.swept = now;
            self.sweep(now).await?;
        }
        Ok(())
    }

    /// Takes the lease or makes it last; without it, nothing runs here.
    async fn hold(&mut self) -> Result<Option<Lease>, StoreError> {
        let answer = self.keeper.hold().await;
        let now = self.parts.clock.now_ms();
        let held = match &answer {
            Ok(lease) => lease.clone(),
            Err(_) => self.held.clone().filter(|lease| lease.until > now),
        };
        let epoch = |lease: &Option<Lease>| lease.as_ref().map(|lease| lease.epoch);
        if epoch(&held) != epoch(&self.held) {
            self.step_down();
            if let Some(epoch) = epoch(&held) {
                tracing::info!(epoch, "this coordinator is active");
            } else {
                tracing::info!("this coordinator stands by");
            }
        }
        let active = held.is_some();
        self.held = held;
        self.parts.metrics.active.set(i64::from(active));
        self.parts.active.send_replace(active);
        answer
    }

    fn start(&mut self, id: JobId, epoch: u64) {
        let cancel = CancellationToken::new();
        let conductor = Conductor {
            registry: self.registry.clone(),
            queue: Arc::clone(&self.parts.backends.queue),
            reader: Arc::clone(&self.parts.reader),
            hosts: Arc::clone(&self.parts.backends.hosts),
            archive: Arc::clone(&self.parts.archive),
            clock: self.parts.clock.clone(),
            keep: self.parts.keep,
            tune: Tune {
                shares: self.shares.clone(),
                queue: self.queue.clone(),
                publishes: Some(self.parts.metrics.publishes.clone()),
                ..Tune::default()
            },
        };
        let (token, job) = (cancel.clone(), id.clone());
        let task = self.tasks.spawn(async move {
            let ended = conductor.conduct(&job, epoch, &token).await;
            if let Err(error) = &ended {
                tracing::warn!(job = job.0, %error, "the job rests and is taken up again");
            }
            (job, ended.is_ok())
        });
        self.jobs.insert(id, Running { cancel, task });
    }

    /// A task ended: with its job and whether that went well, unless it panicked or was stopped.
    fn ended(&mut self, ended: Result<(JobId, bool), JoinError>) {
        // Seen by their handles: under a new lease another task may have the job by now.
        let over = |(_, running): &(&JobId, &Running)| running.task.is_finished();
        let over: Vec<JobId> = self
            .jobs
            .iter()
            .filter(over)
            .map(|(id, _)| id.clone())
            .collect();
        self.jobs.retain(|id, _| !over.contains(id));
        let (resting, rest) = match ended {
            Ok((id, false)) => (vec![id], REST_MS),
            // A panic does not say whose it was.
            Err(error) if error.is_panic() => {
                tracing::error!(%error, jobs = ?over, "a job's task panicked: it rests");
                (over, LONG_REST_MS)
            }
            Ok(_) | Err(_) => return,
        };
        let until = self.parts.clock.now_ms().saturating_add(rest);
        self.resting
            .extend(resting.into_iter().map(|id| (id, until)));
    }

    /// Stops every job here, at once: another coordinator has them, or will.
    fn step_down(&mut self) {
        self.held = None;
        self.parts.metrics.active.set(0);
        self.parts.active.send_replace(false);
        self.jobs.clear();
        self.tasks.abort_all();
    }

    /// Forgets jobs that came to their end long enough ago.
    async fn sweep(&self, now: u64) -> Result<(), StoreError> {
        let keep = u64::try_from(self.parts.keep.as_millis()).unwrap_or(u64::MAX);
        for record in self.registry.all().await? {
            let over = record
                .ended_at
                .is_some_and(|ended| ended.saturating_add(keep) < now);
            if record.state.is_terminal() && over {
                self.registry.forget(&record.id).await?;
                tracing::info!(job = record.id.0, "forgotten: its time is over");
            }
        }
        Ok(())
    }
}
