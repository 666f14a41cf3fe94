//! How ready work is shared between the jobs of a coordinator: by weight, of about half a minute of
//! what the fleet has lately read, and at least a few waves of each job.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::ids::JobId;

/// Waves of a job that are ready whatever the fleet's speed: enough that no lane waits for the next
/// look.
const LEAST_WAVES: usize = 3;
/// Seconds of the fleet's work that are kept ready.
const AHEAD_SECONDS: f64 = 30.0;
/// The most pages of one job that are ready.
const MOST: usize = 4_096;
/// Milliseconds over which the speed is averaged.
const SPAN_MS: f64 = 5_000.0;

/// The jobs that share a fleet. Cheap to clone.
#[derive(Clone, Default)]
pub struct Shares {
    jobs: Arc<Mutex<BTreeMap<JobId, Share>>>,
}

#[derive(Debug, Clone, Copy)]
struct Share {
    weight: u32,
    /// Pages a second.
    speed: f64,
    /// Settled pages and the time, at the last look.
    seen: Option<(u64, u64)>,
}

/// A job's place among those that share; left when it is dropped.
pub(crate) struct Seat {
    shares: Shares,
    job: JobId,
}

impl Shares {
    /// Takes a place for a job; `weight` counts as 1 at least.
    pub(crate) fn join(&self, job: &JobId, weight: u32) -> Seat {
        let share = Share {
            weight: weight.max(1),
            speed: 0.0,
            seen: None,
        };
        self.lock().insert(job.clone(), share);
        Seat {
            shares: self.clone(),
            job: job.clone(),
        }
    }

    /// No panic can happen under this lock, so a poisoned one is still whole.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<JobId, Share>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat {
    /// How many pages of the job should be ready, given how many it has settled until `now`
    /// (milliseconds).
    pub(crate) fn ready(&self, wave: usize, settled: u64, now: u64) -> usize {
        let mut jobs = self.shares.lock();
        if let Some(share) = jobs.get_mut(&self.job) {
            share.look(settled, now);
        }
        let own = jobs.get(&self.job).map_or(1, |share| share.weight);
        let all: f64 = jobs.values().map(|share| f64::from(share.weight)).sum();
        let speed: f64 = jobs.values().map(|share| share.speed).sum();
        let fair = speed * AHEAD_SECONDS * f64::from(own) / all.max(1.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a float becomes the nearest integer there is, and the result has a cap"
        )]
        let fair = fair as usize;
        fair.max(LEAST_WAVES * wave).min(MOST)
    }
}

impl Share {
    fn look(&mut self, settled: u64, now: u64) {
        let Some((before, at)) = self.seen else {
            self.seen = Some((settled, now));
            return;
        };
        let ms = now.saturating_sub(at);
        if ms < 100 {
            return;
        }
        let count = |n: u64| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        let (pages, ms) = (count(settled.saturating_sub(before)), count(ms));
        let part = (ms / SPAN_MS).min(1.0);
        self.speed += (pages * 1_000.0 / ms - self.speed) * part;
        self.seen = Some((settled, now));
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.shares.lock().remove(&self.job);
    }
}

#[cfg(test)]
mod tests;
