//! The drivers a reader has running, so that dropping the reader can end them all at once, even
//! while their sessions are in use by a task.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::driver::Driver;

/// Running drivers by process group. Cloning shares them.
#[derive(Debug, Clone, Default)]
pub(super) struct Drivers(Arc<Mutex<BTreeMap<i32, Driver>>>);

/// The right to one driver; dropping it ends the driver.
#[derive(Debug)]
pub(super) struct Leash {
    group: i32,
    drivers: Drivers,
}

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

    fn with<T>(&self, act: impl FnOnce(&mut BTreeMap<i32, Driver>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        drop(self.drivers.with(|all| all.remove(&self.group)));
    }
}
