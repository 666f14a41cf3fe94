//! The coordinator's own lane to the sites of a job: each read and fetch takes its host's turn as a
//! worker's does, and one that gave nothing is tried again by the same table. It judges no page.

use std::time::Duration;

use common::browser::{PageReader, ReadError};
use common::clock::Clock;
use common::hosts::{HostLimiter, Pace, Turn, host_of};
use common::telemetry::Outage;
use domain::disposition::{Disposition, ErrorClass, backoff_ms, dispose};
use domain::ids::JobId;
use domain::job::JobFile;
use domain::page_class::{PageClass, TOO_MANY_REQUESTS};
use tokio_util::sync::CancellationToken;

/// How long a turn is waited for where nobody can be asked for one, milliseconds.
const AWAY_MS: u64 = 1_000;

/// What reading for one job takes.
#[derive(Clone, Copy)]
pub struct Lane<'a> {
    /// The job's id.
    pub id: &'a JobId,
    /// The job.
    pub job: &'a JobFile,
    /// Reads and fetches.
    pub reader: &'a dyn PageReader,
    /// Hands out turns on hosts.
    pub hosts: &'a dyn HostLimiter,
    /// The time.
    pub clock: &'a Clock,
    /// The run is asked to stop.
    pub stop: &'a CancellationToken,
}

/// The run was asked to stop before it was done.
#[derive(Debug)]
pub(crate) struct Stopped;

/// A visit that gave nothing.
#[derive(Debug)]
pub(crate) struct Setback {
    /// Failed or blocked.
    pub(crate) class: PageClass,
    /// For people.
    pub(crate) why: String,
    error: ErrorClass,
    status: Option<u16>,
}

impl Setback {
    /// The server answered with a status in place of what was asked for. What blocks may pass; what is
    /// not there, or was asked for wrongly, stays so.
    pub(crate) fn of_status(status: u16) -> Self {
        let class = match PageClass::of_status(status) {
            Some(PageClass::Challenge) => PageClass::Challenge,
            _ => PageClass::Failed,
        };
        let passes = class == PageClass::Challenge || status >= 500;
        Self {
            class,
            why: format!("status {status}"),
            error: if passes {
                ErrorClass::Transient
            } else {
                ErrorClass::Permanent
            },
            status: Some(status),
        }
    }

    /// Something else came in place of what was asked for.
    pub(crate) fn of_class(class: PageClass, why: String) -> Self {
        Self {
            class,
            why,
            error: ErrorClass::Transient,
            status: None,
        }
    }

    /// Nothing came.
    pub(crate) fn of_error(error: &ReadError) -> Self {
        Self {
            class: PageClass::Failed,
            why: error.to_string(),
            error: error.class,
            status: None,
        }
    }
}

impl Lane<'_> {
    /// Does something at a host under its turn, which is given back on every way out.
    pub(crate) async fn visit<T>(
        &self,
        url: &str,
        visit: impl Future<Output = T>,
    ) -> Result<T, Stopped> {
        let host = host_of(url);
        let permit = self.turn(&host).await?;
        let done = self.hold(&host, permit, visit).await;
        if let Err(error) = self.hosts.done(&host, permit).await {
            tracing::warn!(%error, "the host's turn runs out by itself");
        }
        done
    }

    /// Whether to visit again after so many visits; if so, its time has come.
    pub(crate) async fn again(
        &self,
        url: &str,
        setback: &Setback,
        attempts: u32,
    ) -> Result<bool, Stopped> {
        let next = dispose(setback.error, attempts, self.job.read.attempts);
        if setback.status == Some(TOO_MANY_REQUESTS) {
            let after = match next {
                Disposition::Retry { after_ms } => after_ms,
                Disposition::DeadLetter => backoff_ms(attempts),
            };
            let until = self.clock.now_ms().saturating_add(after);
            if let Err(error) = self.hosts.rest(&host_of(url), until).await {
                tracing::warn!(%error, "the host is not left alone");
            }
        }
        match next {
            Disposition::Retry { after_ms } => self.pause(after_ms).await.map(|()| true),
            Disposition::DeadLetter => Ok(false),
        }
    }

    /// Waits for the host's turn: no delivery is held meanwhile.
    async fn turn(&self, host: &str) -> Result<u64, Stopped> {
        let outage = Outage::new(self.clock.clone());
        loop {
            let now = self.clock.now_ms();
            let wait = match self.hosts.turn(host, Pace::of(self.job), now).await {
                Ok(Turn::Go { permit }) => return Ok(permit),
                Ok(Turn::Wait { ms }) => ms,
                Err(error) => {
                    if let Some(since) = outage.goes_on(&error) {
                        tracing::warn!(%error, %since, "no turn to be had: the list waits");
                    }
                    AWAY_MS
                }
            };
            self.pause(wait).await?;
        }
    }

    /// Keeps the turn while the visit goes on: a list may take many times as long as a page.
    async fn hold<T>(
        &self,
        host: &str,
        permit: u64,
        visit: impl Future<Output = T>,
    ) -> Result<T, Stopped> {
        let pace = Pace::of(self.job);
        let renewal = Duration::from_millis((pace.hold_ms / 3).max(1));
        tokio::pin!(visit);
        loop {
            tokio::select! {
                biased;
                () = self.stop.cancelled() => return Err(Stopped),
                done = &mut visit => return Ok(done),
                () = tokio::time::sleep(renewal) => {}
            }
            let now = self.clock.now_ms();
            if let Err(error) = self.hosts.keep(host, permit, pace, now).await {
                tracing::warn!(%error, "the host's turn may run out");
            }
        }
    }

    async fn pause(&self, ms: u64) -> Result<(), Stopped> {
        tokio::select! {
            biased;
            () = self.stop.cancelled() => Err(Stopped),
            () = tokio::time::sleep(Duration::from_millis(ms)) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
