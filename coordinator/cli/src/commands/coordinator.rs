//! `windrow coordinator`: takes jobs by HTTP, discovers, dispatches and delivers. Several may run: one
//! is active, the others stand by.

use std::sync::Arc;

use common::backends::Backends;
use common::clock::Clock;
use common::config::Config;
use common::telemetry::metrics::CoordinatorMetrics;
use coordinator::fleet::{Fleet, FleetParts};
use coordinator::http;
use tokio::net::TcpListener;
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;

use super::doors::{self, failed};
use crate::exit::{Exit, Failure};
use crate::local;

/// Tabs of the browser that reads list pages.
const LANES: usize = 4;

/// Serves until it is asked to stop.
pub(crate) async fn coordinator(config: Config) -> Result<Exit, Failure> {
    let shutdown = super::listen()?;
    let clock = Clock::system();
    let name = local::process_name("coordinator", &clock);
    let listener = doors::bind("coordinator.listen", config.coordinator.listen).await?;
    let backends = tokio::select! {
        backends = Backends::connect(&config, &name) => backends.map_err(failed)?,
        () = shutdown.requested.cancelled() => return Ok(Exit::Complete),
    };
    let metrics = CoordinatorMetrics::new(prometheus::Registry::new()).map_err(failed)?;
    let reader = local::start_browser(&config, LANES).await?;
    let (active, is_active) = watch::channel(false);
    let wake = Arc::new(Notify::new());
    let router = http::router(http::Parts {
        registry: backends.registry.clone(),
        queue: Arc::clone(&backends.queue),
        clock: clock.clone(),
        token: config.coordinator.token.clone(),
        allow_ranges: config.browser.allow_ranges.clone(),
        metrics: metrics.clone(),
        active: is_active,
        wake: Arc::clone(&wake),
    });
    let fleet = Fleet::new(FleetParts {
        backends,
        reader: Arc::clone(&reader),
        clock,
        name,
        lease: config.coordinator.lease,
        keep: config.store.keep,
        metrics,
        wake,
        active,
    });
    let ended = tokio::select! {
        ended = serve(fleet, listener, router, &shutdown.requested) => ended,
        () = shutdown.forced.cancelled() => Err(Failure::new(Exit::Failed, "stopped at once")),
    };
    reader.close().await;
    ended.map(|()| Exit::Complete)
}

/// Runs jobs and the API beside each other; either's end ends the other.
async fn serve(
    fleet: Fleet,
    listener: TcpListener,
    router: axum::Router,
    shutdown: &CancellationToken,
) -> Result<(), Failure> {
    let stop = shutdown.child_token();
    let serving = async {
        let asked = stop.clone().cancelled_owned();
        let served = axum::serve(listener, router).with_graceful_shutdown(asked);
        let served = served.await;
        stop.cancel();
        served
    };
    let ((), served) = tokio::join!(fleet.serve(&stop), serving);
    served.map_err(failed)
}
