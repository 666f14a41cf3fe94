//! The task queue's port: what a page to read travels through. Delivery is
//! at least once, so a consumer must be able to see the same task twice. It schedules nothing:
//! a retry's time is the frontier's.

mod delivery;
mod memory;
pub mod rabbitmq;

pub use delivery::{Delivery, Outcome, Settle};
pub use memory::MemoryQueue;
pub use rabbitmq::{RabbitOptions, RabbitQueue};

use async_trait::async_trait;
use domain::disposition::ErrorClass;
use domain::task::Task;
use serde::{Deserialize, Serialize};

/// A queue of pages to read. Every backend keeps the same promises (`tests/conformance/queue.rs`):
///
/// * a publish that returned `Ok` is delivered at least once;
/// * one consumer holds at most `prefetch` unsettled deliveries;
/// * a delivery that is dropped unsettled comes back with a higher
///   [`Delivery::redelivered`], at the latest when its consumer is dropped;
/// * a task that came back more often than the queue's delivery limit is dead-lettered.
#[async_trait]
pub trait TaskQueue: Send + Sync {
    /// Hands a task to the queue; returns when the queue has taken it over.
    async fn publish(&self, task: &Task) -> Result<(), QueueError>;
    /// Starts a consumer that holds at most `prefetch` unsettled deliveries (0 counts as 1).
    async fn consume(&self, prefetch: u16) -> Result<Box<dyn Consumer>, QueueError>;
    /// How many tasks wait and how many are held.
    async fn depth(&self) -> Result<Depth, QueueError>;
    /// The oldest dead letters, at most `limit`; reading leaves them where they are.
    async fn dead_letters(&self, limit: usize) -> Result<Vec<DeadLetter>, QueueError>;
    /// How this process's connection stands, without asking anybody.
    fn health(&self) -> Health;
}

/// One consumer of a queue. Dropping it gives back what it still holds.
#[async_trait]
pub trait Consumer: Send {
    /// Waits for the next delivery. Dropping the future loses nothing. An error ends the consumer:
    /// start a new one.
    async fn next(&mut self) -> Result<Delivery, QueueError>;
}

/// How full a queue is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Depth {
    /// Tasks that wait for a consumer.
    pub ready: usize,
    /// Tasks that consumers hold unsettled.
    pub unsettled: usize,
    /// Tasks given up on.
    pub dead: usize,
}

/// How a process's connection to the queue stands, for readiness and metrics.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Health {
    /// Consumers of this process that the queue knows.
    pub consumers: usize,
    /// Why the queue takes no publishes at the moment, in its own words.
    pub blocked: Option<String>,
}

/// A task that was given up on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadLetter {
    /// What was given up.
    pub task: Task,
    /// Why: a consumer's words, or [`DELIVERY_LIMIT`].
    pub reason: String,
}

/// The reason of a dead letter that came back too often.
pub const DELIVERY_LIMIT: &str = "delivery_limit";

/// Why the queue could not do it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QueueError {
    /// No connection, or it was lost.
    #[error("the queue is out of reach: {0}")]
    Unreachable(String),
    /// The broker does not let this user do it, or has not what the address names.
    #[error("the queue is closed to this program: {0}")]
    Denied(String),
    /// The queue did not take the task over.
    #[error("the queue refused the task: {0}")]
    Refused(String),
    /// The delivery is no longer the caller's: its consumer ended before it was settled.
    #[error("the delivery was given back before it was settled")]
    GivenBack,
}

impl QueueError {
    /// Whether trying again may help. What is not denied heals: the lease in the frontier expires and
    /// the page is published again.
    pub fn class(&self) -> ErrorClass {
        match self {
            Self::Denied(_) => ErrorClass::Permanent,
            Self::Unreachable(_) | Self::Refused(_) | Self::GivenBack => ErrorClass::Transient,
        }
    }
}
