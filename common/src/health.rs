//! How a program of a fleet stands, for those who watch over it: it starts, serves, drains or has
//! ended, and whether the task that does its work still turns. It opens no door and asks nobody.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use crate::clock::Clock;

/// How often the watched task gives a sign of life.
const BEAT: Duration = Duration::from_secs(1);
/// How old the last sign may be: far longer than any piece of work that does not wait.
const STALE: Duration = Duration::from_mins(1);

/// A program's state of health. Cheap to clone.
#[derive(Clone)]
pub struct Health {
    clock: Clock,
    stop: CancellationToken,
    state: Arc<Mutex<State>>,
}

struct State {
    stage: Stage,
    beat: Instant,
}

enum Stage {
    Starting(&'static str),
    Serving,
    Ended,
}

/// Where a program stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It waits for what this names, before it can serve.
    Starting(&'static str),
    /// It does its work.
    Serving,
    /// It was asked to stop: it takes nothing new.
    Draining,
    /// Its work is over; the process should be, too.
    Ended,
}

impl Health {
    /// Of a program that starts now and drains from the moment that `stop` is cancelled.
    pub fn new(clock: Clock, stop: CancellationToken) -> Self {
        let state = State {
            stage: Stage::Starting("its first step"),
            beat: clock.instant(),
        };
        Self {
            clock,
            stop,
            state: Arc::new(Mutex::new(state)),
        }
    }

    /// The program cannot serve before it has this.
    pub fn waits_for(&self, what: &'static str) {
        self.lock().stage = Stage::Starting(what);
    }

    /// The program has what it needs.
    pub fn serves(&self) {
        self.lock().stage = Stage::Serving;
    }

    /// Where the program stands.
    pub fn standing(&self) -> Standing {
        match self.lock().stage {
            Stage::Ended => Standing::Ended,
            _ if self.stop.is_cancelled() => Standing::Draining,
            Stage::Starting(what) => Standing::Starting(what),
            Stage::Serving => Standing::Serving,
        }
    }

    /// Whether the program's task has neither ended nor come to a stand.
    ///
    /// # Errors
    /// What is wrong, in a sentence.
    pub fn alive(&self) -> Result<(), String> {
        let state = self.lock();
        let silent = self.clock.instant().saturating_duration_since(state.beat);
        if matches!(state.stage, Stage::Ended) {
            return Err("its task has ended".to_owned());
        }
        if silent > STALE {
            let seconds = silent.as_secs();
            return Err(format!("its task has not turned for {seconds} s"));
        }
        Ok(())
    }

    /// Does the program's work. The sign of life comes from the same task, so that it ceases when the
    /// work neither ends nor waits; however the work ends, also by a panic, the program has ended.
    pub async fn watch<T>(&self, work: impl Future<Output = T>) -> T {
        let _ended = EndsWith(self);
        tokio::pin!(work);
        loop {
            self.lock().beat = self.clock.instant();
            tokio::select! {
                biased;
                done = &mut work => return done,
                () = tokio::time::sleep(BEAT) => {}
            }
        }
    }

    /// No panic can happen under this lock, so a poisoned one is still whole.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct EndsWith<'a>(&'a Health);

impl Drop for EndsWith<'_> {
    fn drop(&mut self) {
        self.0.lock().stage = Stage::Ended;
    }
}

#[cfg(test)]
mod tests;
