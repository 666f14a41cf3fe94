//! `windrow coordinator`: takes jobs by HTTP, discovers, dispatches and delivers. Several may run: one
//! is active, the others stand by.

use std::sync::Arc;

use common::clock::Clock;
use common::config::Config;
use common::health::Health;
use common::telemetry::metrics::CoordinatorMetrics;
use coordinator::fleet::{Fleet, FleetParts};
use coordinator::http;
use tokio::sync::{Notify, watch};

use super::doors::{Door, failed};
use super::start::{Start, Started, at_once};
use crate::exit::{Exit, Failure};

/// Tabs of the browser that reads list pages.
const LANES: usize = 4;

/// Serves until it is asked to stop.
pub(crate) async fn coordinator(config: Config) -> Result<Exit, Failure> {
    let shutdown = super::listen()?;
    let clock = Clock::system();
    let metrics = CoordinatorMetrics::new(prometheus::Registry::new()).map_err(failed)?;
    let health = Health::new(clock.clone(), shutdown.requested.clone());
    let listen = config.coordinator.listen;
    let door = Door::open("coordinator.listen", listen, &health, &metrics.registry).await?;
    let program = Program {
        start: Start {
            config,
            shutdown,
            clock,
            health: health.clone(),
        },
        metrics,
        door: &door,
    };
    let ended = health.watch(Box::pin(program.run())).await;
    door.close().await;
    ended
}

/// A coordinator's program behind its door.
struct Program<'a> {
    start: Start,
    metrics: CoordinatorMetrics,
    door: &'a Door,
}

impl Program<'_> {
    async fn run(self) -> Result<Exit, Failure> {
        let Some(started) = self.start.of("coordinator", LANES).await? else {
            return Ok(Exit::Complete);
        };
        let reader = Arc::clone(&started.reader);
        let fleet = self.fleet(started);
        self.start.health.serves();
        let ended = tokio::select! {
            () = fleet.serve(&self.start.shutdown.requested) => Ok(Exit::Complete),
            () = self.start.shutdown.forced.cancelled() => Err(at_once()),
        };
        reader.close().await;
        ended
    }

    /// Wires the fleet, and the API to the door.
    fn fleet(&self, started: Started) -> Fleet {
        let Start { config, clock, .. } = &self.start;
        let (active, is_active) = watch::channel(false);
        let wake = Arc::new(Notify::new());
        self.door.lead_to(http::router(http::Parts {
            registry: started.backends.registry.clone(),
            queue: Arc::clone(&started.backends.queue),
            clock: clock.clone(),
            token: config.coordinator.token.clone(),
            allow_ranges: config.browser.allow_ranges.clone(),
            metrics: self.metrics.clone(),
            active: is_active,
            wake: Arc::clone(&wake),
        }));
        Fleet::new(FleetParts {
            backends: started.backends,
            reader: started.reader,
            archive: started.archive,
            clock: clock.clone(),
            name: started.name,
            lease: config.coordinator.lease,
            keep: config.store.keep,
            metrics: self.metrics.clone(),
            wake,
            active,
        })
    }
}
