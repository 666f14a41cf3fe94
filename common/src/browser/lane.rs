//! One tab that is reused for page after page, and the page in it. It issues no commands.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use domain::ids::JobId;
use domain::snapshot::Snapshot;
use fantoccini::wd::WindowHandle;
use tokio::sync::oneshot;

use super::harvested::Walk;
use super::list::{Gathered, Order, Roll, Seen};
use super::payload::Body;
use super::{ListRead, Place, ReadError, ReadRequest};

/// The answer to one read.
pub(super) type Outcome = Result<Snapshot, ReadError>;

/// A read that was asked for, and who waits for it.
#[derive(Debug)]
pub(super) struct Job {
    pub request: ReadRequest,
    pub answer: oneshot::Sender<Outcome>,
}

impl Job {
    /// Answers. A caller that stopped waiting is none of our business.
    pub(super) fn finish(self, outcome: Outcome) {
        drop(self.answer.send(outcome));
    }

    /// Whose it is, and where it lies.
    pub(super) fn place(&self) -> Place<Profile> {
        let profile = Profile {
            job: self.request.job.clone(),
            headers: self.request.options.headers.clone(),
            language: self.request.options.language.clone(),
        };
        Place::of(profile, &self.request.url)
    }
}

/// How far the page in a lane has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The document has not been replaced yet: the tab must not be touched.
    Pending,
    /// It has: the tab may be looked at.
    Committed,
    /// The page was harvested; now its frames are.
    Framed,
}

/// The page in a lane.
#[derive(Debug)]
pub(super) struct Flight {
    pub job: Job,
    pub stage: Stage,
    /// When the navigation began.
    pub begun: Instant,
    /// Navigations of this page that had to be begun again.
    pub restarts: u32,
    /// It was begun again because it had come to nothing.
    pub again: bool,
    /// Looks that the page did not answer.
    pub strikes: u32,
    /// The tab's history entry before it.
    pub entry_before: i64,
    /// The tab's history entry that was looked at.
    pub entry: i64,
    /// When it was last found not to answer: it is left alone for a while.
    pub rests: Option<Instant>,
    /// The address is in the tab's history as one that was asked for.
    pub asked: bool,
    /// How far its list is read, from the first move on.
    pub list: Option<Box<Progress>>,
    /// What was harvested so far, and the frames to come.
    pub walk: Option<Walk>,
    /// How often the page was harvested again since a frame was replaced.
    pub rounds: u32,
    /// Addresses of frames that cannot hold the content.
    pub refused: Vec<String>,
    /// When a control of the page was pressed.
    pub pressed: Option<Instant>,
}

/// How far a list is read.
#[derive(Debug)]
pub(super) struct Progress {
    /// `None` when it is at its end.
    pub roll: Option<Roll>,
    pub gathered: Gathered,
    /// A harvest of it was not whole.
    pub cut: bool,
}

/// How many times longer a list may take than a page.
const LIST_TIMES: u32 = 40;

impl Flight {
    /// The most time this page may take; a list that goes on and on has more of it.
    pub(super) fn allowed(&self) -> Duration {
        let timeout = self.job.request.options.timeout.0;
        let framed = self.walk.as_ref().is_some_and(Walk::has_lists);
        if self.list.is_some() || framed {
            timeout * LIST_TIMES
        } else {
            timeout
        }
    }

    /// What the page's script does next with the list; `None` takes the page as it is.
    pub(super) fn order(&self) -> Option<Order> {
        self.order_of(self.list.as_deref())
    }

    /// The same for the list of one document, as far as it is read.
    pub(super) fn order_of(&self, list: Option<&Progress>) -> Option<Order> {
        let read = self.job.request.list?;
        match list {
            Some(progress) => progress.roll.as_ref().map(Roll::order),
            None if read.scroll || read.load_more => Some(Roll::new(read).order()),
            None => None,
        }
    }

    /// Takes a report about the list, with the harvest that may have come with it.
    pub(super) fn moved(&mut self, seen: &Seen, body: &str) -> Result<(), String> {
        let Some(read) = self.job.request.list else {
            return Ok(());
        };
        let progress = self
            .list
            .get_or_insert_with(|| Box::new(Progress::new(read)));
        progress.take(seen, body)
    }

    /// A document of it is too large to be read beside other pages.
    pub(super) fn overflows(&self) -> bool {
        let lists = self.walk.iter().flat_map(Walk::lists);
        let cut = self
            .list
            .as_deref()
            .into_iter()
            .chain(lists)
            .any(|list| list.cut);
        cut && !self.job.request.alone
    }
}

impl Progress {
    pub(super) fn new(read: ListRead) -> Self {
        Self {
            roll: Some(Roll::new(read)),
            gathered: Gathered::default(),
            cut: false,
        }
    }

    /// Takes a report, with the harvest that may have come with it.
    pub(super) fn take(&mut self, seen: &Seen, body: &str) -> Result<(), String> {
        self.cut |= seen.cut;
        let Some(roll) = &mut self.roll else {
            return Ok(());
        };
        let mut known = None;
        if !body.is_empty() {
            let (dom, ids) = Body::parse(body)?.into_dom()?;
            if self.gathered.is_empty() {
                roll.paged(&dom);
            }
            self.gathered.add(dom, ids, seen.doc);
            known = Some(self.gathered.known());
        }
        if roll.judge(seen, known).is_none() {
            self.roll = None;
        }
        Ok(())
    }
}

/// What a tab is to a site: whose it is, and what its requests carry. Pages of two profiles are never
/// read with the same cookies, storage or cache, so a tab keeps its profile for life.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Profile {
    pub job: JobId,
    pub headers: BTreeMap<String, String>,
    pub language: Option<String>,
}

/// A tab.
#[derive(Debug)]
pub(super) struct Lane {
    pub handle: WindowHandle,
    /// Its profile, for life, and the site it last showed.
    pub place: Place<Profile>,
    pub flight: Option<Flight>,
    /// Pages that it was sent to since its renderer's memory was collected.
    pub sent: u32,
    /// The last of them did not fail: what is asked of its renderer does not wait.
    pub answers: bool,
}

impl Lane {
    pub(super) fn new(handle: WindowHandle, profile: Profile) -> Self {
        Self {
            handle,
            place: Place {
                owner: profile,
                site: String::new(),
            },
            flight: None,
            sent: 0,
            answers: false,
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
