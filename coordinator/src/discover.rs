//! Discovery's half of a run: what list pages offer goes into the frontier, and the top-level fields
//! that they state into the answer.

use std::collections::HashSet;

use common::store::StoreError;
use common::telemetry::{Discovered, Refused};
use domain::answer::command::Command;
use domain::answer::verdict::Verdict;
use domain::frontier::{FoundPage, Listing, Place};
use domain::ids::PageKey;
use domain::job::{JobFile, Switch};
use domain::page_class::PageClass;
use draft::Draft;
use tokio_util::sync::CancellationToken;

use crate::lists::{ListError, ListPage, UnreadList, Walk};
use crate::service::{CoordinatorError, Parts};

/// How long a list page may be in hand.
const LIST_LEASE_MS: u64 = 60_000;

/// What discovery brought.
pub(crate) struct Survey {
    pub(crate) links: usize,
    pub(crate) lists_read: usize,
    pub(crate) errors: Vec<String>,
    /// Asked to stop before the last list page was read.
    pub(crate) stopped: bool,
    /// Detail pages the job takes, by key: never more than its limits.
    taken: HashSet<PageKey>,
}

/// Reads the list pages and fills the frontier.
pub(crate) async fn discover(
    parts: &Parts,
    stop: &CancellationToken,
) -> Result<Survey, CoordinatorError> {
    let listed = lists_of(parts);
    // A run that is continued knows pages already.
    let known = parts.job.store.progress().await?.discovered();
    let mut survey = Survey {
        links: usize::try_from(known).unwrap_or(usize::MAX),
        lists_read: 0,
        errors: Vec::new(),
        stopped: false,
        taken: HashSet::new(),
    };
    survey.links += known_pages(parts, &listed, &mut survey.taken).await?;
    let mut walk = Walk::new(&listed, parts.reader.as_ref());
    while let Some(page) = walk.next(stop).await {
        match page {
            Ok(list) => {
                survey.lists_read += 1;
                survey.links += take_list(parts, &list, &mut survey.taken).await?;
            }
            Err(ListError::Filter(message)) => return Err(CoordinatorError::Filter(message)),
            Err(ListError::Stopped) => {
                survey.stopped = true;
                break;
            }
            Err(ListError::Unread(list)) => {
                give_up_list(parts, &list).await?;
                survey.errors.push(list.to_string());
            }
        }
    }
    if !survey.stopped && survey.errors.is_empty() {
        parts.events.emit(Discovered {
            lists: survey.lists_read,
            links: survey.links,
        });
    }
    if !survey.stopped {
        survey.errors.extend(leave_lists(parts, &walk).await?);
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

/// Writes the list pages beyond `follow.max_list_pages` into the frontier, as skipped: the gate counts
/// them. Gives the note about them, for people.
async fn leave_lists(parts: &Parts, walk: &Walk<'_>) -> Result<Option<String>, StoreError> {
    let most = parts.job.file.follow.max_list_pages;
    let lists = walk.ahead().zip(most..).map(|(url, number)| {
        let place = Place {
            list: number,
            index: 0,
        };
        FoundPage {
            list: true,
            ..found(url, place, Listing::default())
        }
    });
    let lists: Vec<_> = lists.collect();
    let Some(first) = lists.first().map(|list| list.url.clone()) else {
        return Ok(None);
    };
    let note = format!("follow.max_list_pages: {most} was reached: {first} was not read");
    leave_out(parts, lists, &note).await?;
    Ok(Some(note))
}

/// Puts pages into the frontier as skipped: known, never read, a gap of the answer.
async fn leave_out(parts: &Parts, pages: Vec<FoundPage>, note: &str) -> Result<(), StoreError> {
    if pages.is_empty() {
        return Ok(());
    }
    let keys = pages.iter().filter_map(|page| PageKey::parse(&page.url));
    let skip = keys.map(|key| Command::Skip {
        page: key.as_str().to_owned(),
        note: note.to_owned(),
    });
    let skip: Vec<_> = skip.collect();
    let mut commands = vec![Command::Discover { pages }];
    commands.extend(skip);
    parts.job.store.submit(&commands).await?;
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

/// Takes over what a list page offers: its links and the top-level fields it states.
async fn take_list(
    parts: &Parts,
    list: &ListPage,
    taken: &mut HashSet<PageKey>,
) -> Result<usize, StoreError> {
    let draft = draft::draft_top(draft::DraftInput {
        snapshot: &list.snapshot,
        url: &list.url,
        listing: &Listing::default(),
        schema: &parts.job.schema,
        job: &parts.job.file,
    });
    settle_list(parts, list, &draft).await?;
    let has_rows = parts.job.schema.answer.is_some();
    let pages: Vec<_> = list
        .found
        .links
        .iter()
        .filter(|_| has_rows)
        .zip(0..)
        .map(|(link, index)| {
            found(
                &link.url,
                Place {
                    list: list.number,
                    index,
                },
                link.listing.clone(),
            )
        })
        .collect();
    let added = take_pages(parts, pages, taken).await?;
    top_fields(parts, list, draft).await?;
    Ok(added)
}

/// Puts pages into the frontier and says how many were new.
async fn discover_pages(parts: &Parts, pages: Vec<FoundPage>) -> Result<usize, StoreError> {
    if pages.is_empty() {
        return Ok(0);
    }
    match parts
        .job
        .store
        .submit_one(Command::Discover { pages })
        .await?
    {
        Verdict::Accepted { stored, .. } => Ok(stored["added"]
            .as_u64()
            .and_then(|n| usize::try_from(n).ok())
            .unwrap_or(0)),
        _ => Ok(0),
    }
}

fn found(url: &str, place: Place, listing: Listing) -> FoundPage {
    FoundPage {
        url: url.to_owned(),
        place,
        listing,
        list: false,
    }
}

/// Puts a list page into the frontier under a lease of its own: its key and the lease, or `None` if the
/// page has come to an end already.
async fn lease_list(
    parts: &Parts,
    url: &str,
    number: u32,
) -> Result<Option<(String, u64)>, StoreError> {
    let Some(key) = PageKey::parse(url) else {
        return Ok(None);
    };
    let page = key.as_str().to_owned();
    let place = Place {
        list: number,
        index: 0,
    };
    let entry = FoundPage {
        list: true,
        ..found(url, place, Listing::default())
    };
    let until = parts.clock.now_ms().saturating_add(LIST_LEASE_MS);
    let commands = [
        Command::Discover { pages: vec![entry] },
        Command::Publish {
            page: page.clone(),
            until,
        },
    ];
    let verdicts = parts.job.store.submit(&commands).await?;
    let lease = match verdicts.iter().find_map(Verdict::lease) {
        Some(lease) => lease,
        None => match parts.job.store.page(&page).await? {
            // A run that is continued reads again what it could not read before.
            Some(known) if known.list && !known.is_read() => {
                let Some(lease) = lease_again(parts, &page, until).await? else {
                    return Ok(None);
                };
                lease
            }
            _ => return Ok(None),
        },
    };
    parts
        .job
        .store
        .submit_one(Command::Start {
            page: page.clone(),
            lease,
        })
        .await?;
    Ok(Some((page, lease)))
}

/// Leases a list page that had come to an end without being read. It is never due for a worker.
async fn lease_again(parts: &Parts, page: &str, until: u64) -> Result<Option<u64>, StoreError> {
    let page = page.to_owned();
    let commands = [
        Command::Reopen {
            page: page.clone(),
            at: 0,
        },
        Command::Publish { page, until },
    ];
    let verdicts = parts.job.store.submit(&commands).await?;
    Ok(verdicts.iter().find_map(Verdict::lease))
}

/// Writes a list page that could not be read into the frontier, as given up: the gate names it.
async fn give_up_list(parts: &Parts, list: &UnreadList) -> Result<(), StoreError> {
    tracing::warn!(url = list.url, why = list.why, "list page not read");
    let Some((page, lease)) = lease_list(parts, &list.url, list.number).await? else {
        return Ok(());
    };
    let fail = Command::Fail {
        page,
        lease,
        class: PageClass::Failed,
        note: list.why.clone(),
        due_at: None,
    };
    parts.job.store.submit_one(fail).await?;
    Ok(())
}

/// Writes a list page into the frontier, as read.
async fn settle_list(parts: &Parts, list: &ListPage, draft: &Draft) -> Result<(), StoreError> {
    let Some((page, lease)) = lease_list(parts, &list.url, list.number).await? else {
        return Ok(());
    };
    let class = if list.found.says_empty && list.found.links.is_empty() {
        PageClass::EmptyList
    } else {
        PageClass::Content
    };
    let facts = draft::page_facts(&list.snapshot);
    let mut read = facts.page_read(&list.snapshot, parts.clock.now_ms(), 0);
    read.stated.clone_from(&draft.stated);
    read.stated_total = stated_total(parts, list);
    let settle = Command::Settle {
        page,
        lease,
        class,
        note: format!("{} detail links", list.found.links.len()),
        read: Box::new(read),
    };
    parts.job.store.submit_one(settle).await?;
    Ok(())
}

/// The total that the list page states, where the job takes all of its links.
fn stated_total(parts: &Parts, list: &ListPage) -> Option<u64> {
    let filter = &parts.job.file.links;
    let all = filter.selector.is_none()
        && filter.href_contains.is_none()
        && filter.href_regex.is_none()
        && filter.attr.is_empty();
    list.found.stated_total.filter(|_| all)
}

/// Sets the top-level fields that the list page states and no earlier one did.
async fn top_fields(parts: &Parts, list: &ListPage, draft: Draft) -> Result<(), StoreError> {
    let unset = parts.job.store.coverage().await?.top_unset;
    let commands: Vec<_> = draft
        .row
        .into_iter()
        .filter(|(key, value)| !value.is_null() && unset.contains(key))
        .map(|(key, value)| {
            let receipt = draft.receipts.get(&domain::pointer::of(&key)).cloned();
            Command::SetField {
                key,
                value,
                receipt,
            }
        })
        .collect();
    if commands.is_empty() {
        return Ok(());
    }
    for verdict in parts.job.store.submit(&commands).await? {
        if let Verdict::Refused(refusal) = verdict {
            parts.events.emit(Refused {
                op: "set_field",
                url: Some(list.url.clone()),
                code: refusal.code,
                pointer: refusal.pointer,
                message: refusal.message,
                got: refusal.got,
            });
        }
    }
    Ok(())
}
