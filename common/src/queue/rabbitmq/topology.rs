//! What must exist on the broker, and its names. Declared on every connection, so a broker that lost
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

/// How many messages wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) pages: u32,
    pub(super) dead: u32,
}

impl Topology {
    pub(super) fn new(prefix: &str) -> Self {
        Self {
            exchange: prefix.to_owned(),
            pages: format!("{prefix}.pages"),
            dead: format!("{prefix}.dead"),
            making: Arc::default(),
        }
    }

    /// The queue that a route leads to.
    pub(super) fn queue_of(&self, route: Route) -> &str {
        match route {
            Route::Pages => &self.pages,
            Route::Dead => &self.dead,
        }
    }

    /// Declares a durable direct exchange and two quorum queues bound to it. The dead queue comes
    /// first: pages that are dead-lettered meet it.
    pub(super) async fn declare(&self, channel: &Channel) -> lapin::Result<()> {
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
        self.queue(channel, &self.dead, Route::Dead, quorum())
            .await?;
        self.queue(channel, &self.pages, Route::Pages, self.dead_lettered())
            .await
    }

    /// Asks how many messages wait; fails if a queue is not there.
    pub(super) async fn counts(&self, channel: &Channel) -> lapin::Result<Counts> {
        Ok(Counts {
            pages: count(channel, &self.pages).await?,
            dead: count(channel, &self.dead).await?,
        })
    }

    async fn queue(
        &self,
        channel: &Channel,
        name: &str,
        route: Route,
        arguments: FieldTable,
    ) -> lapin::Result<()> {
        let durable = QueueDeclareOptions {
            durable: true,
            ..QueueDeclareOptions::default()
        };
        channel
            .queue_declare(name.into(), durable, arguments)
            .await?;
        let (exchange, key) = (self.exchange.as_str().into(), route.key().into());
        let options = QueueBindOptions::default();
        channel
            .queue_bind(name.into(), exchange, key, options, FieldTable::default())
            .await
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

/// How many messages wait in a queue that is there.
pub(super) async fn count(channel: &Channel, queue: &str) -> lapin::Result<u32> {
    let passive = QueueDeclareOptions {
        passive: true,
        ..QueueDeclareOptions::default()
    };
    let known = channel.queue_declare(queue.into(), passive, FieldTable::default());
    Ok(known.await?.message_count())
}

fn quorum() -> FieldTable {
    let mut arguments = FieldTable::default();
    arguments.insert("x-queue-type".into(), text("quorum"));
    arguments
}

pub(super) fn text(value: &str) -> AMQPValue {
    AMQPValue::LongString(LongString::from(value))
}
