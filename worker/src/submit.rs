//! What a read page leaves: its page line, its draft and, in one commit, class, row and counters.

use common::archive::{DraftLine, PageLine};
use common::store::StoreError;
use common::telemetry::{Events, PageRead, Refused, Written};
use domain::answer::command::{Command, Item};
use domain::answer::pair::id_of_key;
use domain::answer::record;
use domain::answer::rules::settle::is_shell;
use domain::answer::verdict::Verdict;
use domain::disposition::ErrorClass;
use domain::page_class::PageClass;
use domain::panel::Wish;
use domain::snapshot::Snapshot;
use draft::{Draft, DraftInput, PageFacts, Reading, Sought};

use crate::read::{Page, Setback, retry_or_give_up};
use crate::service::Parts;

/// What is said of a page with a table of which a part was left off.
const CUT: &str = "cut: a table is too large to be read to its end";

/// How a page was read.
#[derive(Clone, Copy)]
pub(crate) struct Read<'a> {
    pub(crate) class: PageClass,
    pub(crate) status: Option<u16>,
    pub(crate) note: &'a str,
    pub(crate) ms: u64,
}

/// The class of a read. A page without the element that the job waits for is not the page yet. What a page
/// says that was cut counts, and its draft knows that it may say more; that it lists nothing cannot be told.
fn class_of(wait_for: Option<&str>, wish: Wish, reading: &Reading) -> (PageClass, String) {
    let snapshot = &reading.snapshot;
    let judged = draft::classify_reading(reading, wish);
    match wait_for {
        Some(selector) if judged.0 == PageClass::Content && !snapshot.settled => (
            PageClass::Failed,
            format!("read.wait_for: `{selector}` did not come in time"),
        ),
        _ if snapshot.truncated => {
            let cut = format!("cut after {} nodes: too large", snapshot.dom.nodes.len());
            match judged.0 {
                PageClass::Content => (PageClass::Content, cut),
                PageClass::EmptyList => (PageClass::Failed, cut),
                _ => judged,
            }
        }
        _ => judged,
    }
}

/// Judges a snapshot and submits what it gives.
pub(crate) async fn snapshot(
    parts: &Parts,
    page: &Page,
    snapshot: Snapshot,
    ms: u64,
) -> Result<(), StoreError> {
    let wish = page.record.wish;
    let reading = draft::content_of(snapshot, wish, Sought::Detail);
    let snapshot = &reading.snapshot;
    let wait_for = page.job.file.read.wait_for.as_deref();
    let (class, note) = class_of(wait_for, wish, &reading);
    let facts = draft::page_facts(snapshot);
    let read = Read {
        class,
        status: snapshot.status,
        note: &note,
        ms,
    };
    keep_page(parts, page, snapshot, &facts, read).await;
    match class {
        PageClass::Content => row(parts, page, &reading, &facts, read).await,
        PageClass::Gone | PageClass::EmptyList => {
            page.job
                .store
                .submit(&[settle(parts, page, &reading, &facts, read)])
                .await?;
            announce(parts, page, read);
            Ok(())
        }
        PageClass::Shell | PageClass::PanelMissing | PageClass::Challenge | PageClass::Failed => {
            let error = ErrorClass::Transient;
            let setback = Setback {
                class,
                status: snapshot.status,
                note,
                error,
                ms,
            };
            retry_or_give_up(parts, page, setback).await
        }
    }
}

/// Drafts the row and submits it together with the page's class: one commit.
async fn row(
    parts: &Parts,
    page: &Page,
    reading: &Reading,
    facts: &PageFacts,
    read: Read<'_>,
) -> Result<(), StoreError> {
    let draft = draft::draft_row(DraftInput {
        snapshot: &reading.snapshot,
        url: &page.record.url,
        listing: &page.record.listing,
        schema: &page.job.schema,
        job: &page.job.file,
    });
    let mut settle = settle(parts, page, reading, facts, read);
    if let Command::Settle { read, note, .. } = &mut settle {
        read.stated.clone_from(&draft.stated);
        read.hinted.clone_from(&draft.hinted);
        if draft.ledger.is_cut() {
            // What stands there is not known, as in a page that is cut.
            read.cut = true;
            note.push_str(if note.is_empty() { CUT } else { "" });
        }
    }
    let item = Command::AddItem(Box::new(Item {
        item: draft.row.clone().into(),
        page: Some(page.key.clone()),
        receipts: draft.receipts.clone(),
        reasons: draft.reasons.clone(),
        merge: false,
        draft: true,
    }));
    let began = parts.clock.instant();
    let mut verdicts = page.job.store.submit(&[settle, item]).await?.into_iter();
    parts.meter.committed(parts.clock.instant() - began);
    let settled = verdicts.next();
    let shell = settled.as_ref().is_some_and(is_shell);
    if let Some(Verdict::Refused(refusal)) = settled {
        tracing::debug!(page = page.key, code = ?refusal.code, "read under a lease that ended");
        return Ok(());
    }
    if shell {
        let note = "the text around a panel, not the panel: read again inside it";
        let class = PageClass::Shell;
        announce(
            parts,
            page,
            Read {
                class,
                note,
                ..read
            },
        );
        return Ok(());
    }
    announce(parts, page, read);
    row_verdict(parts, page, draft, verdicts.next()).await;
    Ok(())
}

async fn row_verdict(parts: &Parts, page: &Page, draft: Draft, verdict: Option<Verdict>) {
    let refused = match verdict {
        Some(Verdict::Accepted { row, missing, .. }) => {
            events(parts, page).emit(Written {
                op: "add_item",
                row,
                url: Some(page.record.url.clone()),
                missing,
            });
            None
        }
        Some(Verdict::Refused(refusal)) => {
            let code = refusal.code;
            parts.meter.refused(code);
            events(parts, page).emit(Refused {
                op: "add_item",
                url: Some(page.record.url.clone()),
                code,
                pointer: refusal.pointer,
                message: refusal.message,
                got: refusal.got,
            });
            Some(code)
        }
        Some(Verdict::Unchanged) | None => None,
    };
    let line = DraftLine {
        url: page.record.url.clone(),
        row: draft.row,
        receipts: draft.receipts,
        reasons: draft.reasons,
        leftovers: draft.leftovers,
        refused,
    };
    if let Err(error) = parts.archive.put_draft(&page.job.id, line).await {
        tracing::warn!(error = %error, "draft not kept");
    }
}

fn settle(
    parts: &Parts,
    page: &Page,
    reading: &Reading,
    facts: &PageFacts,
    read: Read<'_>,
) -> Command {
    let record = record::PageRead {
        has_embed: reading.beside,
        panel: reading.panel.clone(),
        shell: reading.shell.clone(),
        unread: reading.unread.clone(),
        ..facts.page_read(&reading.snapshot, parts.clock.now_ms(), read.ms)
    };
    Command::Settle {
        page: page.key.clone(),
        lease: page.lease,
        class: read.class,
        note: read.note.to_owned(),
        read: Box::new(record),
    }
}

/// Keeps the page for whoever asks for it later. A run goes on without.
async fn keep_page(
    parts: &Parts,
    page: &Page,
    snapshot: &Snapshot,
    facts: &PageFacts,
    read: Read<'_>,
) {
    let line = PageLine {
        class: read.class,
        note: read.note.to_owned(),
        text: facts.text.clone(),
        jsonld: facts.jsonld.clone(),
        links: facts.links.clone(),
        read_at: parts.clock.now_ms(),
        ms: read.ms,
        screenshot: picture_name(page, snapshot),
        listing: page.record.listing.clone(),
        ..PageLine::of(&page.record.url, snapshot)
    };
    let kept = parts.archive.put_page(&page.job.id, line, snapshot).await;
    if let Err(error) = kept {
        tracing::warn!(error = %error, "page not kept whole");
    }
}

/// What the picture is called of a page whose read is in doubt: one that gave no content, and one that only its
/// siblings may show to be the text around a panel.
fn picture_name(page: &Page, snapshot: &Snapshot) -> Option<String> {
    snapshot.screenshot.as_ref()?;
    let id = id_of_key(&page.key);
    Some(format!("pictures/{id}-{}-{}.png", page.lease, page.attempt))
}

/// Says that a page was read, and how.
pub(crate) fn announce(parts: &Parts, page: &Page, read: Read<'_>) {
    parts.meter.read(read.class, read.ms);
    events(parts, page).emit(PageRead {
        url: page.record.url.clone(),
        class: read.class,
        status: read.status,
        attempt: page.attempt,
        ms: read.ms,
        note: read.note.to_owned(),
    });
}

fn events(parts: &Parts, page: &Page) -> Events {
    parts.events.of(&page.job.id.0)
}

#[cfg(test)]
mod tests;
