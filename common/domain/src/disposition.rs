//! One pure table: how a failure was classed and how often the page was tried, to what happens next.

use serde::{Deserialize, Serialize};

/// How an error relates to trying again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorClass {
    /// May work later.
    Transient,
    /// Will not work.
    Permanent,
    /// Harms whoever touches it.
    Poisoned,
}

/// What happens to a page after a failed read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    /// Due again after this many milliseconds.
    Retry {
        /// The delay.
        after_ms: u64,
    },
    /// Given up.
    DeadLetter,
}

/// How long to wait after so many reads in vain, in milliseconds: 1 s, doubled each time up to 64 s.
pub fn backoff_ms(attempts: u32) -> u64 {
    500u64 << attempts.min(7)
}

/// The table. `attempts` counts reads that were started, this one included.
pub fn dispose(class: ErrorClass, attempts: u32, allowed: u32) -> Disposition {
    match class {
        ErrorClass::Transient if attempts < allowed => Disposition::Retry {
            after_ms: backoff_ms(attempts),
        },
        ErrorClass::Poisoned if attempts < allowed.min(2) => Disposition::Retry { after_ms: 1000 },
        _ => Disposition::DeadLetter,
    }
}
