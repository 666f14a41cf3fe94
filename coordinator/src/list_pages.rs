//! List pages in the frontier: each has a state from the moment it is found, so that a page that was
//! blocked is seen, and whoever takes a job over reads only what is left.

use common::archive::PageLine;
use common::store::StoreError;
use domain::answer::command::Command;
use domain::answer::record::{PageRead, PageRecord};
use domain::answer::verdict::Verdict;
use domain::frontier::{FoundPage, Listing, Place};
use domain::ids::PageKey;
use domain::page_class::PageClass;
use draft::PageFacts;

use crate::lists::{Ahead, ListPage, UnreadList, Walk};
use crate::service::Parts;
use crate::sources;

/// How long a list page may be in hand, milliseconds. It only says who has it: nobody else reads it,
/// and who takes the job over ends it.
const LEASE_MS: u64 = 3_600_000;

/// A list page under a lease.
#[derive(Debug)]
pub(crate) struct Lease {
    page: String,
    lease: u64,
}

/// Takes the list pages that the frontier knows up, in the order in which they were found. Gives how
/// many were read.
pub(crate) async fn restore(parts: &Parts, walk: &mut Walk<'_>) -> Result<usize, StoreError> {
    let pages = parts.job.store.pages().await?;
    let mut read = 0;
    let lists = pages.into_iter().filter(|entry| is_shown(&entry.page));
    for entry in lists {
        let is_read = entry.page.is_read();
        read += usize::from(is_read);
        let page = Ahead {
            number: entry.page.place.list,
            url: entry.page.url,
        };
        walk.resume(page, is_read);
    }
    Ok(read)
}

/// Whether a page is a list page that a browser shows, rather than a sitemap or feed.
pub fn is_shown(page: &PageRecord) -> bool {
    page.list && page.place.list < sources::FROM
}

/// List pages as the frontier takes them.
pub(crate) fn found(pages: &[Ahead]) -> Vec<FoundPage> {
    let page = |page: &Ahead| FoundPage {
        url: page.url.clone(),
        place: Place {
            list: page.number,
            index: 0,
        },
        listing: Listing::default(),
        list: true,
    };
    pages.iter().map(page).collect()
}

/// Puts new list pages into the frontier.
pub(crate) async fn announce(parts: &Parts, pages: &[Ahead]) -> Result<(), StoreError> {
    if !pages.is_empty() {
        let pages = found(pages);
        parts
            .job
            .store
            .submit_one(Command::Discover { pages })
            .await?;
    }
    Ok(())
}

/// Takes a list page in hand; `None` if its address is none, or if it is a detail page as well.
pub(crate) async fn begin(parts: &Parts, ahead: &Ahead) -> Result<Option<Lease>, StoreError> {
    let Some(key) = PageKey::parse(&ahead.url) else {
        return Ok(None);
    };
    let page = key.as_str().to_owned();
    match parts.job.store.page(&page).await? {
        Some(known) if !known.list => return Ok(None),
        _ => {}
    }
    let until = parts.clock.now_ms().saturating_add(LEASE_MS);
    let commands = [
        Command::Discover {
            pages: found(std::slice::from_ref(ahead)),
        },
        Command::Reopen {
            page: page.clone(),
            at: 0,
        },
        Command::Publish {
            page: page.clone(),
            until,
        },
    ];
    let verdicts = parts.job.store.submit(&commands).await?;
    let Some(lease) = verdicts.iter().find_map(Verdict::lease) else {
        return Ok(None);
    };
    let start = Command::Start {
        page: page.clone(),
        lease,
    };
    parts.job.store.submit_one(start).await?;
    Ok(Some(Lease { page, lease }))
}

/// Writes a list page that could not be read into the frontier, as given up: the gate names it.
pub(crate) async fn give_up(
    parts: &Parts,
    lease: Option<Lease>,
    list: &UnreadList,
) -> Result<(), StoreError> {
    tracing::warn!(url = list.url, why = list.why, "list page not read");
    let Some(Lease { page, lease }) = lease else {
        return Ok(());
    };
    let fail = Command::Fail {
        page,
        lease,
        class: list.class,
        note: list.why.clone(),
        due_at: None,
    };
    parts.job.store.submit_one(fail).await?;
    Ok(())
}

/// Gives a list page back that was not read to its end: the run was stopped.
pub(crate) async fn give_back(parts: &Parts, lease: Option<Lease>) -> Result<(), StoreError> {
    let Some(Lease { page, lease }) = lease else {
        return Ok(());
    };
    let fail = Command::Fail {
        page,
        lease,
        class: PageClass::Failed,
        note: "the run was stopped while the list was read".to_owned(),
        due_at: Some(0),
    };
    parts.job.store.submit_one(fail).await?;
    Ok(())
}

/// Keeps a list page for whoever drafts the top-level fields again. A run goes on without.
pub(crate) async fn keep(
    parts: &Parts,
    list: &ListPage,
    facts: PageFacts,
    (class, note, ms): (PageClass, &str, u64),
) {
    let line = PageLine {
        class,
        note: note.to_owned(),
        text: facts.text,
        jsonld: facts.jsonld,
        links: facts.links,
        read_at: parts.clock.now_ms(),
        ms,
        list: Some(list.number),
        ..PageLine::of(&list.url, &list.snapshot)
    };
    let kept = parts.archive.put_page(&parts.job.id, line, &list.snapshot);
    if let Err(error) = kept.await {
        tracing::warn!(url = list.url, %error, "list page not kept");
    }
}

/// Writes a list page into the frontier, as read.
pub(crate) async fn settle(
    parts: &Parts,
    lease: Option<Lease>,
    class: PageClass,
    (note, read): (String, PageRead),
) -> Result<(), StoreError> {
    let Some(Lease { page, lease }) = lease else {
        return Ok(());
    };
    let settle = Command::Settle {
        page,
        lease,
        class,
        note,
        read: Box::new(read),
    };
    parts.job.store.submit_one(settle).await?;
    Ok(())
}

/// Writes the list pages beyond `follow.max_list_pages` into the frontier, as skipped: the gate counts
/// them. Gives the note about them, for people.
pub(crate) async fn leave(parts: &Parts, walk: &Walk<'_>) -> Result<Option<String>, StoreError> {
    let most = parts.job.file.follow.max_list_pages;
    let left: Vec<Ahead> = walk.ahead().cloned().collect();
    let Some(first) = left.first() else {
        return Ok(None);
    };
    let note = format!(
        "follow.max_list_pages: {most} was reached: {} was not read",
        first.url
    );
    crate::discover::leave_out(parts, found(&left), &note).await?;
    Ok(Some(note))
}
