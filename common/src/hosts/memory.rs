//! The host limiter of one process.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;

use super::{HostError, HostLimiter, HostPace, Pace, Turn};

/// Hosts in memory.
#[derive(Debug, Default)]
pub struct MemoryHosts {
    hosts: Mutex<HashMap<String, HostPace>>,
}

impl MemoryHosts {
    /// No panic can happen under this lock, so a poisoned one is still whole.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, HostPace>> {
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl HostLimiter for MemoryHosts {
    async fn turn(&self, host: &str, pace: Pace, now: u64) -> Result<Turn, HostError> {
        Ok(self
            .lock()
            .entry(host.to_owned())
            .or_default()
            .turn(pace, now))
    }

    async fn keep(&self, host: &str, permit: u64, pace: Pace, now: u64) -> Result<(), HostError> {
        if let Some(state) = self.lock().get_mut(host) {
            state.keep(permit, pace, now);
        }
        Ok(())
    }

    async fn done(&self, host: &str, permit: u64) -> Result<(), HostError> {
        if let Some(state) = self.lock().get_mut(host) {
            state.done(permit);
        }
        Ok(())
    }

    async fn rest(&self, host: &str, until: u64) -> Result<(), HostError> {
        self.lock().entry(host.to_owned()).or_default().rest(until);
        Ok(())
    }
}
