//! One connection to the broker, opened when it is needed and again when it was lost. It knows
//! whether the broker has blocked it; it keeps no channel.

use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures::{Stream, StreamExt};
use lapin::protocol::{AMQPErrorKind, AMQPHardError, AMQPSoftError};
use lapin::{Channel, Connection, ConnectionProperties, ErrorKind, Event};
use tokio::sync::watch;

use super::options::RabbitOptions;
use super::topology::Topology;
use crate::queue::QueueError;

/// AMQP 0-9-1: a close without a complaint.
pub(super) const REPLY_SUCCESS: u16 = 200;

/// A connection of one purpose.
pub(super) struct Link {
    purpose: &'static str,
    options: Arc<RabbitOptions>,
    topology: Topology,
    /// One attempt at a time.
    opening: tokio::sync::Mutex<()>,
    live: Mutex<Option<Arc<Live>>>,
}

struct Live {
    connection: Connection,
    /// Exchange and queues are known to be there.
    declared: AtomicBool,
    /// The broker's words while it takes no publishes.
    blocked: watch::Receiver<Option<String>>,
}

impl Link {
    pub(super) fn new(
        purpose: &'static str,
        options: Arc<RabbitOptions>,
        topology: Topology,
    ) -> Self {
        Self {
            purpose,
            options,
            topology,
            opening: tokio::sync::Mutex::default(),
            live: Mutex::default(),
        }
    }

    /// A fresh channel. Everything is declared once for each connection, and again after a failure:
    /// what was there may be gone.
    pub(super) async fn channel(&self) -> Result<Channel, QueueError> {
        let live = self.connection().await?;
        self.within(async {
            let channel = live.connection.create_channel().await?;
            if !live.declared.load(Ordering::SeqCst) {
                self.topology.declare(&channel).await?;
                live.declared.store(true, Ordering::SeqCst);
            }
            Ok(channel)
        })
        .await
    }

    /// The next channel declares everything.
    pub(super) fn declare_again(&self) {
        if let Some(live) = self.open() {
            live.declared.store(false, Ordering::SeqCst);
        }
    }

    /// Why the broker takes no publishes on this connection, if it has said so.
    pub(super) fn blocked(&self) -> Option<String> {
        let live = self.open()?;
        if !live.connection.status().blocked() {
            return None;
        }
        let heard = live.blocked.borrow().clone();
        Some(heard.unwrap_or_else(|| "no reason was heard".to_owned()))
    }

    /// An answer of the broker, with a deadline.
    pub(super) async fn within<T>(
        &self,
        answer: impl Future<Output = lapin::Result<T>>,
    ) -> Result<T, QueueError> {
        let deadline = self.options.connect_deadline;
        match tokio::time::timeout(deadline, answer).await {
            Ok(answer) => answer.map_err(|error| self.fault(&error)),
            Err(_) => Err(self.lost(&format!("no answer within {deadline:?}"))),
        }
    }

    /// An error in the broker's or the network's words.
    pub(super) fn fault(&self, error: &lapin::Error) -> QueueError {
        match plain(error) {
            (words, true) => {
                self.declare_again();
                QueueError::Denied(format!("{}: {words}", self.options.shown()))
            }
            (words, false) => self.lost(&words),
        }
    }

    fn lost(&self, reason: &str) -> QueueError {
        self.declare_again();
        QueueError::Unreachable(format!("{}: {reason}", self.options.shown()))
    }

    async fn connection(&self) -> Result<Arc<Live>, QueueError> {
        let _one = self.opening.lock().await;
        if let Some(live) = self.open() {
            return Ok(live);
        }
        let live = Arc::new(self.connect().await?);
        *self.slot() = Some(Arc::clone(&live));
        Ok(live)
    }

    async fn connect(&self) -> Result<Live, QueueError> {
        let name = format!("windrow {} {}", self.purpose, std::process::id());
        let properties = ConnectionProperties::default().with_connection_name(name.into());
        let runtime = lapin::runtime::default_runtime().map_err(|error| self.fault(&error))?;
        let (uri, tls) = (self.options.uri.clone(), self.options.tls());
        let opening = Connection::connect_uri_with_config(uri, properties, tls, runtime);
        let connection = self.within(Box::pin(opening)).await?;
        let (sender, blocked) = watch::channel(None);
        tokio::spawn(follow(connection.events_listener(), sender));
        Ok(Live {
            connection,
            declared: AtomicBool::new(false),
            blocked,
        })
    }

    fn open(&self) -> Option<Arc<Live>> {
        let slot = self.slot();
        let live = slot.as_ref()?;
        live.connection.status().connected().then(|| live.clone())
    }

    /// No panic can happen under this lock, so a poisoned one is still whole.
    fn slot(&self) -> std::sync::MutexGuard<'_, Option<Arc<Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Notes what the broker says about the connection until it ends.
async fn follow(events: impl Stream<Item = Event>, blocked: watch::Sender<Option<String>>) {
    let mut events = std::pin::pin!(events);
    while let Some(event) = events.next().await {
        match event {
            Event::ConnectionBlocked(reason) => {
                tracing::warn!(%reason, "the broker takes no publishes");
                blocked.send_replace(Some(reason));
            }
            Event::ConnectionUnblocked => {
                tracing::info!("the broker takes publishes again");
                blocked.send_replace(None);
            }
            _ => {}
        }
    }
}

/// What a person can act on, and whether it stays as it is until somebody does.
fn plain(error: &lapin::Error) -> (String, bool) {
    let ErrorKind::ProtocolError(said) = error.kind() else {
        return (with_remedy(error.to_string()), false);
    };
    judge(said.kind(), said.get_message().as_str())
}

/// A login, a virtual host and a permission stay refused; a limit that is reached passes.
fn judge(kind: &AMQPErrorKind, text: &str) -> (String, bool) {
    match kind {
        AMQPErrorKind::Soft(AMQPSoftError::ACCESSREFUSED) if text.contains("access to") => {
            let words = format!("the broker does not give this user that permission ({text})");
            (words, true)
        }
        AMQPErrorKind::Soft(AMQPSoftError::ACCESSREFUSED) => {
            let words = format!("the broker refuses this user or its password ({text})");
            (words, true)
        }
        AMQPErrorKind::Hard(AMQPHardError::NOTALLOWED) if text.contains("limit") => {
            (format!("the broker does not allow it now ({text})"), false)
        }
        AMQPErrorKind::Hard(AMQPHardError::NOTALLOWED) => {
            let words = "does the virtual host exist, and may this user use it?";
            (
                format!("the broker does not allow it; {words} ({text})"),
                true,
            )
        }
        AMQPErrorKind::Soft(AMQPSoftError::PRECONDITIONFAILED) if text.contains("inequivalent") => {
            let words = "another program declared it otherwise; choose another queue.prefix";
            (format!("{words} ({text})"), true)
        }
        _ => (text.to_owned(), false),
    }
}

/// The system's words carry no kind for what goes wrong beneath AMQP.
fn with_remedy(words: String) -> String {
    let remedies = [
        (
            "certificate",
            "name the authority's PEM file in the address: ?cacertfile=FILE",
        ),
        ("onnection refused", "is the broker running there?"),
        ("failed to lookup", "is the host's name right?"),
    ];
    let fitting = remedies.iter().find(|(sign, _)| words.contains(sign));
    match fitting {
        Some((_, remedy)) => format!("{words}; {remedy}"),
        None => words,
    }
}

#[cfg(test)]
mod tests;
