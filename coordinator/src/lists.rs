//! Discovery's shell: reads list pages one after the other, follows where they continue. It knows no
//! store.

mod read;

use std::collections::{HashSet, VecDeque};

use discovery::{DetailLink, Found};
use domain::ids::PageKey;
use domain::job::Switch;
use domain::page_class::PageClass;
use domain::snapshot::Snapshot;

use crate::lane::Lane;

/// The most list pages that are read again when a list moved.
const AGAIN: usize = 3;
/// After so many list pages in a row without a new link no further one is followed.
const MOST_BARREN: u32 = 3;

/// A list page that is known and not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ahead {
    /// Its number in the order of finding.
    pub number: u32,
    /// The address as found.
    pub url: String,
}

/// A list page as read.
#[derive(Debug)]
pub struct ListPage {
    /// Its number in the order of finding.
    pub number: u32,
    /// The address as found.
    pub url: String,
    /// What it offers.
    pub found: Found,
    /// The list pages that were not known before it.
    pub further: Vec<Ahead>,
    /// Links at its start with which the page before it ended: the list moved in between.
    pub overlap: usize,
    /// The page.
    pub snapshot: Snapshot,
}

impl ListPage {
    /// Why the page as read is not the whole list, if it was cut: its time was over, or it is too large.
    pub fn cut(&self) -> Option<String> {
        let snapshot = &self.snapshot;
        if !snapshot.truncated {
            return None;
        }
        Some(if snapshot.settled {
            format!("cut after {} nodes: too large", snapshot.dom.nodes.len())
        } else {
            "the list went on when its time was over".to_owned()
        })
    }
}

/// A list page that gave nothing.
#[derive(Debug, thiserror::Error)]
#[error("cannot read the list page {url}: {why}")]
pub struct UnreadList {
    /// Its number in the order of finding.
    pub number: u32,
    /// The address as found.
    pub url: String,
    /// Blocked or failed.
    pub class: PageClass,
    /// What went wrong, for people.
    pub why: String,
}

/// Why a list page gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// The page could not be read, or the server answered with an error in its place.
    #[error(transparent)]
    Unread(UnreadList),
    /// A filter of the job does not parse.
    #[error("{0}")]
    Filter(String),
    /// The run was asked to stop.
    #[error("stopped before the list was read")]
    Stopped,
}

/// Walks the list pages of a job, each once.
pub struct Walk<'a> {
    lane: Lane<'a>,
    ahead: VecDeque<Ahead>,
    known: HashSet<PageKey>,
    /// List pages that were read or tried.
    walked: u32,
    /// The number of the next one that is found.
    number: u32,
    /// The links of the page that was read last.
    last: Vec<String>,
    /// All links so far.
    seen: HashSet<PageKey>,
    /// List pages in a row that brought no new link.
    barren: u32,
}

impl<'a> Walk<'a> {
    /// A walk that knows no page yet; [`Self::begin`] adds the job's start pages.
    pub fn new(lane: Lane<'a>) -> Self {
        Self {
            lane,
            ahead: VecDeque::new(),
            known: HashSet::new(),
            walked: 0,
            number: 0,
            last: Vec::new(),
            seen: HashSet::new(),
            barren: 0,
        }
    }

    /// Adds the job's start pages; gives those that are new.
    pub fn begin(&mut self) -> Vec<Ahead> {
        self.find(&self.lane.job.start)
    }

    /// Takes up a list page of an earlier walk: one that was read is not read again.
    pub fn resume(&mut self, page: Ahead, read: bool) {
        let fresh = PageKey::parse(&page.url).is_some_and(|key| self.known.insert(key));
        self.number = self.number.max(page.number.saturating_add(1));
        if !fresh {
            return;
        }
        if read {
            self.walked += 1;
        } else {
            self.ahead.push_back(page);
        }
    }

    /// Adds list pages; gives those that are new.
    fn find(&mut self, urls: &[String]) -> Vec<Ahead> {
        let mut new = Vec::new();
        for url in urls {
            let Some(key) = PageKey::parse(url) else {
                continue;
            };
            if self.known.insert(key) {
                let page = Ahead {
                    number: self.number,
                    url: url.clone(),
                };
                self.number += 1;
                self.ahead.push_back(page.clone());
                new.push(page);
            }
        }
        new
    }

    /// The list pages that are known and not read.
    pub fn ahead(&self) -> impl ExactSizeIterator<Item = &Ahead> {
        self.ahead.iter()
    }

    /// The next list page to read, or `None` at the end of the list or of what the job allows.
    pub fn take(&mut self) -> Option<Ahead> {
        if self.walked >= self.lane.job.follow.max_list_pages {
            return None;
        }
        let page = self.ahead.pop_front()?;
        self.walked += 1;
        Some(page)
    }

    /// A list whose pages only repeat themselves under ever new addresses goes in a circle.
    fn note(&mut self, found: &Found) {
        let keys = found
            .links
            .iter()
            .filter_map(|link| PageKey::parse(&link.url));
        let mut new = false;
        for key in keys {
            new |= self.seen.insert(key);
        }
        self.barren = if new || found.links.is_empty() {
            0
        } else {
            self.barren + 1
        };
    }

    /// Puts the first list pages before this one in front once more: the list moved while it was read,
    /// and what came new stands at its start.
    pub fn again(&mut self, before: u32, pages: &[Ahead]) {
        let mut first: Vec<&Ahead> = pages.iter().filter(|page| page.number < before).collect();
        first.sort_by_key(|page| page.number);
        first.truncate(AGAIN);
        for page in first.into_iter().rev() {
            self.ahead.push_front(page.clone());
        }
        self.last.clear();
    }

    /// Reads a list page, as often as the job allows.
    ///
    /// # Errors
    /// The page could not be read, or its filters do not parse; the walk can go on.
    pub async fn read(&mut self, page: &Ahead) -> Result<ListPage, ListError> {
        let read = read::list(&self.lane, &page.url).await;
        let (snapshot, found) = read.map_err(|fault| match fault {
            read::Fault::Stopped => ListError::Stopped,
            read::Fault::Filter(message) => ListError::Filter(message),
            read::Fault::Unread(class, why) => ListError::Unread(UnreadList {
                number: page.number,
                url: page.url.clone(),
                class,
                why,
            }),
        })?;
        self.note(&found);
        let further = if self.lane.job.follow.next == Switch::Auto && self.barren < MOST_BARREN {
            self.find(&found.next)
        } else {
            Vec::new()
        };
        let links = found.links.iter().map(|link| link.url.clone()).collect();
        let overlap = discovery::overlap(&std::mem::replace(&mut self.last, links), &found.links);
        Ok(ListPage {
            number: page.number,
            url: page.url.clone(),
            found,
            further,
            overlap,
            snapshot,
        })
    }
}

/// What the list pages of a job offer.
#[derive(Debug, Default)]
pub struct Offer {
    /// Each link once, in the order of finding.
    pub links: Vec<DetailLink>,
    /// How many list pages were read.
    pub pages: usize,
    /// Those that are not whole, and why.
    pub cut: Vec<String>,
}

/// Reads all list pages of a job and keeps what they offer. Of the pages nothing else is held.
///
/// # Errors
/// The first list page that cannot be read.
pub async fn survey(lane: Lane<'_>) -> Result<Offer, ListError> {
    let mut walk = Walk::new(lane);
    walk.begin();
    let mut offer = Offer::default();
    let mut seen = HashSet::new();
    while let Some(page) = walk.take() {
        let mut page = walk.read(&page).await?;
        let mut fresh = |url: &str| PageKey::parse(url).is_none_or(|key| seen.insert(key));
        page.found.links.retain(|link| fresh(&link.url));
        if let Some(why) = page.cut() {
            offer.cut.push(format!("{}: {why}", page.url));
        }
        offer.links.append(&mut page.found.links);
        offer.pages += 1;
    }
    Ok(offer)
}
