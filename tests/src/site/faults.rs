//! Misbehaviour on demand, per path: a status, a delay, a dropped connection, for a number of
//! requests or for good.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// This status with a short body in place of the page.
    Status(u16),
    /// The page after this time.
    Delay(Duration),
    /// The connection ends without a response.
    Drop,
}

/// The faults in force, by path and query.
#[derive(Debug, Default)]
pub struct Faults(Mutex<HashMap<String, (Fault, usize)>>);

impl Faults {
    /// Every request for `target` meets `fault`.
    pub fn set(&self, target: &str, fault: Fault) {
        self.set_times(target, fault, usize::MAX);
    }

    /// The next `times` requests for `target` meet `fault`.
    pub fn set_times(&self, target: &str, fault: Fault, times: usize) {
        self.lock().insert(target.to_owned(), (fault, times));
    }

    /// All is well again.
    pub fn clear(&self) {
        self.lock().clear();
    }

    /// The fault that the current request meets.
    pub(super) fn take(&self, target: &str) -> Option<Fault> {
        let mut faults = self.lock();
        let (fault, left) = faults.get_mut(target)?;
        let fault = *fault;
        if *left != usize::MAX {
            *left -= 1;
            if *left == 0 {
                faults.remove(target);
            }
        }
        Some(fault)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, (Fault, usize)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
