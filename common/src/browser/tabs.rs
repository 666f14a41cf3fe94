//! The tabs of a wave: opened in their profile's browser context, dressed for it, sent to a page,
//! replaced, and freed of windows that pages opened.

use std::time::Duration;

use serde_json::json;

use super::Place;
use super::history::{History, same_document, tabs};
use super::lane::{Job, Lane, Profile};
use super::session::Fault;
use super::visit::WATCH;
use super::wave::Wave;

/// How often, and how long after another, an emptied tab is asked whether it is empty.
const BLANK_POLLS: u32 = 200;
const BLANK_POLL: Duration = Duration::from_millis(8);
/// After so many pages, windows that pages opened are closed.
const SWEEP_EVERY: u32 = 16;
/// After so many pages in a tab, the next time that one of them answered, what they left in its renderer is
/// collected: Chromium itself waits for hundreds of them, a megabyte each.
const COLLECT_EVERY: u32 = 32;

impl Wave {
    /// Makes a free lane ready for a page, or opens one.
    pub(super) async fn lane_for(
        &mut self,
        job: &Job,
        free: Option<usize>,
    ) -> Result<usize, Fault> {
        let Place { owner, site } = job.place();
        let Some(at) = free else {
            let lane = self.open_lane(owner).await?;
            self.lanes.push(lane);
            return Ok(self.lanes.len() - 1);
        };
        if self.lanes[at].place.owner != owner {
            self.replace(at, owner).await?;
        } else if self.lanes[at].place.site != site {
            self.counters.hop();
        }
        Ok(at)
    }

    async fn open_lane(&mut self, profile: Profile) -> Result<Lane, Fault> {
        let context = self.context(&profile).await?;
        let handle = match self.session.contexts() {
            _ if self.lanes.is_empty() => self.session.window().await?,
            Some(contexts) => contexts.open_tab(context.as_deref()).await?,
            None => self.session.new_tab().await?,
        };
        self.counters.tab();
        self.session.switch(&handle).await?;
        self.session
            .devtools(
                "Page.addScriptToEvaluateOnNewDocument",
                json!({"source": WATCH}),
            )
            .await?;
        self.dress(&profile).await?;
        Ok(Lane::new(handle, profile))
    }

    /// The context of a profile. The first profile of a session has what the session began with.
    async fn context(&mut self, profile: &Profile) -> Result<Option<String>, Fault> {
        if let Some(context) = self.contexts.get(profile) {
            return Ok(context.clone());
        }
        let context = match self.session.contexts() {
            Some(contexts) if !self.contexts.is_empty() => Some(contexts.create().await?),
            _ => None,
        };
        if context.is_some() {
            self.counters.context();
        }
        self.contexts.insert(profile.clone(), context.clone());
        Ok(context)
    }

    /// Ends the context of a profile that has no tab any more.
    async fn leave(&mut self, profile: &Profile) -> Result<(), Fault> {
        let used = self.lanes.iter().any(|lane| lane.place.owner == *profile);
        if used || !matches!(self.contexts.get(profile), Some(Some(_))) {
            return Ok(());
        }
        match (self.contexts.remove(profile), self.session.contexts()) {
            (Some(Some(context)), Some(contexts)) => contexts.dispose(&context).await,
            _ => Ok(()),
        }
    }

    /// Begins the navigation; answers the history entry that it will replace.
    pub(super) async fn navigate(&mut self, at: usize, job: &Job) -> Result<i64, Fault> {
        self.session.switch(&self.lanes[at].handle).await?;
        self.collect(at).await?;
        let url = &job.request.url;
        let mut history = History::of(&self.session).await?;
        // Going to another fragment of the same document would not load it again.
        if url.contains('#') && same_document(history.url(), url) {
            history = self.blank(history.current()).await?;
        }
        self.session.goto(url).await?;
        Ok(history.current())
    }

    /// Collects what the pages before left in the current tab, every so often.
    async fn collect(&mut self, at: usize) -> Result<(), Fault> {
        let lane = &mut self.lanes[at];
        let due = lane.sent >= COLLECT_EVERY && lane.answers;
        lane.sent = if due { 1 } else { lane.sent + 1 };
        lane.answers = true;
        if due {
            let collect = "HeapProfiler.collectGarbage";
            // No page is lost over it: a tab that is gone tells so when it is sent on.
            let collected = self.session.devtools(collect, json!({})).await;
            if let Err(fault @ Fault::Session(_)) = collected {
                return Err(fault);
            }
        }
        Ok(())
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

    /// The profile's own headers and language, for the current tab only.
    async fn dress(&self, profile: &Profile) -> Result<(), Fault> {
        if !profile.headers.is_empty() {
            let headers = json!({"headers": profile.headers});
            self.session.devtools("Network.enable", json!({})).await?;
            self.session
                .devtools("Network.setExtraHTTPHeaders", headers)
                .await?;
        }
        if let Some(language) = &profile.language {
            // An empty user agent is no override.
            let agent = json!({"userAgent": "", "acceptLanguage": language});
            self.session
                .devtools("Emulation.setUserAgentOverride", agent)
                .await?;
        }
        Ok(())
    }

    /// A new tab in a lane's place.
    pub(super) async fn replace(&mut self, at: usize, profile: Profile) -> Result<(), Fault> {
        let fresh = self.fresh_lane(at, profile).await?;
        let old = std::mem::replace(&mut self.lanes[at], fresh);
        self.lanes[at].flight = old.flight;
        self.close_tab(&String::from(old.handle)).await?;
        self.leave(&old.place.owner).await
    }

    /// A tab can only be opened from one that lives.
    async fn fresh_lane(&mut self, at: usize, profile: Profile) -> Result<Lane, Fault> {
        let living = (0..self.lanes.len()).find(|&other| other != at);
        if let Some(other) = living {
            match self.session.switch(&self.lanes[other].handle).await {
                Ok(()) | Err(Fault::Tab(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        self.open_lane(profile).await
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
