//! What a reader's browsers had to do for the pages read: for tests, benches and whoever tunes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts since the reader was started.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Browser sessions started.
    pub sessions: u64,
    /// Browser contexts made beside those that sessions begin with.
    pub contexts: u64,
    /// Tabs opened.
    pub tabs: u64,
    /// Navigations of a tab from one site to another.
    pub hops: u64,
}

/// The counters. Cloning shares them.
#[derive(Debug, Clone, Default)]
pub(super) struct Counters(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    sessions: AtomicU64,
    contexts: AtomicU64,
    tabs: AtomicU64,
    hops: AtomicU64,
}

impl Counters {
    pub(super) fn session(&self) {
        self.0.sessions.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn context(&self) {
        self.0.contexts.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn tab(&self) {
        self.0.tabs.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn hop(&self) {
        self.0.hops.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn read(&self) -> Tally {
        Tally {
            sessions: self.0.sessions.load(Ordering::Relaxed),
            contexts: self.0.contexts.load(Ordering::Relaxed),
            tabs: self.0.tabs.load(Ordering::Relaxed),
            hops: self.0.hops.load(Ordering::Relaxed),
        }
    }
}
