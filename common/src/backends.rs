//! From the addresses of the settings to the parts behind them. What a fleet's programs need at their
//! start is waited for, so that the order in which things start does not matter; what no waiting
//! mends is said at once.

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use domain::disposition::ErrorClass;

use crate::config::{Config, Queue, Store};
use crate::health::Health;
use crate::hosts::{HostLimiter, MemoryHosts};
use crate::jobs::Registry;
use crate::queue::{MemoryQueue, QueueError, RabbitOptions, RabbitQueue, TaskQueue};
use crate::store::{MemoryStore, Patient, RedisOptions, RedisStore, ShardError, ShardStore};
use crate::telemetry::Outage;

/// A pause between two attempts at the start.
const PAUSE: Duration = Duration::from_secs(1);

/// What a fleet's programs share.
#[derive(Clone)]
pub struct Backends {
    /// The queue of pages.
    pub queue: Arc<dyn TaskQueue>,
    /// The jobs.
    pub registry: Registry,
    /// Hosts' turns.
    pub hosts: Arc<dyn HostLimiter>,
}

/// Why a fleet's program cannot start.
#[derive(Debug, thiserror::Error)]
pub enum BackendError {
    /// What a setting names cannot be used, or did not come in time.
    #[error("{setting}: {message}")]
    Unusable {
        /// The dotted key.
        setting: &'static str,
        /// What is wrong and what to do.
        message: String,
    },
    /// A file that cannot be read.
    #[error("store.authorities: cannot read {path}: {reason}", path = path.display())]
    Authorities {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: std::io::Error,
    },
}

impl Backends {
    /// Connects to what the settings name, and says in `health` what it waits for. `name` is the
    /// program's, as the servers show it.
    ///
    /// # Errors
    /// What cannot be used, at once; what is out of reach, after `fleet.wait`.
    pub async fn connect(
        config: &Config,
        name: &str,
        health: &Health,
    ) -> Result<Self, BackendError> {
        health.waits_for("store.url");
        let (shards, hosts) = store(&config.store, name, config.wait).await?;
        let answers = Arc::new(Patient::new(Arc::clone(&shards), config.wait));
        health.waits_for("queue.url");
        Ok(Self {
            queue: queue(&config.queue, config.wait).await?,
            registry: Registry::new(shards, answers),
            hosts,
        })
    }
}

/// The jobs of the store that the settings name, for one look at them: nothing is waited for.
///
/// # Errors
/// The store cannot be used, or is out of reach.
pub async fn registry(config: &Config, name: &str) -> Result<Registry, BackendError> {
    let (shards, _) = store(&config.store, name, Duration::ZERO).await?;
    Ok(Registry::new(Arc::clone(&shards), shards))
}

type Shared = (Arc<dyn ShardStore>, Arc<dyn HostLimiter>);

async fn store(store: &Store, name: &str, wait: Duration) -> Result<Shared, BackendError> {
    if store.url.scheme() == "memory" {
        let memory = MemoryStore::new().with_max_job_bytes(store.max_job_bytes);
        let hosts = Arc::new(MemoryHosts::default());
        return Ok((Arc::new(memory), hosts));
    }
    let authorities = match &store.authorities {
        Some(path) => Some(
            std::fs::read(path).map_err(|reason| BackendError::Authorities {
                path: path.clone(),
                reason,
            })?,
        ),
        None => None,
    };
    let options = RedisOptions {
        prefix: store.prefix.clone(),
        client_name: name.to_owned(),
        authorities,
        max_job_bytes: store.max_job_bytes,
        ..RedisOptions::default()
    };
    let connect = || RedisStore::connect(store.url.as_str(), &options);
    let redis = patiently("store.url", wait, connect, |error: &ShardError| error.class).await?;
    let hosts = Arc::new(redis.hosts());
    Ok((Arc::new(redis), hosts))
}

async fn queue(queue: &Queue, wait: Duration) -> Result<Arc<dyn TaskQueue>, BackendError> {
    if queue.url.scheme() == "memory" {
        return Ok(Arc::new(MemoryQueue::default()));
    }
    let unusable = |message: String| BackendError::Unusable {
        setting: "queue.url",
        message,
    };
    let options = RabbitOptions::from_url(queue.url.as_str())
        .and_then(|options| options.with_prefix(&queue.prefix))
        .map_err(|error| unusable(error.to_string()))?;
    let rabbit = RabbitQueue::new(options);
    patiently("queue.url", wait, || rabbit.depth(), QueueError::class).await?;
    Ok(Arc::new(rabbit))
}

/// Tries until it works, until what stands in the way is not of the passing kind, or until the time
/// is over.
async fn patiently<T, E, F>(
    setting: &'static str,
    wait: Duration,
    attempt: impl Fn() -> F,
    class: impl Fn(&E) -> ErrorClass,
) -> Result<T, BackendError>
where
    E: std::error::Error,
    F: Future<Output = Result<T, E>>,
{
    let mut left = wait;
    let outage = Outage::default();
    loop {
        let error = match attempt().await {
            Ok(done) => {
                if let Some(after) = outage.ends() {
                    tracing::info!(setting, %after, "there now");
                }
                return Ok(done);
            }
            Err(error) => error,
        };
        let passing = class(&error) == ErrorClass::Transient;
        if !passing || left.is_zero() {
            let message = if passing && !wait.is_zero() {
                format!("{error} (gave up after {} s, fleet.wait)", wait.as_secs())
            } else {
                error.to_string()
            };
            return Err(BackendError::Unusable { setting, message });
        }
        if let Some(since) = outage.goes_on(&error) {
            tracing::warn!(setting, %error, %since, "not there yet: trying again");
        }
        let pause = PAUSE.min(left);
        tokio::time::sleep(pause).await;
        left -= pause;
    }
}
