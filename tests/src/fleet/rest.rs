//! What must hold once a job is over: nothing is left in the queue, no page is open, and the programs
//! end well and leave neither process nor file behind.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use common::api::{JobStatus, RowWindow};
use nix::sys::signal::Signal;
use serde_json::Value;

use super::{Fleet, blocking};
use crate::patience::{eventually, within};
use crate::processes::with_temporary_folder;
use crate::rabbitmq::QueueDepth;

/// States in which a page waits for something.
const OPEN: [&str; 3] = ["due", "queued", "started"];
/// How long messages of a job that is over may stay.
const DRAIN: Duration = Duration::from_secs(90);

impl Fleet {
    /// Holds jobs that came to their end against what must be so, then ends every program.
    ///
    /// # Errors
    /// What does not hold, in words.
    ///
    /// # Panics
    /// The queue does not drain, a program does not end, or leaves something.
    pub async fn at_rest(&mut self, ids: &[&str]) -> Result<()> {
        for id in ids {
            let status = self.status(id).await.context("nobody knows the job")?;
            settled(&status)?;
            self.no_row_twice(id).await?;
        }
        self.drained().await?;
        self.end().await
    }

    /// Waits until no message is left in the queue, and looks that none was given up.
    ///
    /// # Errors
    /// There are dead letters.
    ///
    /// # Panics
    /// The queue does not drain.
    pub async fn drained(&self) -> Result<()> {
        let none = QueueDepth {
            ready: 0,
            unacked: 0,
        };
        within(DRAIN, "the queue to be empty", || async {
            (self.depth("pages").ok()? == none).then_some(())
        })
        .await;
        let dead = self.depth("dead")?;
        ensure!(dead == none, "dead letters: {dead:?}");
        Ok(())
    }

    /// Ends every program that runs (SIGTERM): each ends with 0 and leaves nothing.
    ///
    /// # Errors
    /// One ends otherwise.
    ///
    /// # Panics
    /// One does not end in time, or leaves something.
    pub async fn end(&mut self) -> Result<()> {
        let running: Vec<_> = self.programs().filter(|one| one.is_running()).collect();
        for program in &running {
            program.signal(Signal::SIGTERM)?;
        }
        for program in running {
            let code = program.ended().await?;
            ensure!(code == 0, "{} ended with {code}", program.name());
        }
        self.nothing_left().await;
        self.rested = true;
        Ok(())
    }

    /// Waits until no process and no temporary file of a program that ended is left.
    ///
    /// # Panics
    /// Something stays.
    pub async fn nothing_left(&self) {
        for program in self.programs().filter(|one| !one.is_running()) {
            let folder = program.temporary();
            eventually(&format!("no process of {}", program.name()), || async {
                with_temporary_folder(folder).is_empty().then_some(())
            })
            .await;
            eventually(&format!("no file of {}", program.name()), || async {
                let mut files = std::fs::read_dir(folder).ok()?;
                files.next().is_none().then_some(())
            })
            .await;
        }
    }

    /// What the broker says of the fleet's queue of pages, or of dead letters.
    ///
    /// # Errors
    /// It does not answer, or has no such queue.
    pub fn depth(&self, queue: &str) -> Result<QueueDepth> {
        let name = format!("{}.{queue}", self.prefix);
        let depth = blocking(|| self.broker.server().queue_depth(&name))?;
        depth.with_context(|| format!("no queue {name}"))
    }

    async fn no_row_twice(&self, id: &str) -> Result<()> {
        let mut told: Vec<Value> = Vec::new();
        let mut rows = self.client()?.stream(id, &RowWindow::default()).await?;
        while let Some(row) = rows.next().await? {
            ensure!(!told.contains(&row), "twice in the answer: {row}");
            told.push(row);
        }
        Ok(())
    }
}

/// Every page is in a terminal state.
fn settled(status: &JobStatus) -> Result<()> {
    let pages = status.pages.as_ref().context("no pages")?;
    for states in [&pages.details, &pages.lists] {
        let open = OPEN.iter().filter_map(|state| states.get(*state));
        ensure!(open.sum::<u64>() == 0, "open pages: {states:?}");
    }
    ensure!(pages.settled == pages.discovered, "{pages:?}");
    Ok(())
}
