//! A host's turn: every reader asks here just before it navigates, so that all
//! of a fleet's workers together keep a host's pace. It knows no pages and sleeps for nobody.

mod memory;
mod pace;

pub use memory::MemoryHosts;
pub(crate) use pace::LANES_FULL_WAIT_MS;
pub use pace::{HostPace, Pace, Turn};

use async_trait::async_trait;
use domain::disposition::ErrorClass;
use domain::ids::PageKey;

/// Hands out turns on hosts. Times are milliseconds since the epoch, given by the caller.
#[async_trait]
pub trait HostLimiter: Send + Sync {
    /// Asks for a turn on a host (lower-case name and port).
    async fn turn(&self, host: &str, pace: Pace, now: u64) -> Result<Turn, HostError>;
    /// Makes a turn last for the pace's time from now on. One that ran out and is unknown stays so.
    async fn keep(&self, host: &str, permit: u64, pace: Pace, now: u64) -> Result<(), HostError>;
    /// Gives a turn back. A turn that ran out or is unknown is no error.
    async fn done(&self, host: &str, permit: u64) -> Result<(), HostError>;
    /// Nobody gets a turn on the host before `until` (RFC 9110 `Retry-After`, or a challenge). A
    /// shorter rest never ends a longer one.
    async fn rest(&self, host: &str, until: u64) -> Result<(), HostError>;
}

/// The host whose turn it takes to read an address; empty if it has none.
pub fn host_of(url: &str) -> String {
    PageKey::parse(url)
        .map(|key| key.host().to_owned())
        .unwrap_or_default()
}

/// The limiter is out of reach.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the host limiter is out of reach: {0}")]
pub struct HostError(pub String);

impl HostError {
    /// Trying again may help.
    pub fn class(&self) -> ErrorClass {
        ErrorClass::Transient
    }
}

#[cfg(test)]
mod tests;
