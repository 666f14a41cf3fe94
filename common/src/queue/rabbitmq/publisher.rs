//! Publishing with the broker's word: a publish is done when the broker has confirmed it, within a
//! deadline. It retries nothing; the lease in the frontier does.

use lapin::options::{BasicPublishOptions, ConfirmSelectOptions};
use lapin::{BasicProperties, Channel, Confirmation};
use tokio::sync::Mutex;

use super::deaf::Deaf;
use super::link::Link;
use super::options::RabbitOptions;
use super::topology::{Route, Topology};
use crate::queue::QueueError;

/// Publishes on a connection of its own: a broker short of memory stops reading from those that
/// publish, and acks must go through all the same.
pub(super) struct Publisher {
    link: Link,
    options: std::sync::Arc<RabbitOptions>,
    exchange: String,
    topology: Topology,
    channel: Mutex<Option<Channel>>,
    /// For the queue of each route.
    deaf: [Deaf; 2],
}

impl Publisher {
    pub(super) fn new(options: &std::sync::Arc<RabbitOptions>, topology: &Topology) -> Self {
        Self {
            link: Link::new("publisher", options.clone(), topology.clone()),
            options: options.clone(),
            exchange: topology.exchange.clone(),
            topology: topology.clone(),
            channel: Mutex::default(),
            deaf: Default::default(),
        }
    }

    /// Why the broker takes no publishes, if it has said so.
    pub(super) fn blocked(&self) -> Option<String> {
        self.link.blocked()
    }

    /// Returns once a queue has taken the message over.
    pub(super) async fn publish(
        &self,
        route: Route,
        body: &[u8],
        properties: BasicProperties,
    ) -> Result<(), QueueError> {
        self.refuse_while_blocked()?;
        let channel = self.channel().await?;
        let deaf = &self.deaf[usize::from(route == Route::Dead)];
        let round = deaf.round();
        let deadline = self.options.confirm_deadline;
        let sending = self.send(&channel, route, body, properties);
        let Ok(sent) = tokio::time::timeout(deadline, sending).await else {
            self.refuse_while_blocked()?;
            let queue = self.topology.queue_of(route);
            if deaf.missed(round) {
                deaf.remake(&self.link, queue).await;
            }
            let address = self.options.shown();
            return Err(QueueError::Unreachable(format!(
                "{address}: no confirm within {deadline:?}; {}",
                Deaf::advice(queue)
            )));
        };
        if sent.is_ok() {
            deaf.heard();
        }
        sent
    }

    fn refuse_while_blocked(&self) -> Result<(), QueueError> {
        match self.blocked() {
            Some(reason) => Err(QueueError::Refused(format!(
                "the broker has blocked publishers: {reason}"
            ))),
            None => Ok(()),
        }
    }

    async fn send(
        &self,
        channel: &Channel,
        route: Route,
        body: &[u8],
        properties: BasicProperties,
    ) -> Result<(), QueueError> {
        let mandatory = BasicPublishOptions {
            mandatory: true,
            ..BasicPublishOptions::default()
        };
        let (exchange, key) = (self.exchange.as_str().into(), route.key().into());
        let confirm = channel
            .basic_publish(exchange, key, mandatory, body, properties)
            .await
            .map_err(|error| self.link.fault(&error))?;
        let confirmation = confirm.await.map_err(|error| self.link.fault(&error))?;
        if has_come_back(&confirmation) {
            self.retire(channel).await;
        }
        verdict(confirmation)
    }

    /// The next publish takes a new channel, on which everything is declared again.
    async fn retire(&self, channel: &Channel) {
        let mut slot = self.channel.lock().await;
        if slot.as_ref().is_some_and(|own| own.id() == channel.id()) {
            self.link.declare_again();
            *slot = None;
        }
    }

    /// The channel in use, or a new one in confirm mode.
    async fn channel(&self) -> Result<Channel, QueueError> {
        let mut slot = self.channel.lock().await;
        if let Some(channel) = slot.as_ref().filter(|own| own.status().connected()) {
            return Ok(channel.clone());
        }
        let channel = self.link.channel().await?;
        let confirm = channel.confirm_select(ConfirmSelectOptions::default());
        self.link.within(confirm).await?;
        Ok(slot.insert(channel).clone())
    }
}

/// Whether no queue was there.
fn has_come_back(confirmation: &Confirmation) -> bool {
    matches!(
        confirmation,
        Confirmation::Ack(Some(_)) | Confirmation::Nack(Some(_))
    )
}

/// A confirm says that the message was dealt with, not that a queue has it: one that no queue
/// wanted is returned first.
fn verdict(confirmation: Confirmation) -> Result<(), QueueError> {
    match confirmation {
        Confirmation::Ack(None) => Ok(()),
        Confirmation::Ack(Some(back)) | Confirmation::Nack(Some(back)) => Err(QueueError::Refused(
            format!("returned: {}", back.reply_text),
        )),
        Confirmation::Nack(None) => Err(QueueError::Refused(
            "the broker did not take it; is the queue full?".to_owned(),
        )),
        Confirmation::NotRequested => Err(QueueError::Refused(
            "the channel gives no confirms".to_owned(),
        )),
    }
}
