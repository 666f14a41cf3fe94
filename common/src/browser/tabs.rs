//! The tabs of a wave: opened, dressed for a job, sent to a page, replaced, and freed of windows
//! that pages opened.

use std::time::Duration;

use serde_json::json;

use super::history::{History, same_document, tabs};
use super::lane::{Dress, Job, Lane, choose};
use super::session::Fault;
use super::visit::WATCH;
use super::wave::Wave;

/// How often, and how long after another, an emptied tab is asked whether it is empty.
const BLANK_POLLS: u32 = 200;
const BLANK_POLL: Duration = Duration::from_millis(8);
/// After so many pages, windows that pages opened are closed.
const SWEEP_EVERY: u32 = 16;

impl Wave {
    /// A free lane; a new tab while there are fewer than pages allowed at once.
    pub(super) async fn lane_for(&mut self, site: &str) -> Result<usize, Fault> {
        let free = choose(&self.lanes, site);
        let fits = free.is_some_and(|at| self.lanes[at].site == site);
        match free {
            Some(at) if fits || self.lanes.len() >= self.most => Ok(at),
            _ => {
                let lane = self.open_lane().await?;
                self.lanes.push(lane);
                Ok(self.lanes.len() - 1)
            }
        }
    }

    async fn open_lane(&mut self) -> Result<Lane, Fault> {
        let handle = if self.lanes.is_empty() {
            self.session.window().await?
        } else {
            self.session.new_tab().await?
        };
        self.session.switch(&handle).await?;
        self.session
            .devtools(
                "Page.addScriptToEvaluateOnNewDocument",
                json!({"source": WATCH}),
            )
            .await?;
        Ok(Lane::new(handle))
    }

    /// Begins the navigation; answers the history entry that it will replace.
    pub(super) async fn navigate(&mut self, at: usize, job: &Job) -> Result<i64, Fault> {
        self.session.switch(&self.lanes[at].handle).await?;
        self.dress(at, job).await?;
        let url = &job.request.url;
        let mut history = History::of(&self.session).await?;
        // Going to another fragment of the same document would not load it again.
        if url.contains('#') && same_document(history.url(), url) {
            history = self.blank(history.current()).await?;
        }
        self.session.goto(url).await?;
        Ok(history.current())
    }

    async fn blank(&self, before: i64) -> Result<History, Fault> {
        self.session.goto("about:blank").await?;
        let mut history = History::of(&self.session).await?;
        for _ in 0..BLANK_POLLS {
            if history.current() != before {
                break;
            }
            tokio::time::sleep(BLANK_POLL).await;
            history = History::of(&self.session).await?;
        }
        Ok(history)
    }

    /// The job's own headers and language, for this tab only.
    async fn dress(&mut self, at: usize, job: &Job) -> Result<(), Fault> {
        let options = &job.request.options;
        let wanted = Dress {
            headers: options.headers.clone(),
            language: options.language.clone(),
        };
        if self.lanes[at].dress == wanted {
            return Ok(());
        }
        // Headers count only while the domain is on. Its events cost, so it goes off with them.
        let domain = if wanted.headers.is_empty() {
            "Network.disable"
        } else {
            "Network.enable"
        };
        let headers = json!({"headers": wanted.headers});
        // An empty user agent is no override; an empty language ends one.
        let language = json!({
            "userAgent": "",
            "acceptLanguage": wanted.language.as_deref().unwrap_or_default(),
        });
        for (command, parameters) in [
            (domain, json!({})),
            ("Network.setExtraHTTPHeaders", headers),
            ("Emulation.setUserAgentOverride", language),
        ] {
            self.session.devtools(command, parameters).await?;
        }
        self.lanes[at].dress = wanted;
        Ok(())
    }

    /// A new tab in a lane's place.
    pub(super) async fn replace(&mut self, at: usize) -> Result<(), Fault> {
        let old = String::from(self.lanes[at].handle.clone());
        self.lanes[at] = Lane {
            flight: self.lanes[at].flight.take(),
            ..self.fresh_lane(at).await?
        };
        self.close_tab(&old).await
    }

    /// A tab can only be opened from one that lives.
    async fn fresh_lane(&mut self, at: usize) -> Result<Lane, Fault> {
        let living = (0..self.lanes.len()).find(|&other| other != at);
        if let Some(other) = living {
            match self.session.switch(&self.lanes[other].handle).await {
                Ok(()) | Err(Fault::Tab(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        self.open_lane().await
    }

    async fn close_tab(&self, handle: &str) -> Result<(), Fault> {
        let closed = self
            .session
            .devtools("Target.closeTarget", json!({"targetId": handle}))
            .await;
        match closed {
            Err(fault @ Fault::Session(_)) => Err(fault),
            _ => Ok(()),
        }
    }

    /// Closes windows that pages opened.
    pub(super) async fn sweep(&self) -> Result<(), Fault> {
        if !self.pages.is_multiple_of(SWEEP_EVERY) {
            return Ok(());
        }
        let ours: Vec<String> = self.lanes.iter().map(|l| l.handle.clone().into()).collect();
        for (handle, _) in tabs(&self.session).await? {
            if !ours.contains(&handle) {
                self.close_tab(&handle).await?;
            }
        }
        Ok(())
    }
}
