//! The bytes on their way through a proxy, by connection and direction. They can be looked at while
//! they are held back.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Way;

/// One direction of one connection.
pub(super) type Lane = (u64, Way);

#[derive(Debug, Default)]
pub(super) struct Held(Mutex<HashMap<Lane, Vec<u8>>>);

impl Held {
    /// Appends bytes that came in.
    pub(super) fn add(&self, lane: Lane, bytes: &[u8]) {
        self.lock().entry(lane).or_default().extend(bytes);
    }

    /// Everything that may go out now.
    pub(super) fn take(&self, lane: Lane) -> Vec<u8> {
        self.lock().remove(&lane).unwrap_or_default()
    }

    pub(super) fn contains(&self, way: Way, bytes: &[u8]) -> bool {
        self.lock()
            .iter()
            .filter(|((_, held_way), _)| *held_way == way)
            .any(|(_, held)| held.windows(bytes.len()).any(|window| window == bytes))
    }

    pub(super) fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Lane, Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
