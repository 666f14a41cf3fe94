//! Discovery's half of a run: what list pages offer goes into the frontier, and the top-level fields
//! that they state into the answer.

mod settle;

use std::collections::HashSet;

use common::store::StoreError;
use common::telemetry::Discovered;
use domain::answer::cells;
use domain::answer::command::Command;
use domain::answer::verdict::Verdict;
use domain::frontier::{FoundPage, Listing, PageState, Place};
use domain::ids::PageKey;
use domain::job::{JobFile, Switch};
use tokio_util::sync::CancellationToken;

use crate::list_pages::{self, Lease};
use crate::lists::{Ahead, ListError, ListPage, Walk};
use crate::service::{CoordinatorError, Parts};
use crate::sources;

pub use settle::top_fields;

/// What discovery brought.
pub(crate) struct Survey {
    pub(crate) links: usize,
    pub(crate) lists_read: usize,
    pub(crate) errors: Vec<String>,
    /// Asked to stop before the last list page was read.
    pub(crate) stopped: bool,
    /// Detail pages the job takes, by key: never more than its limits.
    taken: HashSet<PageKey>,
    /// Feeds that list pages name.
    feeds: Vec<String>,
}

/// Reads the list pages and fills the frontier. A run that is continued reads only the list pages that
/// were not read before.
pub(crate) async fn discover(
    parts: &Parts,
    stop: &CancellationToken,
) -> Result<Survey, CoordinatorError> {
    let listed = lists_of(parts);
    let job = &listed;
    let mut survey = Survey::of_earlier(parts).await?;
    survey.links += known_pages(parts, job, &mut survey.taken).await?;
    let mut walk = Walk::new(parts.lane(job, stop));
    survey.lists_read = list_pages::restore(parts, &mut walk).await?;
    let begun = walk.begin();
    list_pages::announce(parts, &begun).await?;
    let mut moves = Moves::default();
    while let Some(page) = moves.next(&mut walk) {
        let lease = list_pages::begin(parts, &page).await?;
        let began = parts.clock.now_ms();
        match walk.read(&page).await {
            Ok(list) => {
                moves.note(page, &list);
                let ms = parts.clock.now_ms().saturating_sub(began);
                survey.take_list(parts, (lease, ms), &list).await?;
            }
            Err(ListError::Filter(message)) => return Err(CoordinatorError::Filter(message)),
            Err(ListError::Stopped) => {
                list_pages::give_back(parts, lease).await?;
                survey.stopped = true;
                break;
            }
            Err(ListError::Unread(list)) => {
                list_pages::give_up(parts, lease, &list).await?;
                survey.errors.push(list.to_string());
            }
        }
    }
    if !survey.stopped && job.follow.sitemap == Switch::Auto {
        survey.take_sources(parts, stop).await?;
    }
    if !survey.stopped && survey.errors.is_empty() {
        parts.events.emit(Discovered {
            lists: survey.lists_read,
            links: survey.links,
        });
    }
    if !survey.stopped {
        survey.errors.extend(list_pages::leave(parts, &walk).await?);
        survey.errors.extend(shortfall(parts).await?);
    }
    Ok(survey)
}

/// The job as its list pages are read. A schema without rows is drafted from the start pages themselves: all
/// pages of the job are such, and none leads to a next one.
fn lists_of(parts: &Parts) -> JobFile {
    let mut job = parts.job.file.as_ref().clone();
    if parts.job.schema.answer.is_none() {
        job.start.append(&mut job.pages);
        job.follow.next = Switch::Off;
    }
    job
}

/// What the list pages say beyond what was found, for people: the gate counts it.
async fn shortfall(parts: &Parts) -> Result<Option<String>, StoreError> {
    let standing = parts.job.store.standing().await?;
    let stated = standing.stated_total;
    let found = u64::try_from(standing.cell(cells::DETAILS)).unwrap_or(0);
    let short = stated > found;
    Ok(short.then(|| format!("the list states {stated} items and {found} were found")))
}

/// Whether the list moved while it was read, and what was read of it.
#[derive(Default)]
struct Moves {
    read: Vec<Ahead>,
    /// The number of the last page that began with links of the page before it.
    moved: Option<u32>,
    /// The start was read once more.
    again: bool,
}

impl Moves {
    fn note(&mut self, page: Ahead, list: &ListPage) {
        if self.again {
            return;
        }
        if list.overlap > 0 {
            self.moved = Some(list.number);
        }
        self.read.push(page);
    }

    /// The next list page; at the end of a list that moved, its start once more.
    fn next(&mut self, walk: &mut Walk<'_>) -> Option<Ahead> {
        if let Some(page) = walk.take() {
            return Some(page);
        }
        let moved = self.moved.take().filter(|_| walk.ahead().len() == 0)?;
        self.again = true;
        walk.again(moved, &self.read);
        walk.take()
    }
}

impl Survey {
    /// What an earlier part of the run found: a run that is continued knows pages already.
    async fn of_earlier(parts: &Parts) -> Result<Self, StoreError> {
        let pages = parts.job.store.pages().await?;
        let details = pages.iter().filter(|entry| !entry.page.list);
        let taken: HashSet<PageKey> = details
            .filter(|entry| entry.page.state != PageState::Skipped)
            .filter_map(|entry| PageKey::parse(&entry.page.url))
            .collect();
        Ok(Self {
            links: taken.len(),
            lists_read: 0,
            errors: Vec::new(),
            stopped: false,
            taken,
            feeds: Vec::new(),
        })
    }

    /// Takes over what sitemaps and feeds offer.
    async fn take_sources(
        &mut self,
        parts: &Parts,
        stop: &CancellationToken,
    ) -> Result<(), CoordinatorError> {
        let known: Vec<String> = self
            .taken
            .iter()
            .map(|key| key.as_str().to_owned())
            .collect();
        let feeds = std::mem::take(&mut self.feeds);
        let sources = sources::read(parts, feeds, &known, stop).await?;
        self.links += take_pages(parts, sources.pages, &mut self.taken).await?;
        self.errors.extend(sources.errors);
        self.stopped |= sources.stopped;
        Ok(())
    }

    /// Takes over what a list page offers: its links, the list pages after it and the top-level fields
    /// it states. It is settled last: whoever takes over in between reads it again.
    async fn take_list(
        &mut self,
        parts: &Parts,
        (lease, ms): (Option<Lease>, u64),
        list: &ListPage,
    ) -> Result<(), StoreError> {
        self.lists_read += 1;
        for feed in discovery::feeds(&list.snapshot) {
            if !self.feeds.contains(&feed) {
                self.feeds.push(feed);
            }
        }
        list_pages::announce(parts, &list.further).await?;
        let has_rows = parts.job.schema.answer.is_some();
        let links = list.found.links.iter().filter(|_| has_rows).zip(0..);
        let pages = links.map(|(link, index)| {
            let place = Place {
                list: list.number,
                index,
            };
            found(&link.url, place, link.listing.clone())
        });
        self.links += take_pages(parts, pages.collect(), &mut self.taken).await?;
        let draft = draft::draft_top(draft::DraftInput {
            snapshot: &list.snapshot,
            url: &list.url,
            listing: &Listing::default(),
            schema: &parts.job.schema,
            job: &parts.job.file,
        });
        self.errors
            .extend(settle::list(parts, (lease, ms), list, &draft).await?);
        settle::set_top_fields(parts, list, draft).await
    }
}

/// Puts pages into the frontier as skipped: known, never read, a gap of the answer.
pub(crate) async fn leave_out(
    parts: &Parts,
    pages: Vec<FoundPage>,
    note: &str,
) -> Result<(), StoreError> {
    for pages in pages.chunks(common::store::AT_ONCE) {
        let keys = pages.iter().filter_map(|page| PageKey::parse(&page.url));
        let skip = keys.map(|key| Command::Skip {
            page: key.as_str().to_owned(),
            note: note.to_owned(),
        });
        let pages = pages.to_vec();
        let mut commands = vec![Command::Discover { pages }];
        commands.extend(skip);
        // One commit: none of them is ever due.
        parts.job.store.submit(&commands).await?;
    }
    Ok(())
}

/// Takes pages up to the job's limits; those beyond them are left out. Gives how many were new.
async fn take_pages(
    parts: &Parts,
    pages: Vec<FoundPage>,
    taken: &mut HashSet<PageKey>,
) -> Result<usize, StoreError> {
    let job = &parts.job.file;
    let (most, name) = if job.limits.pages <= job.follow.max_links {
        (job.limits.pages, "limits.pages")
    } else {
        (job.follow.max_links, "follow.max_links")
    };
    let most_pages = usize::try_from(most).unwrap_or(usize::MAX);
    let (within, over) = pages.into_iter().partition(|page| {
        PageKey::parse(&page.url).is_none_or(|key| {
            taken.contains(&key) || (taken.len() < most_pages && taken.insert(key))
        })
    });
    let added = discover_pages(parts, within).await?;
    leave_out(parts, over, &format!("{name}: {most} was reached")).await?;
    Ok(added)
}

/// Puts the job's own detail addresses into the frontier.
async fn known_pages(
    parts: &Parts,
    job: &JobFile,
    taken: &mut HashSet<PageKey>,
) -> Result<usize, StoreError> {
    let pages: Vec<_> = job
        .pages
        .iter()
        .zip(0..)
        .map(|(url, index)| found(url, Place { list: 0, index }, Listing::default()))
        .collect();
    take_pages(parts, pages, taken).await
}

/// Puts pages into the frontier and says how many were new.
async fn discover_pages(parts: &Parts, pages: Vec<FoundPage>) -> Result<usize, StoreError> {
    let mut added = 0;
    for pages in pages.chunks(common::store::AT_ONCE) {
        let pages = pages.to_vec();
        let verdict = parts.job.store.submit_one(Command::Discover { pages });
        if let Verdict::Accepted { stored, .. } = verdict.await? {
            let new = stored["added"].as_u64().unwrap_or(0);
            added += usize::try_from(new).unwrap_or(0);
        }
    }
    Ok(added)
}

fn found(url: &str, place: Place, listing: Listing) -> FoundPage {
    FoundPage {
        url: url.to_owned(),
        place,
        listing,
        list: false,
    }
}
