//! `windrow worker`: reads the pages that a fleet's coordinator queues. It keeps nothing of its own:
//! any number of them may run, come and go.

use std::sync::Arc;
use std::time::Duration;

use ::worker::http;
use ::worker::{Meter, OnStop, Options, Parts, Service};
use common::archive::{Archive, JobFolders, NoArchive};
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
        let service = self.service(&name, backends, Arc::clone(&reader));
        let ended = tokio::select! {
            ended = service.run(requested) => ended.map_err(failed),
            () = self.shutdown.forced.cancelled() => Err(Failure::new(Exit::Failed, "stopped at once")),
        };
        reader.close().await;
        ended.map(|()| Exit::Complete)
    }

    fn service(&self, name: &str, backends: Backends, reader: Arc<dyn PageReader>) -> Service {
        let archive: Arc<dyn Archive> = match &self.config.archive {
            Some(folder) => Arc::new(JobFolders::new(folder.clone(), name.to_owned())),
            None => Arc::new(NoArchive),
        };
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
