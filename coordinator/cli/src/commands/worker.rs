//! `windrow worker`: reads the pages that a fleet's coordinator queues. It keeps nothing of its own:
//! any number of them may run, come and go.

use std::sync::Arc;
use std::time::Duration;

use ::worker::http;
use ::worker::{Meter, OnStop, Options, Parts, Service};
use common::archive::Archive;
use common::clock::Clock;
use common::config::Config;
use common::health::Health;
use common::jobs::JobBook;
use common::telemetry::Events;
use common::telemetry::metrics::WorkerMetrics;

use super::doors::{Door, failed};
use super::start::{Start, Started, at_once};
use crate::args::WorkerArgs;
use crate::exit::{Exit, Failure};

/// How often in a row a lost consumer is replaced.
const REPLACEMENTS: u32 = 20;
/// How often old jobs are looked for in the archive.
const SWEEP: Duration = Duration::from_hours(1);
/// How long `--exit-when-idle` waits for work.
const IDLE: Duration = Duration::from_secs(10);

/// Works until it is asked to stop: what is in hand is finished, the rest handed back.
pub(crate) async fn worker(args: &WorkerArgs, config: Config) -> Result<Exit, Failure> {
    let shutdown = super::listen()?;
    let clock = Clock::system();
    let metrics = WorkerMetrics::new(prometheus::Registry::new()).map_err(failed)?;
    let health = Health::new(clock.clone(), shutdown.requested.clone());
    let listen = config.worker.listen;
    let door = Door::open("worker.listen", listen, &health, &metrics.registry).await?;
    let program = Program {
        start: Start {
            config,
            shutdown,
            clock,
            health: health.clone(),
        },
        args,
        metrics,
        door: &door,
    };
    let ended = health.watch(Box::pin(program.run())).await;
    door.close().await;
    ended
}

/// A worker's program behind its door.
struct Program<'a> {
    start: Start,
    args: &'a WorkerArgs,
    metrics: WorkerMetrics,
    door: &'a Door,
}

impl Program<'_> {
    async fn run(self) -> Result<Exit, Failure> {
        let Start { config, clock, .. } = &self.start;
        let Some(started) = self.start.of("worker", config.worker.wave).await? else {
            return Ok(Exit::Complete);
        };
        let reader = Arc::clone(&started.reader);
        self.door.lead_to(http::router(http::Door {
            queue: Arc::clone(&started.backends.queue),
            registry: started.backends.registry.clone(),
            reader: Arc::clone(&reader),
            metrics: self.metrics.clone(),
            health: self.start.health.clone(),
        }));
        self.start.health.serves();
        let swept = Arc::clone(&started.archive);
        let sweeper = tokio::spawn(sweep(swept, config.archive.keep, clock.clone()));
        let service = self.service(started);
        let shutdown = &self.start.shutdown;
        let ended = tokio::select! {
            ended = service.run(shutdown.requested.clone()) => ended.map_err(failed),
            () = shutdown.forced.cancelled() => Err(at_once()),
        };
        sweeper.abort();
        reader.close().await;
        ended.map(|()| Exit::Complete)
    }

    fn service(&self, started: Started) -> Service {
        let Start { config, clock, .. } = &self.start;
        let backends = started.backends;
        let parts = Parts {
            queue: backends.queue,
            jobs: JobBook::of_fleet(backends.registry.patient(), clock.clone()),
            reader: started.reader,
            hosts: backends.hosts,
            archive: started.archive,
            clock: clock.clone(),
            events: Events::logged(&started.name),
            meter: Meter::new(self.metrics.clone()),
            on_stop: OnStop::Finish,
        };
        let options = Options {
            wave: config.worker.wave,
            replacements: REPLACEMENTS,
            idle: self.args.exit_when_idle.then_some(IDLE),
        };
        Service::new(parts, options)
    }
}

/// Takes out the jobs whose time in the archive is over, again and again. Any worker may: what is gone
/// stays gone.
async fn sweep(archive: Arc<dyn Archive>, keep: Duration, clock: Clock) {
    let keep = u64::try_from(keep.as_millis()).unwrap_or(u64::MAX);
    loop {
        let since = clock.now_ms().saturating_sub(keep);
        match archive.sweep(since).await {
            Ok(0) => {}
            Ok(jobs) => tracing::info!(jobs, "pages of old jobs taken out of the archive"),
            Err(error) => tracing::warn!(%error, "the archive could not be swept"),
        }
        tokio::time::sleep(SWEEP).await;
    }
}
