//! What is told while something stays out of reach: the first failure at once, the same again after ever
//! longer, another one at once, and the end once. It tells nothing itself.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::clock::Clock;

/// The silence after the first line; it is doubled after each further one, up to the longest.
const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(30);
/// So many different failures of an outage are told at once: some errors differ in every line.
const KINDS: usize = 8;

/// One thing that may be out of reach. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Outage {
    clock: Clock,
    spell: Arc<Mutex<Option<Spell>>>,
}

#[derive(Debug)]
struct Spell {
    since: Instant,
    /// When it was told last, and how long nothing is told from there.
    told: Instant,
    silence: Duration,
    kinds: Vec<String>,
}

impl Outage {
    /// Something that was not out of reach yet.
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            spell: Arc::default(),
        }
    }

    /// A failure: since when the outage lasts, if it is to be told now.
    pub fn goes_on(&self, error: &impl ToString) -> Option<Since> {
        let (now, error) = (self.clock.instant(), error.to_string());
        let mut spell = self.lock();
        let Some(spell) = spell.as_mut() else {
            *spell = Some(Spell {
                since: now,
                told: now,
                silence: FIRST,
                kinds: vec![error],
            });
            return Some(Since(Duration::ZERO));
        };
        let other = spell.kinds.len() < KINDS && !spell.kinds.contains(&error);
        let silent = now.saturating_duration_since(spell.told) < spell.silence;
        if silent && !other {
            return None;
        }
        if other {
            spell.kinds.push(error);
        }
        if !silent {
            spell.silence = (spell.silence * 2).min(LONGEST);
        }
        spell.told = now;
        Some(Since(now.saturating_duration_since(spell.since)))
    }

    /// A success: how long the outage was that it ends, if there was one.
    pub fn ends(&self) -> Option<Since> {
        let spell = self.lock().take()?;
        let now = self.clock.instant();
        Some(Since(now.saturating_duration_since(spell.since)))
    }

    /// No panic can happen under this lock, so a poisoned one is still whole.
    fn lock(&self) -> MutexGuard<'_, Option<Spell>> {
        self.spell.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long an outage lasts or lasted; shown in seconds: `0 s`, `4.2 s`, `95 s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Since(pub Duration);

impl std::fmt::Display for Since {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = self.0.as_secs_f64();
        let digits = usize::from(seconds > 0.0 && seconds < 10.0);
        write!(f, "{seconds:.digits$} s")
    }
}

#[cfg(test)]
mod tests;
