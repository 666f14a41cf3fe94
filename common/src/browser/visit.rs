//! One look at a busy lane: has its navigation committed, is its page ready, is the page the one
//! that was asked for.

use serde_json::{Value, json};

use super::history::{History, same_document, tabs};
use super::lane::{Flight, Outcome, Stage};
use super::list::Seen;
use super::payload::{Answer, Head};
use super::session::Fault;
use super::wave::Wave;
use super::{failure, frames};

/// Runs at each document's start.
pub(super) const WATCH: &str = include_str!("js/watch.js");
/// One look.
pub(super) const READ: &str = concat!(
    "const windrowLook = true;\n",
    include_str!("js/watch.js"),
    include_str!("js/settle.js"),
    include_str!("js/list.js"),
    include_str!("js/expand.js"),
    include_str!("js/harvest.js"),
    include_str!("js/read.js"),
);

/// The longest look while other pages wait, and while none does.
const SLICE_MS: u64 = 250;
const SLICE_ALONE_MS: u64 = 500;
/// Characters and nodes of one harvest: where other pages wait meanwhile, and where none does. A page
/// beyond the first is read alone; one beyond the second is cut and says so.
const MOST_SHARED: (u64, u64) = (8_000_000, 200_000);
const MOST_ALONE: (u64, u64) = (24_000_000, 600_000);
/// A navigation is judged as given up only after this long.
const GIVEN_UP_AFTER_MS: u128 = 400;
/// A failed navigation is asked for its reason only if it failed this fast, since that waits.
const PROBE_WITHIN_MS: u128 = 4000;

/// What a look saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visit {
    /// Nothing yet; the tab was not touched.
    Pending,
    /// The page is there and not ready.
    Unready,
    /// The lane is free.
    Over,
}

impl Wave {
    /// Looks at a busy lane once.
    pub(super) async fn visit(&mut self, at: usize) -> Result<Visit, Fault> {
        let Some(flight) = &self.lanes[at].flight else {
            return Ok(Visit::Over);
        };
        let looked = if flight.job.answer.is_closed() {
            self.give_up(at).await
        } else {
            self.look(at).await
        };
        match looked {
            Err(fault @ Fault::Tab(_)) => {
                self.lose(at, &fault);
                self.replace(at, self.lanes[at].place.owner.clone()).await?;
                Ok(Visit::Over)
            }
            Err(Fault::Busy(why)) => self.strike(at, why).await,
            Err(Fault::Unloaded(_)) => Ok(Visit::Unready),
            Err(Fault::Command(why) | Fault::Argument(why)) => {
                self.finish(at, |url| Err(failure::script(url, &why)));
                Ok(Visit::Over)
            }
            other => other,
        }
    }

    async fn look(&mut self, at: usize) -> Result<Visit, Fault> {
        self.session.switch(&self.lanes[at].handle).await?;
        let Some(stage) = self.lanes[at].flight.as_ref().map(|flight| flight.stage) else {
            return Ok(Visit::Over);
        };
        match stage {
            Stage::Pending => self.look_for_commit(at).await,
            Stage::Committed if self.rests(at).await? => Ok(Visit::Pending),
            Stage::Committed => self.look_inside(at).await,
            Stage::Framed => self.look_into_frame(at).await,
        }
    }

    /// Nobody waits for this page any more.
    async fn give_up(&mut self, at: usize) -> Result<Visit, Fault> {
        self.session.switch(&self.lanes[at].handle).await?;
        self.session.devtools("Page.stopLoading", json!({})).await?;
        self.lanes[at].flight = None;
        self.lanes[at].answers = false;
        Ok(Visit::Over)
    }

    async fn look_for_commit(&mut self, at: usize) -> Result<Visit, Fault> {
        let history = History::of(&self.session).await?;
        let now = self.options.clock.instant();
        let Some(flight) = &self.lanes[at].flight else {
            return Ok(Visit::Over);
        };
        let (url, before) = (flight.job.request.url.clone(), flight.entry_before);
        let (begun, allowed) = (flight.begun, flight.allowed());
        let asked = history.asked(&url, before);
        if history.current() != before && (asked || !self.on_its_way(at, &history, &url).await?) {
            if let Some(flight) = &mut self.lanes[at].flight {
                flight.stage = Stage::Committed;
                flight.entry = history.current();
                flight.asked = asked;
            }
            return self.look_inside(at).await;
        }
        if let Some(flight) = &mut self.lanes[at].flight {
            // Another document may have come first: the one that a new browser begins with, or one that
            // the page before went to.
            flight.entry_before = history.current();
        }
        let waited = now.duration_since(begun);
        if waited > allowed {
            self.session.devtools("Page.stopLoading", json!({})).await?;
            self.finish(at, |url| Err(failure::timeout(url)));
            return Ok(Visit::Over);
        }
        if waited.as_millis() > GIVEN_UP_AFTER_MS && self.given_up(at, &history, &url).await? {
            return self.came_to_nothing(at).await;
        }
        Ok(Visit::Pending)
    }

    /// A navigation that ended without a document leaves the old address in the bar.
    async fn given_up(&self, at: usize, history: &History, url: &str) -> Result<bool, Fault> {
        let shown = self.shown(at).await?;
        Ok(shown.is_some_and(|shown| shown == history.url() && !same_document(&shown, url)))
    }

    /// A navigation that another one ended, such as that of a new browser to its first document, looks the
    /// same as one to a download: only what comes to nothing twice is no page.
    async fn came_to_nothing(&mut self, at: usize) -> Result<Visit, Fault> {
        let Some(flight) = self.lanes[at].flight.take() else {
            return Ok(Visit::Over);
        };
        if flight.again {
            let error = failure::not_a_page(&flight.job.request.url);
            flight.job.finish(Err(error));
            return Ok(Visit::Over);
        }
        self.depart(at, flight.job, flight.restarts).await?;
        if let Some(flight) = &mut self.lanes[at].flight {
            flight.again = true;
        }
        Ok(Visit::Over)
    }

    /// While the tab is on its way to an address it shows that, and holds another document.
    async fn on_its_way(&self, at: usize, history: &History, url: &str) -> Result<bool, Fault> {
        let shown = self.shown(at).await?;
        let shown = shown.is_some_and(|shown| same_document(&shown, url));
        Ok(shown && !same_document(history.url(), url))
    }

    /// The address that a tab shows.
    async fn shown(&self, at: usize) -> Result<Option<String>, Fault> {
        let handle = String::from(self.lanes[at].handle.clone());
        let mut all = tabs(&self.session).await?.into_iter();
        Ok(all.find(|(tab, _)| *tab == handle).map(|(_, url)| url))
    }

    async fn look_inside(&mut self, at: usize) -> Result<Visit, Fault> {
        let Some(config) = self.config(at) else {
            return Ok(Visit::Over);
        };
        let answer = self.session.run(READ, vec![config]).await?;
        if answer.is_null() {
            // A dialog came up and was dismissed; the script's answer went with it.
            return Ok(Visit::Unready);
        }
        let (head, body) = Answer::parse(answer).map_err(Fault::Command)?;
        match head {
            Answer::Waiting(_) => Ok(Visit::Unready),
            Answer::Error(why) => Err(Fault::Command(why)),
            Answer::List(seen) => self.moved(at, &seen, &body).map_err(Fault::Command),
            Answer::Page(head) => self.arrived(at, *head, body).await,
        }
    }

    pub(super) fn config(&self, at: usize) -> Option<Value> {
        let flight = self.lanes[at].flight.as_ref()?;
        let request = &flight.job.request;
        let waited = self.options.clock.instant().duration_since(flight.begun);
        let only = self.lanes.iter().filter(|l| l.flight.is_some()).count() < 2;
        let (max_chars, max_nodes) = if request.alone {
            MOST_ALONE
        } else {
            MOST_SHARED
        };
        Some(json!({
            "slice_ms": if only { SLICE_ALONE_MS } else { SLICE_MS },
            "force": waited > flight.allowed(),
            "panel": frames::awaited(flight, waited),
            "wait_for": request.options.wait_for,
            "list": flight.order(),
            "numbered": request.list.is_some(),
            "expand": request.options.expand,
            "max_chars": max_chars,
            "max_nodes": max_nodes,
            "cut": request.alone,
            "harvest_ms": self.session.harvest_budget_ms(),
        }))
    }

    /// A slice of a list was read: what next?
    fn moved(&mut self, at: usize, seen: &Seen, body: &str) -> Result<Visit, String> {
        let Some(flight) = &mut self.lanes[at].flight else {
            return Ok(Visit::Over);
        };
        flight.moved(seen, body)?;
        if flight.overflows() {
            self.finish(at, |url| Err(failure::too_large(url)));
            return Ok(Visit::Over);
        }
        Ok(Visit::Unready)
    }

    /// The page was harvested: is it the right one, and one that may be read?
    async fn arrived(&mut self, at: usize, head: Head, body: String) -> Result<Visit, Fault> {
        let Some(flight) = &self.lanes[at].flight else {
            return Ok(Visit::Over);
        };
        let url = flight.job.request.url.clone();
        if head.url.starts_with("chrome-error:") {
            return self.explain(at, &url).await;
        }
        if flight.restarts == 0 && !belongs(flight, &head) {
            return self.restart(at).await;
        }
        if let Err(why) = self.allowed(&head.url) {
            let error = failure::address(&head.url, &why);
            self.finish(at, |_| Err(error));
            return Ok(Visit::Over);
        }
        if head.truncated && !flight.job.request.alone {
            self.finish(at, |url| Err(failure::too_large(url)));
            return Ok(Visit::Over);
        }
        self.enter_frames(at, head, body).await
    }

    /// The browser shows no page but an empty error document: asks it again and for the reason.
    async fn explain(&mut self, at: usize, url: &str) -> Result<Visit, Fault> {
        let now = self.options.clock.instant();
        let Some(flight) = &mut self.lanes[at].flight else {
            return Ok(Visit::Over);
        };
        let waited = now.duration_since(flight.begun).as_millis();
        let mut code = "net::ERR_FAILED".to_owned();
        if flight.restarts == 0 && waited < PROBE_WITHIN_MS {
            flight.restarts = 1;
            let answer = self
                .session
                .devtools("Page.navigate", json!({"url": url}))
                .await?;
            match answer["errorText"].as_str() {
                Some(text) => text.clone_into(&mut code),
                // It came this time.
                None => return Ok(Visit::Unready),
            }
        }
        self.finish(at, |url| Err(failure::network(&code, url)));
        Ok(Visit::Over)
    }

    /// Another page came in between: once more.
    async fn restart(&mut self, at: usize) -> Result<Visit, Fault> {
        if let Some(flight) = self.lanes[at].flight.take() {
            self.depart(at, flight.job, flight.restarts + 1).await?;
        }
        Ok(Visit::Over)
    }

    pub(super) fn allowed(&self, url: &str) -> Result<(), String> {
        let parsed = url::Url::parse(url).map_err(|error| error.to_string())?;
        match parsed.host_str() {
            Some(host) => self.options.address_policy.check(host),
            None => Err(format!("an address without a host ({})", parsed.scheme())),
        }
    }

    pub(super) fn finish(&mut self, at: usize, outcome: impl FnOnce(&str) -> Outcome) {
        if let Some(flight) = self.lanes[at].flight.take() {
            let outcome = outcome(&flight.job.request.url);
            self.lanes[at].answers = false;
            flight.job.finish(outcome);
        }
    }

    fn lose(&mut self, at: usize, fault: &Fault) {
        self.finish(at, |url| Err(failure::lost(url, fault)));
    }
}

/// Whether the document in the tab is the requested one or what that one led to. A page left
/// behind that moves the tab at the last moment must not be taken for it.
fn belongs(flight: &Flight, head: &Head) -> bool {
    let url = &flight.job.request.url;
    flight.asked
        || [&head.url, &head.nav_url, &head.referrer]
            .iter()
            .any(|known| same_document(known, url))
}
