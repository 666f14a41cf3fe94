//! `windrow worker`: reads the pages that a fleet's coordinator queues. It keeps nothing of its own:
//! any number of them may run, come and go.

use std::sync::Arc;
use std::time::Duration;

use ::worker::http;
use ::worker::{Meter, OnStop, Options, Parts, Service};
use common::archive::{self, Archive};
use common::backends::Backends;
use common::browser::PageReader;
use common::clock::Clock;
use common::config::Config;
use common::health::Health;
use common::jobs::JobBook;
use common::shutdown::Shutdown;
use common::telemetry::Events;
use common::telemetry::metrics::WorkerMetrics;

use super::doors::{Door, failed};
use crate::args::WorkerArgs;
use crate::exit::{Exit, Failure};
use crate::local;

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
        args,
        config,
        shutdown,
        clock,
        metrics,
        health: health.clone(),
        door: &door,
    };
    let ended = health.watch(Box::pin(program.run())).await;
    door.close().await;
    ended
}

/// A worker's program behind its door.
struct Program<'a> {
    args: &'a WorkerArgs,
    config: Config,
    shutdown: Shutdown,
    clock: Clock,
    metrics: WorkerMetrics,
    health: Health,
    door: &'a Door,
}

impl Program<'_> {
    async fn run(self) -> Result<Exit, Failure> {
        let name = local::process_name("worker", &self.clock);
        let requested = self.shutdown.requested.clone();
        let backends = tokio::select! {
            backends = Backends::connect(&self.config, &name, &self.health) => {
                backends.map_err(failed)?
            }
            () = requested.cancelled() => return Ok(Exit::Complete),
        };
        self.health.waits_for("a browser");
        let reader = local::start_browser(&self.config, self.config.worker.wave).await?;
        self.door.lead_to(http::router(http::Door {
            queue: Arc::clone(&backends.queue),
            registry: backends.registry.clone(),
            reader: Arc::clone(&reader),
            metrics: self.metrics.clone(),
            health: self.health.clone(),
        }));
        self.health.serves();
        let archive = archive::open(&self.config.archive).map_err(failed)?;
        let swept = Arc::clone(&archive);
        let sweeper = tokio::spawn(sweep(swept, self.config.archive.keep, self.clock.clone()));
        let service = self.service(&name, backends, Arc::clone(&reader), archive);
        let ended = tokio::select! {
            ended = service.run(requested) => ended.map_err(failed),
            () = self.shutdown.forced.cancelled() => Err(Failure::new(Exit::Failed, "stopped at once")),
        };
        sweeper.abort();
        reader.close().await;
        ended.map(|()| Exit::Complete)
    }

    fn service(
        &self,
        name: &str,
        backends: Backends,
        reader: Arc<dyn PageReader>,
        archive: Arc<dyn Archive>,
    ) -> Service {
        let parts = Parts {
            queue: backends.queue,
            jobs: JobBook::of_fleet(backends.registry.patient(), self.clock.clone()),
            reader,
            hosts: backends.hosts,
            archive,
            clock: self.clock.clone(),
            events: Events::logged(name),
            meter: Meter::new(self.metrics.clone()),
            on_stop: OnStop::Finish,
        };
        let options = Options {
            wave: self.config.worker.wave,
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
