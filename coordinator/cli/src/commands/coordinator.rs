//! `windrow coordinator`: takes jobs by HTTP, discovers, dispatches and delivers. Several may run: one
//! is active, the others stand by.

use std::sync::Arc;

use common::archive::{self, Archive};
use common::backends::Backends;
use common::browser::PageReader;
use common::clock::Clock;
use common::config::Config;
use common::health::Health;
use common::shutdown::Shutdown;
use common::telemetry::metrics::CoordinatorMetrics;
use coordinator::fleet::{Fleet, FleetParts};
use coordinator::http;
use tokio::sync::{Notify, watch};

use super::doors::{Door, failed};
use crate::exit::{Exit, Failure};
use crate::local;

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

/// A coordinator's program behind its door.
struct Program<'a> {
    config: Config,
    shutdown: Shutdown,
    clock: Clock,
    metrics: CoordinatorMetrics,
    health: Health,
    door: &'a Door,
}

impl Program<'_> {
    async fn run(self) -> Result<Exit, Failure> {
        let name = local::process_name("coordinator", &self.clock);
        let requested = self.shutdown.requested.clone();
        let backends = tokio::select! {
            backends = Backends::connect(&self.config, &name, &self.health) => {
                backends.map_err(failed)?
            }
            () = requested.cancelled() => return Ok(Exit::Complete),
        };
        self.health.waits_for("a browser");
        let reader = local::start_browser(&self.config, LANES).await?;
        let archive = archive::open(&self.config.archive).map_err(failed)?;
        let fleet = self.fleet(name, backends, (Arc::clone(&reader), archive));
        self.health.serves();
        let ended = tokio::select! {
            () = fleet.serve(&requested) => Ok(Exit::Complete),
            () = self.shutdown.forced.cancelled() => Err(Failure::new(Exit::Failed, "stopped at once")),
        };
        reader.close().await;
        ended
    }

    /// Wires the fleet, and the API to the door.
    fn fleet(
        &self,
        name: String,
        backends: Backends,
        (reader, archive): (Arc<dyn PageReader>, Arc<dyn Archive>),
    ) -> Fleet {
        let (active, is_active) = watch::channel(false);
        let wake = Arc::new(Notify::new());
        self.door.lead_to(http::router(http::Parts {
            registry: backends.registry.clone(),
            queue: Arc::clone(&backends.queue),
            clock: self.clock.clone(),
            token: self.config.coordinator.token.clone(),
            allow_ranges: self.config.browser.allow_ranges.clone(),
            metrics: self.metrics.clone(),
            active: is_active,
            wake: Arc::clone(&wake),
        }));
        Fleet::new(FleetParts {
            backends,
            reader,
            archive,
            clock: self.clock.clone(),
            name,
            lease: self.config.coordinator.lease,
            keep: self.config.store.keep,
            metrics: self.metrics.clone(),
            wake,
            active,
        })
    }
}
