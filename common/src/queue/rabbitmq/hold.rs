//! What one channel of a consumer has received and not settled, and how a delivery of it is
//! settled. AMQP gives back all of a closed channel's deliveries at once, so they end together.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use lapin::Acker;
use lapin::BasicProperties;
use lapin::options::BasicAckOptions;
use tokio::sync::Notify;

use super::message;
use super::publisher::Publisher;
use super::topology::Route;
use crate::queue::{Outcome, QueueError, Settle};

/// How long a consumer whose every delivery was dropped waits for a further one before it gives
/// them back.
const QUIET: Duration = Duration::from_millis(100);
/// How long an ack may wait for the socket.
const ACK_DEADLINE: Duration = Duration::from_secs(10);

/// The deliveries of one channel.
pub(super) struct Hold {
    /// The consumer was dropped.
    ended: Arc<AtomicBool>,
    /// The channel is gone.
    lost: AtomicBool,
    held: AtomicUsize,
    /// Those of the held ones that nobody will settle.
    dropped: AtomicUsize,
    changed: Notify,
}

impl Hold {
    pub(super) fn new(ended: Arc<AtomicBool>) -> Self {
        Self {
            ended,
            lost: AtomicBool::new(false),
            held: AtomicUsize::new(0),
            dropped: AtomicUsize::new(0),
            changed: Notify::new(),
        }
    }

    /// Whether its deliveries can still be settled.
    pub(super) fn is_live(&self) -> bool {
        !self.ended.load(Ordering::SeqCst) && !self.lost.load(Ordering::SeqCst)
    }

    /// How many are unsettled; none once they were given back.
    pub(super) fn unsettled(&self) -> usize {
        if self.is_live() {
            self.held.load(Ordering::SeqCst)
        } else {
            0
        }
    }

    pub(super) fn lose(&self) {
        self.lost.store(true, Ordering::SeqCst);
    }

    pub(super) fn receive(&self) {
        self.held.fetch_add(1, Ordering::SeqCst);
    }

    /// One fewer, which may leave only dropped ones.
    pub(super) fn settled(&self) {
        self.held.fetch_sub(1, Ordering::SeqCst);
        self.changed.notify_one();
    }

    fn drop_one(&self) {
        self.dropped.fetch_add(1, Ordering::SeqCst);
        self.changed.notify_one();
    }

    fn only_dropped(&self) -> bool {
        let dropped = self.dropped.load(Ordering::SeqCst);
        dropped > 0 && dropped == self.held.load(Ordering::SeqCst)
    }

    /// Waits until each was settled or dropped.
    pub(super) async fn nothing_is_open(&self) {
        loop {
            let changed = self.changed.notified();
            if self.dropped.load(Ordering::SeqCst) == self.held.load(Ordering::SeqCst) {
                return;
            }
            changed.await;
        }
    }

    /// Waits until all that is held was dropped and nothing further comes.
    pub(super) async fn only_dropped_for_a_while(&self) {
        loop {
            let changed = self.changed.notified();
            if !self.only_dropped() {
                changed.await;
                continue;
            }
            tokio::time::sleep(QUIET).await;
            if self.only_dropped() {
                return;
            }
        }
    }
}

/// One delivery's half that talks to the broker.
pub(super) struct RabbitSettle {
    pub(super) hold: Arc<Hold>,
    pub(super) acker: Acker,
    pub(super) body: Vec<u8>,
    pub(super) properties: BasicProperties,
    pub(super) publisher: Arc<Publisher>,
    pub(super) settled: bool,
}

#[async_trait]
impl Settle for RabbitSettle {
    /// A dead letter is published with its reason and confirmed before the ack: a death in between
    /// leaves a letter too many, never one too few.
    async fn settle(mut self: Box<Self>, outcome: Outcome) -> Result<(), QueueError> {
        if !self.hold.is_live() {
            return Err(QueueError::GivenBack);
        }
        if let Outcome::DeadLetter(reason) = outcome {
            let properties = message::with_reason(&self.properties, &reason);
            let letter = self.publisher.publish(Route::Dead, &self.body, properties);
            letter.await?;
        }
        self.ack().await
    }
}

impl RabbitSettle {
    async fn ack(&mut self) -> Result<(), QueueError> {
        let ack = self.acker.ack(BasicAckOptions::default());
        match tokio::time::timeout(ACK_DEADLINE, ack).await {
            Ok(Ok(true)) => {
                self.settled = true;
                self.hold.settled();
                Ok(())
            }
            Ok(_) => Err(QueueError::GivenBack),
            Err(_) => Err(QueueError::Unreachable(format!(
                "no ack went out within {ACK_DEADLINE:?}"
            ))),
        }
    }
}

impl Drop for RabbitSettle {
    fn drop(&mut self) {
        if !self.settled {
            self.hold.drop_one();
        }
    }
}
