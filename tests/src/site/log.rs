//! What a server was asked for: counts by path and query.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Requests by path and query.
#[derive(Debug, Default)]
pub struct RequestLog(Mutex<BTreeMap<String, usize>>);

impl RequestLog {
    /// Notes one request.
    pub(super) fn note(&self, target: &str) {
        *self.lock().entry(target.to_owned()).or_default() += 1;
    }

    /// How often this path and query was asked for.
    pub fn count(&self, target: &str) -> usize {
        self.lock().get(target).copied().unwrap_or_default()
    }

    /// Every target that starts with `prefix`, with its count, in order.
    pub fn under(&self, prefix: &str) -> Vec<(String, usize)> {
        self.lock()
            .iter()
            .filter(|(target, _)| target.starts_with(prefix))
            .map(|(target, count)| (target.clone(), *count))
            .collect()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
