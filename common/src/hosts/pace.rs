//! The pure decision about a host's turn: lanes, the pause between two starts, rests.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::job::JobFile;

/// How long to wait where all lanes are taken and nobody can know when one is given back.
pub(crate) const LANES_FULL_WAIT_MS: u64 = 100;

/// How a caller wants a host to be treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Turns at once (0 counts as 1).
    pub lanes: u32,
    /// Milliseconds between two starts.
    pub delay_ms: u64,
    /// Milliseconds after which a turn that was not given back runs out: longer than a read.
    pub hold_ms: u64,
}

/// So many times the most time of a page a turn is held without being kept.
const HOLD_TIMES: u64 = 3;

impl Pace {
    /// How a job wants its hosts to be treated.
    pub fn of(job: &JobFile) -> Self {
        let manners = &job.manners.per_host;
        Self {
            lanes: manners.lanes,
            delay_ms: millis(manners.delay.0),
            hold_ms: millis(job.read.timeout.0).saturating_mul(HOLD_TIMES),
        }
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

/// The answer to "may I?".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Now. Give the permit back when the page is read.
    Go {
        /// The turn's number on this host.
        permit: u64,
    },
    /// Ask again after this many milliseconds, at least 1.
    Wait {
        /// How long.
        ms: u64,
    },
}

/// What is known about one host.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostPace {
    /// Turns in use: permit to the time it runs out.
    open: BTreeMap<u64, u64>,
    last_permit: u64,
    last_start: Option<u64>,
    rest_until: u64,
}

impl HostPace {
    /// Decides, and takes the turn if it is one.
    pub fn turn(&mut self, pace: Pace, now: u64) -> Turn {
        self.open.retain(|_, runs_out| *runs_out > now);
        let wait = self.wait(pace, now);
        if wait > 0 {
            return Turn::Wait { ms: wait };
        }
        self.last_permit += 1;
        self.last_start = Some(now);
        self.open
            .insert(self.last_permit, now.saturating_add(pace.hold_ms.max(1)));
        Turn::Go {
            permit: self.last_permit,
        }
    }

    /// Holds on to a turn that goes on longer than was thought.
    pub fn keep(&mut self, permit: u64, pace: Pace, now: u64) {
        if let Some(runs_out) = self.open.get_mut(&permit) {
            *runs_out = now.saturating_add(pace.hold_ms.max(1));
        }
    }

    /// Gives a turn back.
    pub fn done(&mut self, permit: u64) {
        self.open.remove(&permit);
    }

    /// No turn before `until`.
    pub fn rest(&mut self, until: u64) {
        self.rest_until = self.rest_until.max(until);
    }

    fn wait(&self, pace: Pace, now: u64) -> u64 {
        let rested = self.rest_until.saturating_sub(now);
        let paused = self.last_start.map_or(0, |start| {
            start.saturating_add(pace.delay_ms).saturating_sub(now)
        });
        rested.max(paused).max(self.lane_wait(pace, now))
    }

    fn lane_wait(&self, pace: Pace, now: u64) -> u64 {
        let lanes = usize::try_from(pace.lanes.max(1)).unwrap_or(usize::MAX);
        if self.open.len() < lanes {
            return 0;
        }
        let first_out = self.open.values().min().copied().unwrap_or(now);
        first_out.saturating_sub(now).clamp(1, LANES_FULL_WAIT_MS)
    }
}
