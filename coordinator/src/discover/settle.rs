//! What becomes of a list page once its links are taken: its state in the frontier, and the top-level fields
//! that it states.

use common::store::StoreError;
use common::telemetry::Refused;
use domain::answer::command::Command;
use domain::answer::verdict::Verdict;
use domain::page_class::PageClass;
use draft::Draft;

use crate::list_pages::{self, Lease};
use crate::lists::{ListPage, UnreadList};
use crate::service::Parts;

/// Writes a list page into the frontier: as read, or as given up if it is not the whole list. Gives the note
/// about that, for people.
pub(super) async fn list(
    parts: &Parts,
    (lease, ms): (Option<Lease>, u64),
    list: &ListPage,
    draft: &Draft,
) -> Result<Option<String>, StoreError> {
    let facts = draft::page_facts(&list.snapshot);
    let mut read = facts.page_read(&list.snapshot, parts.clock.now_ms(), ms);
    if let Some(why) = doubt(parts, list) {
        let page = list;
        let list = UnreadList {
            number: page.number,
            url: page.url.clone(),
            class: PageClass::Failed,
            why: format!("{why}; {}", note(page)),
        };
        list_pages::keep(parts, page, facts, (list.class, &list.why, ms)).await;
        list_pages::give_up(parts, lease, &list).await?;
        return Ok(Some(list.to_string()));
    }
    let class = if list.found.says_empty && list.found.links.is_empty() {
        PageClass::EmptyList
    } else {
        PageClass::Content
    };
    read.stated.clone_from(&draft.stated);
    read.stated_total = stated_total(parts, list);
    let note = note(list);
    list_pages::keep(parts, list, facts, (class, &note, ms)).await;
    list_pages::settle(parts, lease, class, (note, read)).await?;
    Ok(None)
}

/// Why a list page that was read is not the whole list: what it offered is taken, and the page counts as not
/// read, so that the gate names it.
fn doubt(parts: &Parts, list: &ListPage) -> Option<String> {
    let found = &list.found;
    let loaded = !found.links.is_empty() || found.says_empty;
    let all = takes_all(parts) && parts.job.schema.answer.is_some();
    let blank = || "it has no list, and does not say that it is empty".to_owned();
    list.cut().or_else(|| (all && !loaded).then(blank))
}

/// What is told of a list page that was read.
fn note(list: &ListPage) -> String {
    let mut note = format!("{} detail links", list.found.links.len());
    if list.overlap > 0 {
        let began = format!(
            "; it began with {} links of the page before: the list moved while it was read",
            list.overlap
        );
        note.push_str(&began);
    }
    note
}

/// The total that the list page states, where the job takes all of its links.
fn stated_total(parts: &Parts, list: &ListPage) -> Option<u64> {
    let rows = parts.job.schema.answer.is_some();
    list.found.stated_total.filter(|_| takes_all(parts) && rows)
}

/// Whether the job takes all links of its lists.
fn takes_all(parts: &Parts) -> bool {
    let filter = &parts.job.file.links;
    filter.selector.is_none()
        && filter.href_contains.is_none()
        && filter.href_regex.is_none()
        && filter.attr.is_empty()
}

/// The commands that set the fields which a list page states and no earlier one did.
pub fn top_fields(draft: Draft, unset: &[String]) -> Vec<Command> {
    let stated = draft
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
        });
    stated.collect()
}

/// Sets the top-level fields that the list page states and no earlier one did.
pub(super) async fn set_top_fields(
    parts: &Parts,
    list: &ListPage,
    draft: Draft,
) -> Result<(), StoreError> {
    let unset = parts.job.store.coverage().await?.top_unset;
    let commands = top_fields(draft, &unset);
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
