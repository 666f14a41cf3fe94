//! What must exist on the broker, and its names. Declared before every use, so a broker that lost
//! everything is set up again. Limits are not declared here: policies can be changed later.

use std::sync::Arc;

use lapin::options::{ExchangeDeclareOptions, QueueBindOptions, QueueDeclareOptions};
use lapin::types::{AMQPValue, FieldTable, LongString};
use lapin::{Channel, ExchangeKind};
use tokio::sync::Mutex;

/// Where a message goes within the exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Route {
    /// To the workers.
    Pages,
    /// To the operator's desk.
    Dead,
}

impl Route {
    /// The routing key.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Pages => "pages",
            Self::Dead => "dead",
        }
    }
}

/// The names in use, prefix included.
#[derive(Debug, Clone)]
pub(super) struct Topology {
    pub(super) exchange: String,
    pub(super) pages: String,
    pub(super) dead: String,
    /// One declaration at a time: a quorum queue that another one is just making refuses messages.
    making: Arc<Mutex<()>>,
}

/// How many messages wait, as the broker's answer to the declaration says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) pages: u32,
    pub(super) dead: u32,
}

impl Topology {
    pub(super) fn new(prefix: &str) -> Self {
        Self {
            exchange: format!("{prefix}windrow"),
            pages: format!("{prefix}windrow.pages"),
            dead: format!("{prefix}windrow.dead"),
            making: Arc::default(),
        }
    }

    /// Declares a durable direct exchange and two quorum queues bound to it. The dead queue comes
    /// first: pages that are dead-lettered meet it.
    pub(super) async fn declare(&self, channel: &Channel) -> lapin::Result<Counts> {
        let _one = self.making.lock().await;
        let durable = ExchangeDeclareOptions {
            durable: true,
            ..ExchangeDeclareOptions::default()
        };
        let exchange = self.exchange.as_str().into();
        channel
            .exchange_declare(
                exchange,
                ExchangeKind::Direct,
                durable,
                FieldTable::default(),
            )
            .await?;
        let dead = self
            .queue(channel, &self.dead, Route::Dead, quorum())
            .await?;
        let pages = self
            .queue(channel, &self.pages, Route::Pages, self.dead_lettered())
            .await?;
        Ok(Counts { pages, dead })
    }

    async fn queue(
        &self,
        channel: &Channel,
        name: &str,
        route: Route,
        arguments: FieldTable,
    ) -> lapin::Result<u32> {
        let durable = QueueDeclareOptions {
            durable: true,
            ..QueueDeclareOptions::default()
        };
        let queue = channel
            .queue_declare(name.into(), durable, arguments)
            .await?;
        let (exchange, key) = (self.exchange.as_str().into(), route.key().into());
        let options = QueueBindOptions::default();
        channel
            .queue_bind(name.into(), exchange, key, options, FieldTable::default())
            .await?;
        Ok(queue.message_count())
    }

    /// A queue that gives up a message only once the dead queue has confirmed it; that strategy
    /// asks for `reject-publish`.
    fn dead_lettered(&self) -> FieldTable {
        let mut arguments = quorum();
        for (key, value) in [
            ("x-dead-letter-exchange", self.exchange.as_str()),
            ("x-dead-letter-routing-key", Route::Dead.key()),
            ("x-dead-letter-strategy", "at-least-once"),
            ("x-overflow", "reject-publish"),
        ] {
            arguments.insert(key.into(), text(value));
        }
        arguments
    }
}

fn quorum() -> FieldTable {
    let mut arguments = FieldTable::default();
    arguments.insert("x-queue-type".into(), text("quorum"));
    arguments
}

pub(super) fn text(value: &str) -> AMQPValue {
    AMQPValue::LongString(LongString::from(value))
}
