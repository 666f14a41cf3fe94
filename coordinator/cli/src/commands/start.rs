//! How a fleet's programs start: first broker and store, then a browser. What each does with them is its
//! own.

use std::sync::Arc;

use common::archive::{self, Archive};
use common::backends::Backends;
use common::browser::PageReader;
use common::clock::Clock;
use common::config::Config;
use common::health::Health;
use common::shutdown::Shutdown;

use super::doors::failed;
use crate::exit::{Exit, Failure};
use crate::{local, output};

/// What a program has before it starts.
pub(super) struct Start {
    pub(super) config: Config,
    pub(super) shutdown: Shutdown,
    pub(super) clock: Clock,
    pub(super) health: Health,
}

/// What it works with.
pub(super) struct Started {
    /// A name that no other process has.
    pub(super) name: String,
    pub(super) backends: Backends,
    pub(super) reader: Arc<dyn PageReader>,
    pub(super) archive: Arc<dyn Archive>,
}

impl Start {
    /// Starts a program whose browser has so many tabs; `None` if it is asked to stop before.
    pub(super) async fn of(&self, program: &str, lanes: usize) -> Result<Option<Started>, Failure> {
        self.tell_of_memory(program);
        let archive = archive::open(&self.config.archive).map_err(failed)?;
        let name = local::process_name(program, &self.clock);
        let backends = tokio::select! {
            backends = Backends::connect(&self.config, &name, &self.health) => {
                backends.map_err(failed)?
            }
            () = self.shutdown.requested.cancelled() => return Ok(None),
        };
        self.health.waits_for("a browser");
        let reader = local::start_browser(&self.config, lanes).await?;
        Ok(Some(Started {
            name,
            backends,
            reader,
            archive,
        }))
    }

    /// Tells that what is kept in memory is out of reach for all other programs.
    fn tell_of_memory(&self, program: &str) {
        let Config { queue, store, .. } = &self.config;
        let places = [("queue.url", &queue.url), ("store.url", &store.url)];
        for (setting, url) in places {
            if url.scheme() == "memory" {
                output::note(&format!(
                    "{setting} is memory: no other program shares it with this {program}; set it to that of \
                     the fleet"
                ));
            }
        }
    }
}

/// The end of a program that was asked to end at once.
pub(super) fn at_once() -> Failure {
    Failure::new(Exit::Failed, "stopped at once")
}
