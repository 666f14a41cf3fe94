//! Taking up a job that another process had: what that process had leased is due at once, so that
//! nobody waits for the end of a lease that nobody holds.

use common::jobs::OpenJob;
use common::store::StoreError;
use domain::answer::command::Command;
use domain::answer::record::PageRecord;
use domain::frontier::PageState;
use domain::page_class::PageClass;

/// What became of the workers that had pages in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// They ended with the process.
    Gone,
    /// They may be alive: what they read is left to them, or to the end of its lease.
    MayLive,
}

/// Makes due what was leased and is not read. A message that is still in the queue is out of date
/// then, which its worker notices before it reads.
///
/// # Errors
/// The store failed.
pub async fn reclaim(job: &OpenJob, readers: Readers, now: u64) -> Result<(), StoreError> {
    let pages = job.store.pages().await?;
    let given_back: Vec<Command> = pages
        .iter()
        .filter_map(|entry| give_back(&entry.key, &entry.page, readers, now))
        .collect();
    job.store.submit_many(&given_back).await
}

/// A list page has no worker: it was in the hands of the coordinator that had the job.
fn give_back(key: &str, page: &PageRecord, readers: Readers, now: u64) -> Option<Command> {
    let (key, lease) = (key.to_owned(), page.lease);
    let note = "the run was stopped while the page was read".to_owned();
    match page.state {
        _ if page.state.is_terminal() => None,
        PageState::Queued { .. } => Some(Command::Postpone {
            page: key,
            lease,
            due_at: now,
        }),
        PageState::Started { .. } if page.list || readers == Readers::Gone => Some(Command::Fail {
            page: key,
            lease,
            class: PageClass::Failed,
            note,
            due_at: Some(now),
        }),
        _ => None,
    }
}
