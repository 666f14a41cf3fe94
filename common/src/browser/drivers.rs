//! The drivers a reader has running, so that dropping the reader can end them all at once, even
//! while their sessions are in use by a task; and how many sessions there are.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::driver::Driver;

/// Running drivers by process group. Cloning shares them.
#[derive(Debug, Clone, Default)]
pub(super) struct Drivers {
    running: Arc<Mutex<BTreeMap<i32, Driver>>>,
    sessions: Arc<AtomicUsize>,
}

/// The right to one driver; dropping it ends the driver.
#[derive(Debug)]
pub(super) struct Leash {
    group: i32,
    drivers: Drivers,
}

/// A session that counts until it is dropped.
#[derive(Debug)]
pub(super) struct Seat(Arc<AtomicUsize>);

impl Drivers {
    /// Keeps a driver until its leash is dropped or all are ended.
    pub(super) fn keep(&self, driver: Driver) -> Leash {
        let group = driver.group();
        self.with(|all| all.insert(group, driver));
        Leash {
            group,
            drivers: self.clone(),
        }
    }

    /// Ends all. Blocks until their processes are gone.
    pub(super) fn end_all(&self) {
        drop(self.with(std::mem::take));
    }

    /// Counts a session, whosever its driver is.
    pub(super) fn seat(&self) -> Seat {
        self.sessions.fetch_add(1, Ordering::SeqCst);
        Seat(Arc::clone(&self.sessions))
    }

    /// Sessions that are alive.
    pub(super) fn sessions(&self) -> usize {
        self.sessions.load(Ordering::SeqCst)
    }

    fn with<T>(&self, act: impl FnOnce(&mut BTreeMap<i32, Driver>) -> T) -> T {
        act(&mut self.running.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        drop(self.drivers.with(|all| all.remove(&self.group)));
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}
