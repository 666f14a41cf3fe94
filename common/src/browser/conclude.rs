//! Before a page is left: one that says little is judged, and its request for consent refused or its
//! picture kept. It judges nothing itself.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::panel::{Control, Wish};
use domain::snapshot::Snapshot;

use super::harvested::{Doc, Path, Walk, assemble, convert};
use super::lane::{Flight, Stage};
use super::session::Fault;
use super::visit::Visit;
use super::wave::Wave;
use super::{Advice, Advisor, ReadError, failure};

/// A page with more characters than this is judged by nobody before it is left.
const LITTLE: u64 = 2500;
/// How long a page may take to answer the refusal of its request for consent.
const ANSWERED_WITHIN: Duration = Duration::from_secs(4);

impl Wave {
    /// Everything was harvested. A page that says little, or was read for its panel, is judged before it is
    /// left: it may be one whose request for consent can be refused, or one to keep a picture of.
    pub(super) async fn conclude(&mut self, at: usize) -> Result<Visit, Fault> {
        let Some(mut flight) = self.lanes[at].flight.take() else {
            return Ok(Visit::Over);
        };
        let Some(mut walk) = flight.walk.take() else {
            return Ok(Visit::Over);
        };
        let doubted = flight.job.request.panel != Wish::Auto || walk.says_little();
        let advisor = flight.job.request.advice.filter(|_| doubted);
        let Some(advisor) = advisor else {
            convert(flight, walk);
            return Ok(Visit::Over);
        };
        walk.keep_list(flight.list.take());
        let (url, wish) = (flight.job.request.url.clone(), flight.job.request.panel);
        let mut snapshot = match judged(url, walk.docs, advisor, wish).await {
            Ok((snapshot, Advice::Leave)) => {
                flight.job.finish(Ok(snapshot));
                return Ok(Visit::Over);
            }
            Ok((_, Advice::Press(control))) if self.still_asks(&flight) => {
                return self.refuse(at, flight, &control).await;
            }
            Ok((snapshot, _)) => snapshot,
            Err(error) => {
                flight.job.finish(Err(error));
                return Ok(Visit::Over);
            }
        };
        snapshot.screenshot = self.picture(at).await;
        flight.job.finish(Ok(snapshot));
        Ok(Visit::Over)
    }

    /// A page's request for consent is pressed away once; then it has a while to go.
    fn still_asks(&self, flight: &Flight) -> bool {
        let now = self.options.clock.instant();
        let since = flight.pressed.map(|at| now.duration_since(at));
        since.is_none_or(|since| since < ANSWERED_WITHIN)
    }

    async fn refuse(
        &mut self,
        at: usize,
        mut flight: Flight,
        control: &Control,
    ) -> Result<Visit, Fault> {
        let fresh = flight.pressed.is_none();
        if fresh {
            flight.pressed = Some(self.options.clock.instant());
        }
        flight.stage = Stage::Committed;
        self.lanes[at].flight = Some(flight);
        if fresh {
            self.session.switch(&self.lanes[at].handle).await?;
            self.session.press(control).await?;
        }
        Ok(Visit::Unready)
    }

    /// How the page looks; a page that gives no picture is read without.
    async fn picture(&self, at: usize) -> Option<Vec<u8>> {
        let switched = self.session.switch(&self.lanes[at].handle).await;
        let taken = match switched {
            Ok(()) => self.session.screenshot().await,
            Err(fault) => Err(fault),
        };
        taken
            .inspect_err(|fault| tracing::debug!(%fault, "no screenshot"))
            .ok()
    }
}

impl Walk {
    /// A page that may be something else in place of content.
    fn says_little(&self) -> bool {
        let top = self.docs.get(&Path::new());
        top.is_none_or(|Doc { head, .. }| {
            head.said <= LITTLE || head.status >= 400 || !head.settled
        })
    }
}

/// Parses a page and asks what to do about it.
async fn judged(
    url: String,
    docs: BTreeMap<Path, Doc>,
    advisor: Advisor,
    wish: Wish,
) -> Result<(Snapshot, Advice), ReadError> {
    let asked = url.clone();
    let judged = tokio::task::spawn_blocking(move || {
        let snapshot = assemble(&url, docs).map_err(|why| failure::script(&url, &why))?;
        let advice = advisor(&snapshot, wish);
        Ok((snapshot, advice))
    });
    judged
        .await
        .unwrap_or_else(|error| Err(failure::script(&asked, &error.to_string())))
}
