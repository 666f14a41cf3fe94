//! A page that does not answer a look: it is left alone for a while and looked at again, and given up
//! after some looks. Only a renderer that is blocked for good costs its session.

use std::time::Duration;

use serde_json::json;

use super::failure;
use super::history::History;
use super::session::Fault;
use super::visit::Visit;
use super::wave::Wave;

/// After so many looks without an answer the page is given up. A page of 200,000 paragraphs keeps its
/// renderer busy for longer than two looks on a loaded machine and answers the third.
const STRIKES: u32 = 3;
/// The looks of a page that is read alone are longer.
const STRIKES_ALONE: u32 = 2;
/// A page that did not answer is left alone for so long, unless its tab shows another document before.
const REST: Duration = Duration::from_secs(2);

impl Wave {
    /// A page that does not answer is busy, or on its way elsewhere and waits for a server: no command
    /// reaches a document that is to be replaced.
    pub(super) async fn strike(&mut self, at: usize, why: String) -> Result<Visit, Fault> {
        let now = self.options.clock.instant();
        let Some(flight) = &mut self.lanes[at].flight else {
            return Ok(Visit::Over);
        };
        flight.strikes += 1;
        flight.rests = Some(now);
        let alone = flight.job.request.alone;
        if flight.strikes < if alone { STRIKES_ALONE } else { STRIKES } {
            return Ok(Visit::Unready);
        }
        // A renderer that is blocked for good costs the session: it is shared by other tabs and cannot be
        // ended alone.
        self.session.devtools("Page.stopLoading", json!({})).await?;
        if alone || !self.session.answers().await? {
            return Err(Fault::Session(why));
        }
        self.finish(at, |url| Err(failure::silent(url)));
        Ok(Visit::Over)
    }

    /// Whether a page that did not answer is still to be left alone.
    pub(super) async fn rests(&mut self, at: usize) -> Result<bool, Fault> {
        let now = self.options.clock.instant();
        let Some(since) = self.lanes[at].flight.as_ref().and_then(|f| f.rests) else {
            return Ok(false);
        };
        let entry = History::of(&self.session).await?.current();
        let Some(flight) = &mut self.lanes[at].flight else {
            return Ok(false);
        };
        if entry == flight.entry && now.duration_since(since) < REST {
            return Ok(true);
        }
        flight.entry = entry;
        flight.rests = None;
        Ok(false)
    }
}
