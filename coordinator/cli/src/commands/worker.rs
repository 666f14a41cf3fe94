//! `windrow worker`: reads the pages that a fleet's coordinator queues. It keeps nothing of its own:
//! any number of them may run, come and go.

use std::sync::Arc;
use std::time::Duration;

use ::worker::http::{self, Door};
use ::worker::{Meter, OnStop, Options, Parts, Service};
use common::archive::{self, Archive};
use common::backends::Backends;
use common::clock::Clock;
use common::config::{ArchiveAt, Config};
use common::jobs::JobBook;
use common::telemetry::Events;
use common::telemetry::metrics::WorkerMetrics;
use tokio_util::sync::CancellationToken;

use super::doors::{self, failed};
use crate::args::WorkerArgs;
use crate::exit::{Exit, Failure};
use crate::local;

/// How often in a row a lost consumer is replaced.
const REPLACEMENTS: u32 = 20;
/// How often old jobs are looked for in the archive.
const SWEEP: Duration = Duration::from_secs(3600);
/// How long `--exit-when-idle` waits for work.
const IDLE: Duration = Duration::from_secs(10);

/// Works until it is asked to stop: what is in hand is finished, the rest handed back.
pub(crate) async fn worker(args: &WorkerArgs, config: Config) -> Result<Exit, Failure> {
    let shutdown = super::listen()?;
    let clock = Clock::system();
    let name = local::process_name("worker", &clock);
    let listener = doors::bind("worker.listen", config.worker.listen).await?;
    let backends = tokio::select! {
        backends = Backends::connect(&config, &name) => backends.map_err(failed)?,
        () = shutdown.requested.cancelled() => return Ok(Exit::Complete),
    };
    let metrics = WorkerMetrics::new(prometheus::Registry::new()).map_err(failed)?;
    let reader = local::start_browser(&config, config.worker.wave).await?;
    let at = if config.archive.keep.is_zero() {
        &ArchiveAt::Nowhere
    } else {
        &config.archive.at
    };
    let archive = archive::open(at).map_err(failed)?;
    let sweeper = tokio::spawn(sweep(
        Arc::clone(&archive),
        config.archive.keep,
        clock.clone(),
    ));
    let door = Door {
        queue: Arc::clone(&backends.queue),
        metrics: metrics.clone(),
    };
    let parts = Parts {
        queue: backends.queue,
        jobs: JobBook::of_fleet(backends.registry.patient(), clock.clone()),
        reader: Arc::clone(&reader),
        hosts: backends.hosts,
        archive,
        clock,
        events: Events::logged(&name),
        meter: Meter::new(metrics),
        on_stop: OnStop::Finish,
    };
    let options = Options {
        wave: config.worker.wave,
        replacements: REPLACEMENTS,
        idle: args.exit_when_idle.then_some(IDLE),
    };
    let stop = CancellationToken::new();
    let closed = stop.clone().cancelled_owned();
    let served = axum::serve(listener, http::router(door)).with_graceful_shutdown(closed);
    let door = tokio::spawn(served.into_future());
    let ended = tokio::select! {
        ended = Service::new(parts, options).run(shutdown.requested.clone()) => ended.map_err(failed),
        () = shutdown.forced.cancelled() => Err(Failure::new(Exit::Failed, "stopped at once")),
    };
    reader.close().await;
    stop.cancel();
    sweeper.abort();
    // A scraper that holds its connection open must not hold the process.
    door.abort();
    ended.map(|()| Exit::Complete)
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
