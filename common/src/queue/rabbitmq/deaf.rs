//! A queue that is there and hears nothing: a quorum queue without a leader. A declaration of it
//! succeeds, a message is neither confirmed nor refused. It is made anew if it holds nothing.

use std::sync::atomic::{AtomicU32, Ordering};

use lapin::options::QueueDeleteOptions;

use super::link::Link;
use super::topology::count;

/// Deadlines missed in a row, by publishes that did not overlap, before a queue counts as deaf.
const ROUNDS: u32 = 3;

/// How often in a row a queue did not confirm.
#[derive(Debug, Default)]
pub(super) struct Deaf {
    rounds: AtomicU32,
}

impl Deaf {
    /// What a publish notes when it begins.
    pub(super) fn round(&self) -> u32 {
        self.rounds.load(Ordering::SeqCst)
    }

    /// A queue took a message.
    pub(super) fn heard(&self) {
        self.rounds.store(0, Ordering::SeqCst);
    }

    /// A publish that began in `round` got no answer. True for one of those that make the queue
    /// count as deaf; then it starts anew.
    pub(super) fn missed(&self, round: u32) -> bool {
        let next = if round + 1 >= ROUNDS { 0 } else { round + 1 };
        let exchange =
            self.rounds
                .compare_exchange(round, next, Ordering::SeqCst, Ordering::SeqCst);
        exchange.is_ok() && next == 0
    }

    /// What a person can do about it.
    pub(super) fn advice(queue: &str) -> String {
        format!("if this goes on, queue {queue} has lost its leader: see the broker's log")
    }

    /// Deletes the queue if the broker counts no message in it; the next channel declares it again.
    /// What it may have held is published again by the leases in the frontier.
    pub(super) async fn remake(&self, link: &Link, queue: &str) {
        let made = async {
            let channel = link.channel().await?;
            if link.within(count(&channel, queue)).await? > 0 {
                return Ok(false);
            }
            let delete = channel.queue_delete(queue.into(), QueueDeleteOptions::default());
            link.within(delete).await?;
            link.declare_again();
            link.channel().await.map(|_| true)
        };
        match made.await {
            Ok(true) => tracing::warn!(queue, "a queue without a leader was made anew"),
            Ok(false) => tracing::warn!(queue, "a queue confirms nothing and holds messages"),
            Err(error) => tracing::warn!(queue, %error, "a queue confirms nothing"),
        }
    }
}

#[cfg(test)]
mod tests;
