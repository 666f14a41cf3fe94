//! Discovery's shell: reads list pages one after the other, follows where they continue.

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use common::browser::{PageReader, ReadRequest};
use discovery::Found;
use domain::disposition::{Disposition, ErrorClass, dispose};
use domain::ids::{JobId, PageKey};
use domain::job::{JobFile, Switch};
use domain::panel::Wish;
use domain::snapshot::Snapshot;
use draft::{Sought, content_of};
use tokio_util::sync::CancellationToken;

/// A list page as read.
#[derive(Debug)]
pub struct ListPage {
    /// Its number in the order of reading.
    pub number: u32,
    /// The address as found.
    pub url: String,
    /// What it offers.
    pub found: Found,
    /// The page.
    pub snapshot: Snapshot,
}

/// A list page that gave nothing.
#[derive(Debug, thiserror::Error)]
#[error("cannot read the list page {url}: {why}")]
pub struct UnreadList {
    /// Its number in the order of reading.
    pub number: u32,
    /// The address as found.
    pub url: String,
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
    id: &'a JobId,
    job: &'a JobFile,
    reader: &'a dyn PageReader,
    ahead: VecDeque<String>,
    known: HashSet<PageKey>,
    number: u32,
}

impl<'a> Walk<'a> {
    /// A walk from the job's start pages.
    pub fn new(id: &'a JobId, job: &'a JobFile, reader: &'a dyn PageReader) -> Self {
        let mut walk = Self {
            id,
            job,
            reader,
            ahead: VecDeque::new(),
            known: HashSet::new(),
            number: 0,
        };
        for url in &job.start {
            walk.add(url.clone());
        }
        walk
    }

    fn add(&mut self, url: String) {
        if let Some(key) = PageKey::parse(&url)
            && self.known.insert(key)
        {
            self.ahead.push_back(url);
        }
    }

    /// The list pages that are known and not read.
    pub fn ahead(&self) -> impl ExactSizeIterator<Item = &str> {
        self.ahead.iter().map(String::as_str)
    }

    /// Reads the next list page, or gives `None` at the end of the list.
    ///
    /// # Errors
    /// The page could not be read, or its filters do not parse; the walk can go on.
    pub async fn next(
        &mut self,
        shutdown: &CancellationToken,
    ) -> Option<Result<ListPage, ListError>> {
        if self.number >= self.job.follow.max_list_pages {
            return None;
        }
        let url = self.ahead.pop_front()?;
        let number = self.number;
        self.number += 1;
        Some(self.read(url, number, shutdown).await)
    }

    async fn read(
        &mut self,
        url: String,
        number: u32,
        shutdown: &CancellationToken,
    ) -> Result<ListPage, ListError> {
        let snapshot = tokio::select! {
            biased;
            () = shutdown.cancelled() => return Err(ListError::Stopped),
            snapshot = read_list(self.reader, (self.id, self.job), &url, Wish::Auto) => snapshot,
        };
        let mut snapshot = match snapshot {
            Ok(snapshot) => snapshot,
            Err(why) => return Err(ListError::Unread(UnreadList { number, url, why })),
        };
        let mut found = discovery::discover(&snapshot, self.job).map_err(ListError::Filter)?;
        // The list may be in a panel that attaches late.
        if found.links.is_empty()
            && !found.says_empty
            && self.job.read.frame == Switch::Auto
            && let Ok(later) =
                read_list(self.reader, (self.id, self.job), &url, Wish::Awaited).await
        {
            found = discovery::discover(&later, self.job).map_err(ListError::Filter)?;
            snapshot = later;
        }
        if self.job.follow.next == Switch::Auto {
            for next in &found.next {
                self.add(next.clone());
            }
        }
        Ok(ListPage {
            number,
            url,
            found,
            snapshot,
        })
    }
}

/// Reads all list pages of a job and keeps what they offer.
///
/// # Errors
/// The first list page that cannot be read.
pub async fn survey(
    reader: &dyn PageReader,
    id: &JobId,
    job: &JobFile,
    shutdown: &CancellationToken,
) -> Result<Vec<ListPage>, ListError> {
    let mut walk = Walk::new(id, job, reader);
    let mut pages = Vec::new();
    while let Some(page) = walk.next(shutdown).await {
        pages.push(page?);
    }
    Ok(pages)
}

/// Reads one list page, as often as the job allows; else says why not.
async fn read_list(
    reader: &dyn PageReader,
    (id, job): (&JobId, &JobFile),
    url: &str,
    panel: Wish,
) -> Result<Snapshot, String> {
    let mut attempt = 1;
    loop {
        let request = ReadRequest {
            url: url.to_owned(),
            job: id.clone(),
            options: job.read.clone(),
            scroll: job.follow.scroll == Switch::Auto,
            alone: attempt > 1,
            panel,
            advice: None,
        };
        let (why, class) = match reader.read(request).await {
            Ok(snapshot) => match snapshot.status {
                Some(status) if status >= 500 => {
                    (format!("status {status}"), ErrorClass::Transient)
                }
                Some(status) if status >= 400 => {
                    (format!("status {status}"), ErrorClass::Permanent)
                }
                _ => return Ok(content_of(snapshot, panel, Sought::List).snapshot),
            },
            Err(error) => (error.to_string(), error.class),
        };
        match dispose(class, attempt, job.read.attempts) {
            Disposition::DeadLetter => return Err(why),
            Disposition::Retry { after_ms } => {
                tokio::time::sleep(Duration::from_millis(after_ms)).await;
            }
        }
        attempt += 1;
    }
}
