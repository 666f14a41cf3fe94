//! Publishing with the broker's word: a publish is done when the broker has confirmed it, within a
//! deadline. It retries nothing; the lease in the frontier does.

use lapin::options::{BasicPublishOptions, ConfirmSelectOptions};
use lapin::{BasicProperties, Channel, Confirmation};
use tokio::sync::Mutex;

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
    channel: Mutex<Option<Channel>>,
}

impl Publisher {
    pub(super) fn new(options: &std::sync::Arc<RabbitOptions>, topology: &Topology) -> Self {
        Self {
            link: Link::new("publisher", options.clone(), topology.clone()),
            options: options.clone(),
            exchange: topology.exchange.clone(),
            channel: Mutex::default(),
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
        let deadline = self.options.confirm_deadline;
        let sending = self.send(&channel, route, body, properties);
        let sent = tokio::time::timeout(deadline, sending).await;
        sent.unwrap_or_else(|_| {
            self.refuse_while_blocked()?;
            let address = self.options.shown();
            let reason = format!("{address}: no confirm within {deadline:?}");
            Err(QueueError::Unreachable(reason))
        })
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
        verdict(confirm.await.map_err(|error| self.link.fault(&error))?)
    }

    /// The channel in use, or a new one in confirm mode.
    async fn channel(&self) -> Result<Channel, QueueError> {
        let mut slot = self.channel.lock().await;
        if let Some(channel) = slot.as_ref().filter(|own| own.status().connected()) {
            return Ok(channel.clone());
        }
        let (channel, _) = self.link.channel().await?;
        let confirm = channel.confirm_select(ConfirmSelectOptions::default());
        self.link.within(confirm).await?;
        Ok(slot.insert(channel).clone())
    }
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
