//! A consumer that outlives its connection: a supervisor keeps a channel with a live consumer on
//! the broker and hands deliveries over. What a lost channel held comes back by the broker.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use domain::disposition::ErrorClass;
use futures::StreamExt;
use lapin::Channel;
use lapin::options::{
    BasicCancelOptions, BasicConsumeOptions, BasicQosOptions, BasicRejectOptions,
};
use lapin::types::FieldTable;
use tokio::sync::mpsc;

use super::hold::{Hold, RabbitSettle};
use super::link::REPLY_SUCCESS;
use super::{Shared, message};
use crate::queue::{Consumer, Delivery, QueueError};
use crate::telemetry::Outage;

/// The longest pause between two attempts to come back, and the first.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
const FIRST_PAUSE: Duration = Duration::from_millis(50);
/// How long a polite goodbye may take.
const CLOSE_DEADLINE: Duration = Duration::from_secs(5);

type Handed = Result<(Delivery, Arc<Hold>), QueueError>;

/// The receiving end.
pub(super) struct RabbitConsumer {
    handed: mpsc::Receiver<Handed>,
    ended: Arc<AtomicBool>,
}

impl RabbitConsumer {
    /// Starts to consume; the first attempt must succeed.
    pub(super) async fn start(shared: Arc<Shared>, prefetch: u16) -> Result<Self, QueueError> {
        let prefetch = prefetch.max(1);
        let ended = Arc::new(AtomicBool::new(false));
        let (hand, handed) = mpsc::channel(usize::from(prefetch));
        let supervisor = Supervisor {
            shared,
            prefetch,
            ended: Arc::clone(&ended),
            hand,
        };
        let first = supervisor.attach().await?;
        tokio::spawn(supervisor.run(first));
        Ok(Self { handed, ended })
    }
}

#[async_trait]
impl Consumer for RabbitConsumer {
    async fn next(&mut self) -> Result<Delivery, QueueError> {
        while let Some(handed) = self.handed.recv().await {
            let (delivery, hold) = handed?;
            // What waited here while its channel was lost has gone back to the queue.
            if hold.is_live() {
                return Ok(delivery);
            }
        }
        Err(QueueError::Unreachable("the consumer has ended".to_owned()))
    }
}

impl Drop for RabbitConsumer {
    /// The supervisor sees the closed hand-over and closes the channel.
    fn drop(&mut self) {
        self.ended.store(true, Ordering::SeqCst);
    }
}

struct Supervisor {
    shared: Arc<Shared>,
    prefetch: u16,
    ended: Arc<AtomicBool>,
    hand: mpsc::Sender<Handed>,
}

/// A consumer that is known to the broker.
struct Attached {
    channel: Channel,
    stream: lapin::Consumer,
    hold: Arc<Hold>,
    /// Whether anything came.
    useful: bool,
}

/// Why a channel is no longer used.
enum End {
    /// The caller has dropped its consumer.
    Dropped,
    /// Every delivery was dropped unsettled: only a new channel makes the broker deliver them again.
    GiveBack,
    /// The channel, the connection or the broker's consumer is gone.
    Lost(String),
}

impl Supervisor {
    async fn run(self, first: Attached) {
        let mut attached = first;
        let outage = Outage::default();
        // Losses in a row with nothing delivered in between.
        let mut losses = 0;
        loop {
            let end = self.pump(&mut attached).await;
            attached.close().await;
            losses = if attached.useful { 0 } else { losses + 1 };
            match end {
                End::Dropped => return,
                End::GiveBack => losses = 0,
                End::Lost(reason) => {
                    if let Some(since) = outage.goes_on(&reason) {
                        tracing::warn!(%reason, %since, "the queue's consumer was lost; it is rebuilt");
                    }
                }
            }
            match self.come_back(losses, &outage).await {
                Some(again) => attached = again,
                None => return,
            }
            if let Some(after) = outage.ends() {
                tracing::info!(%after, "the queue's consumer is back");
            }
        }
    }

    /// Tries until it has a consumer, the caller is gone, or it was in vain too often.
    async fn come_back(&self, losses: u32, outage: &Outage) -> Option<Attached> {
        for round in 0..self.shared.options.rebuilds.max(1) {
            tokio::select! {
                () = self.hand.closed() => return None,
                () = tokio::time::sleep(pause(losses.saturating_add(round))) => {}
            }
            match self.attach().await {
                Ok(attached) => return Some(attached),
                Err(error) if self.is_last(round, &error) => {
                    // A caller that is gone needs no error.
                    self.hand.send(Err(error)).await.ok();
                    return None;
                }
                Err(error) => {
                    if let Some(since) = outage.goes_on(&error) {
                        tracing::warn!(%error, %since, "no consumer yet: trying again");
                    }
                }
            }
        }
        None
    }

    /// Whether it is in vain to try again.
    fn is_last(&self, round: u32, error: &QueueError) -> bool {
        let passing = error.class() == ErrorClass::Transient;
        !passing || round + 1 >= self.shared.options.rebuilds
    }

    async fn attach(&self) -> Result<Attached, QueueError> {
        let link = &self.shared.consuming;
        let channel = link.channel().await?;
        let queue = self.shared.topology.pages.as_str();
        let consume = async {
            let each = BasicQosOptions { global: false };
            channel.basic_qos(self.prefetch, each).await?;
            let (options, none) = (BasicConsumeOptions::default(), FieldTable::default());
            channel
                .basic_consume(queue.into(), "".into(), options, none)
                .await
        };
        let stream = link.within(consume).await?;
        let hold = Arc::new(Hold::new(Arc::clone(&self.ended)));
        self.shared.watch(&hold);
        Ok(Attached {
            channel,
            stream,
            hold,
            useful: false,
        })
    }

    /// Hands deliveries over until something ends it.
    async fn pump(&self, attached: &mut Attached) -> End {
        loop {
            let hold = Arc::clone(&attached.hold);
            let arrived = tokio::select! {
                () = self.hand.closed() => return End::Dropped,
                () = hold.only_dropped_for_a_while() => return self.give_back(attached).await,
                arrived = attached.stream.next() => arrived,
            };
            match arrived {
                Some(Ok(delivery)) => {
                    attached.useful = true;
                    self.take(delivery, &hold).await;
                }
                Some(Err(error)) => return End::Lost(error.to_string()),
                None => return End::Lost("the broker has ended the consumer".to_owned()),
            }
        }
    }

    /// Ends the consumer before its channel, so that no delivery arrives in between: one that
    /// nobody saw would be counted as come back. What had arrived is handed over and waited for.
    async fn give_back(&self, attached: &mut Attached) -> End {
        let tag = attached.stream.tag();
        let cancel = attached
            .channel
            .basic_cancel(tag, BasicCancelOptions::default());
        if let Err(error) = self.shared.consuming.within(cancel).await {
            return End::Lost(error.to_string());
        }
        let hold = Arc::clone(&attached.hold);
        while let Some(arrived) = attached.stream.next().await {
            match arrived {
                Ok(delivery) => self.take(delivery, &hold).await,
                Err(error) => return End::Lost(error.to_string()),
            }
        }
        tokio::select! {
            () = self.hand.closed() => End::Dropped,
            () = hold.nothing_is_open() => End::GiveBack,
        }
    }

    async fn take(&self, arrived: lapin::message::Delivery, hold: &Arc<Hold>) {
        hold.receive();
        let task = match message::decode(&arrived.data) {
            Ok(task) => task,
            Err(error) => {
                tracing::error!(%error, "a message that is no task goes to the dead letters");
                // If this fails the channel is gone, and the message comes again.
                let gone = BasicRejectOptions { requeue: false };
                arrived.acker.reject(gone).await.ok();
                hold.settled();
                return;
            }
        };
        let redelivered = message::redelivered(&arrived.properties, arrived.redelivered);
        let settle = RabbitSettle {
            hold: Arc::clone(hold),
            acker: arrived.acker,
            body: arrived.data,
            properties: arrived.properties,
            publisher: Arc::clone(&self.shared.publisher),
            settled: false,
        };
        let delivery = Delivery::new(task, redelivered, Box::new(settle));
        // A caller that is gone gives everything back when the channel closes.
        self.hand.send(Ok((delivery, Arc::clone(hold)))).await.ok();
    }
}

impl Attached {
    /// The broker takes back what was not settled.
    async fn close(&self) {
        self.hold.lose();
        let goodbye = self.channel.close(REPLY_SUCCESS, "done".into());
        // One that is closed or lost already needs no goodbye.
        tokio::time::timeout(CLOSE_DEADLINE, goodbye).await.ok();
    }
}

/// Doubled each time up to the longest; at least half of it is waited, so that a fleet does not
/// come back as one.
fn pause(round: u32) -> Duration {
    let most = (FIRST_PAUSE * (1 << round.min(10))).min(LONGEST_PAUSE);
    let half = most / 2;
    let part = RandomState::new().hash_one(round) % 1000;
    half + half * u32::try_from(part).unwrap_or(0) / 1000
}
