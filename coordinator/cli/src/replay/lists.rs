//! The list pages of a replayed run: the top-level fields they state, drafted by the present rules. An
//! earlier list page has the first word, as in the run.

use common::archive::{Archive, PageLine};
use common::jobs::OpenJob;
use common::store::{PageEntry, StoreError};
use domain::answer::command::Command;
use domain::answer::verdict::Verdict;
use domain::frontier::Listing;
use domain::ids::PageKey;
use domain::snapshot::Snapshot;
use draft::{Draft, DraftInput, draft_top};

use super::{begin, lost};
use crate::exit::Failure;
use crate::opened::broken;

/// What a replay knows of the top-level fields.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fields {
    /// List pages that were drafted.
    pub(crate) pages: usize,
    /// Addresses of list pages that were read and are not kept: no field can be compared then.
    pub(crate) missing: Vec<String>,
}

/// Drafts the kept list pages into the new answer.
pub(super) async fn replay(
    archive: &dyn Archive,
    job: &OpenJob,
    pages: &[PageEntry],
    mut lines: Vec<PageLine>,
) -> Result<Fields, Failure> {
    if !states_fields(job) {
        return Ok(Fields::default());
    }
    lines.sort_by_key(|line| line.list);
    let read = pages.iter().filter(|entry| entry.page.is_read());
    let mut missing: Vec<String> = read
        .filter(|entry| coordinator::is_shown(&entry.page))
        .map(|entry| entry.page.url.clone())
        .collect();
    let mut drafted = 0;
    for line in lines {
        let snapshot = match &line.snapshot {
            Some(name) => archive.snapshot(&job.id, name).await,
            None => Ok(None),
        };
        let Some(snapshot) = snapshot.map_err(|error| lost(&error))? else {
            continue;
        };
        missing.retain(|url| *url != line.url);
        drafted += 1;
        let put = put(job, &line, &snapshot).await;
        put.map_err(|error| broken(&error))?;
    }
    Ok(Fields {
        pages: drafted,
        missing,
    })
}

/// Whether the schema has a field beside its rows.
fn states_fields(job: &OpenJob) -> bool {
    let rows = job.schema.answer.as_ref();
    let rows = rows.and_then(|answer| answer.path.first());
    job.schema.top.iter().any(|field| Some(&field.name) != rows)
}

/// Settles a list page and sets what it states, as a coordinator does.
async fn put(job: &OpenJob, line: &PageLine, snapshot: &Snapshot) -> Result<(), StoreError> {
    let draft = draft_top(DraftInput {
        snapshot,
        url: &line.url,
        listing: &Listing::default(),
        schema: &job.schema,
        job: &job.file,
    });
    settle(job, line, snapshot, &draft).await?;
    let unset = job.store.coverage().await?.top_unset;
    let commands = coordinator::top_fields(draft, &unset);
    if commands.is_empty() {
        return Ok(());
    }
    for verdict in job.store.submit(&commands).await? {
        if let Verdict::Refused(refusal) = verdict {
            tracing::debug!(code = ?refusal.code, "a replayed field was refused");
        }
    }
    Ok(())
}

/// What the page states is evidence from now on.
async fn settle(
    job: &OpenJob,
    line: &PageLine,
    snapshot: &Snapshot,
    draft: &Draft,
) -> Result<(), StoreError> {
    let Some(key) = PageKey::parse(&line.url) else {
        return Ok(());
    };
    // An address that is a detail page as well is settled as that.
    let page = job.store.page(key.as_str()).await?;
    if !page.is_some_and(|page| page.list) {
        return Ok(());
    }
    let Some(lease) = begin(job, key.as_str()).await? else {
        return Ok(());
    };
    let facts = draft::page_facts(snapshot);
    let mut read = facts.page_read(snapshot, line.read_at, line.ms);
    read.stated.clone_from(&draft.stated);
    let settle = Command::Settle {
        page: key.as_str().to_owned(),
        lease,
        class: line.class,
        note: line.note.clone(),
        read: Box::new(read),
    };
    job.store.submit_one(settle).await?;
    Ok(())
}
