//! Discovery's half of a run: what list pages offer goes into the frontier, and the top-level fields
//! that they state into the answer.

use common::store::StoreError;
use common::telemetry::Refused;
use domain::answer::command::Command;
use domain::answer::verdict::Verdict;
use domain::frontier::{FoundPage, Listing, Place};
use domain::ids::PageKey;
use domain::page_class::PageClass;
use draft::Draft;
use tokio_util::sync::CancellationToken;

use crate::lists::{ListError, ListPage, Walk};
use crate::service::{CoordinatorError, Parts};

/// What discovery brought.
pub(crate) struct Survey {
    pub(crate) links: usize,
    pub(crate) lists_read: usize,
    pub(crate) errors: Vec<String>,
    /// Asked to stop before the last list page was read.
    pub(crate) stopped: bool,
}

/// Reads the list pages and fills the frontier.
pub(crate) async fn discover(
    parts: &Parts,
    stop: &CancellationToken,
) -> Result<Survey, CoordinatorError> {
    let job = &parts.job.file;
    let mut survey = Survey {
        links: known_pages(parts).await?,
        lists_read: 0,
        errors: Vec::new(),
        stopped: false,
    };
    let mut walk = Walk::new(job, parts.reader.as_ref());
    while let Some(page) = walk.next(stop).await {
        match page {
            Ok(list) => {
                survey.lists_read += 1;
                let room = usize::try_from(job.limits.pages.min(job.follow.max_links))
                    .unwrap_or(usize::MAX)
                    .saturating_sub(survey.links);
                survey.links += take_list(parts, &list, room).await?;
            }
            Err(ListError::Filter(message)) => return Err(CoordinatorError::Filter(message)),
            Err(ListError::Stopped) => {
                survey.stopped = true;
                break;
            }
            Err(error) => {
                tracing::warn!(error = %error, "list page not read");
                survey.errors.push(error.to_string());
            }
        }
    }
    Ok(survey)
}

/// Puts the job's own detail addresses into the frontier.
async fn known_pages(parts: &Parts) -> Result<usize, StoreError> {
    let pages: Vec<_> = parts
        .job
        .file
        .pages
        .iter()
        .take(usize::try_from(parts.job.file.limits.pages).unwrap_or(usize::MAX))
        .zip(0..)
        .map(|(url, index)| found(url, Place { list: 0, index }, Listing::default()))
        .collect();
    discover_pages(parts, pages).await
}

/// Takes over what a list page offers: its links, at most `room`, and the top-level fields it states.
async fn take_list(parts: &Parts, list: &ListPage, room: usize) -> Result<usize, StoreError> {
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
        .zip(0..)
        .take(if has_rows { room } else { 0 })
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
    let added = discover_pages(parts, pages).await?;
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

/// Writes the list page itself into the frontier, as read.
async fn settle_list(parts: &Parts, list: &ListPage, draft: &Draft) -> Result<(), StoreError> {
    let Some(key) = PageKey::parse(&list.url) else {
        return Ok(());
    };
    let page = key.as_str().to_owned();
    let place = Place {
        list: list.number,
        index: 0,
    };
    let entry = FoundPage {
        list: true,
        ..found(&list.url, place, Listing::default())
    };
    let until = parts.clock.now_ms().saturating_add(60_000);
    let opened = parts
        .job
        .store
        .submit(&[
            Command::Discover { pages: vec![entry] },
            Command::Publish {
                page: page.clone(),
                until,
            },
        ])
        .await?;
    let Some(lease) = opened.iter().find_map(Verdict::lease) else {
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
    let settle = Command::Settle {
        page: page.clone(),
        lease,
        class,
        note: format!("{} detail links", list.found.links.len()),
        read: Box::new(read),
    };
    parts
        .job
        .store
        .submit(&[Command::Start { page, lease }, settle])
        .await?;
    Ok(())
}

/// Sets the top-level fields that the list page states and no earlier one did.
async fn top_fields(parts: &Parts, list: &ListPage, draft: Draft) -> Result<(), StoreError> {
    let unset = parts.job.store.coverage().await?.top_unset;
    let commands: Vec<_> = draft
        .row
        .into_iter()
        .filter(|(key, value)| !value.is_null() && unset.contains(key))
        .map(|(key, value)| {
            let receipt = draft.receipts.get(&pointer(&key)).cloned();
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

/// RFC 6901: the pointer of a property of the root.
fn pointer(key: &str) -> String {
    format!("/{}", key.replace('~', "~0").replace('/', "~1"))
}
