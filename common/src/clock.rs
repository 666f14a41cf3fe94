//! The wall clock and the monotonic clock. The only file that reads either; everything else is
//! handed a [`Clock`], so that a test can hold the time still.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A source of time. Cloning shares it.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    manual: Option<Arc<Manual>>,
}

#[derive(Debug)]
struct Manual {
    base: Instant,
    elapsed_ms: AtomicU64,
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self::default()
    }

    /// A clock that stands at the Unix epoch until [`Clock::advance`] moves it.
    #[allow(clippy::disallowed_methods)]
    pub fn manual() -> Self {
        Self {
            manual: Some(Arc::new(Manual {
                base: Instant::now(),
                elapsed_ms: AtomicU64::new(0),
            })),
        }
    }

    /// Milliseconds since the Unix epoch; 0 if the machine's clock stands before it.
    #[allow(clippy::disallowed_methods)]
    pub fn now_ms(&self) -> u64 {
        match &self.manual {
            Some(manual) => manual.elapsed_ms.load(Ordering::SeqCst),
            None => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| {
                    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
                }),
        }
    }

    /// A point on the monotonic clock, for spans and deadlines.
    #[allow(clippy::disallowed_methods)]
    pub fn instant(&self) -> Instant {
        match &self.manual {
            Some(manual) => {
                manual.base + Duration::from_millis(manual.elapsed_ms.load(Ordering::SeqCst))
            }
            None => Instant::now(),
        }
    }

    /// Moves a manual clock forward; the machine's clock does not move.
    pub fn advance(&self, by: Duration) {
        if let Some(manual) = &self.manual {
            let ms = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
            manual.elapsed_ms.fetch_add(ms, Ordering::SeqCst);
        }
    }
}

#[cfg(test)]
mod tests;
