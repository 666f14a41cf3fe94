//! The queue on RabbitMQ, by AMQP 0-9-1: quorum queues, confirms, acks by hand.
//! It keeps no task of its own, and nothing is ever put back by hand into the queue of pages.
//!
//! The delivery limit is a policy of the broker, so that it can be changed while messages wait, for
//! example `rabbitmqctl set_policy windrow '^windrow\.pages$' '{"delivery-limit":20}' --apply-to
//! queues`. Without one RabbitMQ 3 has no limit and RabbitMQ 4 has 20. The dead queue must have
//! none: on RabbitMQ 4 set its `delivery-limit` to -1.
//!
//! A broker that is killed within half a second of making a queue may forget where its log lies
//! (seen with 3.10.8): the queue is there after the start, takes no message and delivers none, and
//! the broker's log says `leader call - leader not known` with no `candidate -> leader` after it.
//! `deaf` makes such a queue anew.

mod consumer;
mod dead;
mod deaf;
mod hold;
mod link;
mod message;
mod options;
mod publisher;
mod topology;

pub use options::{AddressError, RabbitOptions};

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use async_trait::async_trait;
use domain::task::Task;

use super::{Consumer, DeadLetter, Depth, Health, QueueError, TaskQueue};
use consumer::RabbitConsumer;
use hold::Hold;
use link::{Link, REPLY_SUCCESS};
use publisher::Publisher;
use topology::{Route, Topology};

/// A queue on a broker. Connects when it is first used. Clones share its two connections: one
/// publishes, one consumes.
#[derive(Clone)]
pub struct RabbitQueue {
    shared: Arc<Shared>,
}

struct Shared {
    options: Arc<RabbitOptions>,
    topology: Topology,
    publisher: Arc<Publisher>,
    consuming: Link,
    /// The channels that consume, the lost ones until they are swept out.
    holds: Mutex<Vec<Weak<Hold>>>,
    /// One reader of dead letters at a time: a second one would not see what the first holds.
    desk: tokio::sync::Mutex<()>,
}

impl RabbitQueue {
    /// A queue at a broker that nothing was said to yet.
    pub fn new(options: RabbitOptions) -> Self {
        let topology = Topology::new(&options.prefix);
        let options = Arc::new(options);
        let shared = Shared {
            publisher: Arc::new(Publisher::new(&options, &topology)),
            consuming: Link::new("consumer", options.clone(), topology.clone()),
            options,
            topology,
            holds: Mutex::default(),
            desk: tokio::sync::Mutex::default(),
        };
        Self {
            shared: Arc::new(shared),
        }
    }
}

#[async_trait]
impl TaskQueue for RabbitQueue {
    async fn publish(&self, task: &Task) -> Result<(), QueueError> {
        let body = message::encode(task).map_err(|error| QueueError::Refused(error.to_string()))?;
        let properties = message::properties(task);
        let publisher = &self.shared.publisher;
        publisher.publish(Route::Pages, &body, properties).await
    }

    async fn consume(&self, prefetch: u16) -> Result<Box<dyn Consumer>, QueueError> {
        let shared = Arc::clone(&self.shared);
        let consumer = RabbitConsumer::start(shared, prefetch).await?;
        Ok(Box::new(consumer))
    }

    /// Ready and dead are the broker's counts. AMQP tells nobody what others hold: unsettled are
    /// those that consumers of this queue and its clones hold.
    async fn depth(&self) -> Result<Depth, QueueError> {
        let link = &self.shared.consuming;
        let channel = link.channel().await?;
        let counts = link.within(self.shared.topology.counts(&channel)).await?;
        link.within(channel.close(REPLY_SUCCESS, "done".into()))
            .await?;
        Ok(Depth {
            ready: counts.pages as usize,
            unsettled: self.shared.holds().map(|hold| hold.unsettled()).sum(),
            dead: counts.dead as usize,
        })
    }

    async fn dead_letters(&self, limit: usize) -> Result<Vec<DeadLetter>, QueueError> {
        let _one = self.shared.desk.lock().await;
        dead::letters(&self.shared.consuming, &self.shared.topology.dead, limit).await
    }

    fn health(&self) -> Health {
        Health {
            consumers: self.shared.holds().filter(|hold| hold.is_live()).count(),
            blocked: self.shared.publisher.blocked(),
        }
    }
}

impl Shared {
    fn watch(&self, hold: &Arc<Hold>) {
        let mut holds = self.lock();
        holds.retain(|known| known.strong_count() > 0);
        holds.push(Arc::downgrade(hold));
    }

    fn holds(&self) -> impl Iterator<Item = Arc<Hold>> {
        let known: Vec<_> = self.lock().iter().filter_map(Weak::upgrade).collect();
        known.into_iter()
    }

    /// No panic can happen under this lock, so a poisoned one is still whole.
    fn lock(&self) -> MutexGuard<'_, Vec<Weak<Hold>>> {
        self.holds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for RabbitQueue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RabbitQueue")
            .field("options", &self.shared.options)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
