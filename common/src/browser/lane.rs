//! One tab that is reused for page after page, and the page in it. It issues no commands.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use domain::ids::JobId;
use domain::snapshot::Snapshot;
use fantoccini::wd::WindowHandle;
use tokio::sync::oneshot;

use super::frames::Walk;
use super::{Place, ReadError, ReadRequest};

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
    /// Looks that the page did not answer.
    pub strikes: u32,
    /// The tab's history entry before it.
    pub entry_before: i64,
    /// The address is in the tab's history as one that was asked for.
    pub asked: bool,
    /// What was harvested so far, and the frames to come.
    pub walk: Option<Walk>,
    /// How often the page was harvested again since a frame was replaced.
    pub rounds: u32,
    /// Addresses of frames that cannot hold the content.
    pub refused: Vec<String>,
    /// A control of the page was pressed.
    pub pressed: bool,
}

impl Flight {
    /// The most time this page may take; scrolling to a list's end has more of it.
    pub(super) fn allowed(&self) -> Duration {
        let timeout = self.job.request.options.timeout.0;
        if self.job.request.scroll && self.stage != Stage::Pending {
            timeout * 4
        } else {
            timeout
        }
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
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
