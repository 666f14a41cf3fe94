//! Drafting a run again from its archive: every kept page through the present rules, list pages first,
//! into an answer of its own in memory. The run's own answer is only read.

mod lists;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::sync::Arc;

use common::archive::{Archive, ArchiveError, FolderArchive, PageLine};
use common::clock::Clock;
use common::jobs::OpenJob;
use common::store::{MemoryStore, PageEntry, StoreError};
use domain::answer::command::{Command, Item};
use domain::answer::verdict::Verdict;
use domain::frontier::{FoundPage, Listing};
use domain::ids::JobId;
use domain::page_class::PageClass;
use domain::snapshot::Snapshot;
use draft::{Draft, DraftInput};
use futures::{StreamExt as _, TryStreamExt as _};

use crate::exit::{Exit, Failure};
use crate::load::LoadedJob;
use crate::opened::{OpenRun, broken};

/// Pages put into the frontier at once.
const CHUNK: usize = 1000;

/// A run as its archive gives it now.
pub(crate) struct Replayed {
    /// The job with the new answer.
    pub(crate) job: OpenJob,
    /// Pages that were drafted.
    pub(crate) pages: usize,
    /// Keys and addresses of detail pages that were read and of which no snapshot is kept.
    pub(crate) missing: BTreeMap<String, String>,
    /// What became of the top-level fields.
    pub(crate) fields: lists::Fields,
}

/// A page as it is drafted now.
struct Again {
    key: String,
    class: PageClass,
    note: String,
    read: domain::answer::record::PageRead,
    draft: Option<Draft>,
}

/// The pages of a job as they were kept.
pub(crate) struct Kept<'a> {
    pub(crate) archive: &'a dyn Archive,
    pub(crate) id: JobId,
    pub(crate) lines: Vec<PageLine>,
    /// The frontier as it was left.
    pub(crate) pages: Vec<PageEntry>,
}

/// Drafts the run's pages for a job: its own, or the same with another schema.
pub(crate) async fn replay(run: &OpenRun, loaded: LoadedJob) -> Result<Replayed, Failure> {
    let archive = open_archive(run)?;
    let id = run.job.id.clone();
    let pages = run.job.store.pages().await;
    let kept = Kept {
        lines: archive.pages(&id).await.map_err(|error| lost(&error))?,
        pages: pages.map_err(|error| broken(&error))?,
        archive: &archive,
        id,
    };
    replay_kept(kept, loaded).await
}

/// Drafts kept pages for a job.
pub(crate) async fn replay_kept(kept: Kept<'_>, loaded: LoadedJob) -> Result<Replayed, Failure> {
    let Kept {
        archive,
        id,
        lines,
        pages,
    } = kept;
    let shards = Arc::new(MemoryStore::new());
    let job = OpenJob::new(shards, id, loaded.file, loaded.schema, Clock::manual());
    discover(&job, &pages)
        .await
        .map_err(|error| broken(&error))?;
    let (of_lists, lines): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|line| line.list.is_some());
    let fields = lists::replay(archive, &job, &pages, of_lists).await?;
    let known = Known::of(&pages);
    let mut read: BTreeSet<String> = BTreeSet::new();
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let (kept, new) = (archive, &job);
    let again = futures::stream::iter(lines.into_iter().filter_map(|line| known.page(line)))
        .map(|(key, listing, line)| one(kept, new, key, listing, line))
        .buffered(2 * cores);
    let drafted = {
        let mut again = std::pin::pin!(again);
        let mut drafted = 0;
        while let Some(page) = again.try_next().await? {
            let Some(page) = page else { continue };
            read.insert(page.key.clone());
            drafted += 1;
            submit(new, page).await.map_err(|error| broken(&error))?;
        }
        drafted
    };
    Ok(Replayed {
        missing: known.without(&read),
        pages: drafted,
        fields,
        job,
    })
}

/// The detail pages of a run by the address under which they were kept.
struct Known<'a> {
    by_url: BTreeMap<&'a str, &'a PageEntry>,
}

impl<'a> Known<'a> {
    fn of(pages: &'a [PageEntry]) -> Self {
        let details = pages.iter().filter(|entry| !entry.page.list);
        Self {
            by_url: details
                .map(|entry| (entry.page.url.as_str(), entry))
                .collect(),
        }
    }

    /// What a page line is of. A page that ended without content may still have been read as content
    /// before; what its last read gave is what is kept.
    fn page(&self, line: PageLine) -> Option<(String, Listing, PageLine)> {
        let entry = self.by_url.get(line.url.as_str())?;
        Some((entry.key.clone(), entry.page.listing.clone(), line))
    }

    /// Pages that were read once and are not among these.
    fn without(&self, read: &BTreeSet<String>) -> BTreeMap<String, String> {
        let left = self.by_url.values();
        let left = left.filter(|entry| entry.page.is_read() && !read.contains(&entry.key));
        left.map(|entry| (entry.key.clone(), entry.page.url.clone()))
            .collect()
    }
}

/// Puts the run's pages into the new frontier.
async fn discover(job: &OpenJob, pages: &[PageEntry]) -> Result<(), StoreError> {
    job.store.submit_one(Command::Open).await?;
    let shown = |entry: &&PageEntry| !entry.page.list || coordinator::is_shown(&entry.page);
    let found: Vec<FoundPage> = pages
        .iter()
        .filter(shown)
        .map(|entry| FoundPage {
            url: entry.page.url.clone(),
            place: entry.page.place,
            listing: entry.page.listing.clone(),
            list: entry.page.list,
        })
        .collect();
    for pages in found.chunks(CHUNK) {
        let pages = pages.to_vec();
        job.store.submit_one(Command::Discover { pages }).await?;
    }
    Ok(())
}

/// One page from the archive, judged and drafted. `None` if its snapshot is not kept.
async fn one(
    archive: &dyn Archive,
    job: &OpenJob,
    key: String,
    listing: Listing,
    line: PageLine,
) -> Result<Option<Again>, Failure> {
    let Some(name) = &line.snapshot else {
        return Ok(None);
    };
    let had = archive.snapshot(&job.id, name).await;
    let Some(snapshot) = had.map_err(|error| lost(&error))? else {
        return Ok(None);
    };
    let (file, schema) = (Arc::clone(&job.file), Arc::clone(&job.schema));
    let drafted = tokio::task::spawn_blocking(move || {
        let (class, note) = judge(&snapshot, &line);
        let facts = draft::page_facts(&snapshot);
        let mut read = facts.page_read(&snapshot, line.read_at, line.ms);
        let draft = (class == PageClass::Content).then(|| {
            draft::draft_row(DraftInput {
                snapshot: &snapshot,
                url: &line.url,
                listing: &listing,
                schema: &schema,
                job: &file,
            })
        });
        if let Some(draft) = &draft {
            read.stated.clone_from(&draft.stated);
            read.hinted.clone_from(&draft.hinted);
            read.cut |= draft.ledger.is_cut();
        }
        Again {
            key,
            class,
            note,
            read,
            draft,
        }
    });
    let drafted = drafted.await;
    drafted
        .map(Some)
        .map_err(|fault| Failure::new(Exit::Failed, fault.to_string()))
}

/// The class by the present rules. What more than the page decided (its siblings, what the job waited
/// for) stands as it was found.
fn judge(snapshot: &Snapshot, line: &PageLine) -> (PageClass, String) {
    let judged = draft::classify(snapshot);
    let by_more = matches!(
        line.class,
        PageClass::Shell | PageClass::PanelMissing | PageClass::Failed | PageClass::EmptyList
    );
    if judged.0 == PageClass::Content && by_more {
        return (line.class, line.note.clone());
    }
    judged
}

/// Puts a page and its row into the new answer, as a worker does.
async fn submit(job: &OpenJob, page: Again) -> Result<(), StoreError> {
    let key = page.key;
    let Some(lease) = begin(job, &key).await? else {
        return Ok(());
    };
    if !matches!(
        page.class,
        PageClass::Content | PageClass::Gone | PageClass::EmptyList
    ) {
        let fail = Command::Fail {
            page: key,
            lease,
            class: page.class,
            note: page.note,
            due_at: None,
        };
        job.store.submit_one(fail).await?;
        return Ok(());
    }
    let mut commands = vec![Command::Settle {
        page: key.clone(),
        lease,
        class: page.class,
        note: page.note,
        read: Box::new(page.read),
    }];
    commands.extend(page.draft.map(|draft| {
        Command::AddItem(Box::new(Item {
            item: draft.row.into(),
            page: Some(key),
            receipts: draft.receipts,
            reasons: draft.reasons,
            merge: false,
            draft: true,
        }))
    }));
    for verdict in job.store.submit(&commands).await? {
        if let Verdict::Refused(refusal) = verdict {
            tracing::debug!(code = ?refusal.code, "a replayed row was refused");
        }
    }
    Ok(())
}

/// Takes a page of the new frontier in hand; `None` if it is read already.
async fn begin(job: &OpenJob, key: &str) -> Result<Option<u64>, StoreError> {
    let publish = Command::Publish {
        page: key.to_owned(),
        until: u64::MAX,
    };
    let Some(lease) = job.store.submit_one(publish).await?.lease() else {
        return Ok(None);
    };
    let start = Command::Start {
        page: key.to_owned(),
        lease,
    };
    job.store.submit_one(start).await?;
    Ok(Some(lease))
}

/// The archive of a run.
pub(crate) fn open_archive(run: &OpenRun) -> Result<FolderArchive, Failure> {
    let folder = run.folder.path();
    let keeps = folder.join(FolderArchive::SNAPSHOTS).is_dir();
    FolderArchive::open(folder, keeps).map_err(|error| lost(&error))
}

/// The archive could not be read.
pub(crate) fn lost(error: &ArchiveError) -> Failure {
    Failure::new(Exit::Failed, error.to_string())
}
