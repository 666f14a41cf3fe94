//! A fleet's job replayed from its archive alone: its pages drafted again and compared with the drafts that
//! its workers kept. Neither the answer store nor a coordinator is asked.

use std::sync::Arc;

use common::archive::{Archive as _, DraftLine, ObjectArchive, PageLine, open_objects};
use common::config::ArchiveAt;
use common::store::{PageEntry, RowEntry};
use domain::answer::pair::id_of_key;
use domain::answer::record::{Born, PageRecord, RowRecord};
use domain::frontier::{PageState, Place};
use domain::ids::{JobId, PageKey};
use domain::job::JobFile;
use domain::page_class::PageClass;
use domain::panel::Wish;
use serde_json::Value;

use super::{Differences, differences, rows};
use crate::args::{JobArgs, ReplayArgs};
use crate::exit::{Exit, Failure};
use crate::load::{self, LoadedJob};
use crate::replay::{Kept, lost, replay_kept};

/// Drafts the job's pages again.
pub(super) async fn replay(args: &ReplayArgs, address: &str) -> Result<Differences, Failure> {
    let named = args.run.run.to_string_lossy();
    let id = JobId::parse(&named).ok_or_else(|| usage(format!("`{named}` is no job's id")))?;
    let archive = open(address)?;
    let lines = archive.pages(&id).await.map_err(|error| lost(&error))?;
    if lines.is_empty() {
        return Err(unknown(&archive, address, &id).await?);
    }
    let loaded = loaded(args, &archive, &id).await?;
    let drafts = archive.drafts(&id).await.map_err(|error| lost(&error))?;
    let schema = loaded.schema.hash.clone();
    let kept = Kept {
        pages: lines.iter().zip(0..).filter_map(page).collect(),
        archive: &archive,
        id,
        lines,
    };
    let replayed = replay_kept(kept, loaded).await?;
    let accepted = drafts.into_iter().filter(|draft| draft.refused.is_none());
    let old: Vec<RowEntry> = accepted.filter_map(|draft| row(draft, &schema)).collect();
    let found = differences(&old, &rows(&replayed.job).await?, &replayed);
    // No draft holds the answer's own fields: none is compared, and none is said to be the same.
    Ok(Differences { lists: 0, ..found })
}

fn usage(message: String) -> Failure {
    Failure::new(Exit::Usage, message)
}

/// The job that was submitted: its file as it is given, or what the archive keeps of it, or nothing but a
/// schema.
async fn loaded(
    args: &ReplayArgs,
    archive: &ObjectArchive,
    id: &JobId,
) -> Result<LoadedJob, Failure> {
    let (mut file, of) = match &args.job {
        Some(job) => {
            let file = load::file(&JobArgs::of(job), &load::anywhere())?;
            (file, job.display().to_string())
        }
        None => match archive.job_file(id).await.map_err(|error| lost(&error))? {
            Some(file) => (file, format!("the kept job {}", id.0)),
            None if args.schema.is_some() => (nameless(id), String::new()),
            None => {
                let message = format!(
                    "the archive keeps no schema of the job {}: give the job file with --job, or a schema \
                     with --schema",
                    id.0
                );
                return Err(usage(message));
            }
        },
    };
    let of = match &args.schema {
        Some(path) => {
            file.schema = load::read_schema(path)?;
            path.display().to_string()
        }
        None => of,
    };
    let mut schema = load::compile(&file, &of);
    // Another schema may have other rows than the kept job names.
    if schema.is_err() && args.schema.is_some() && args.job.is_none() {
        (file.answer, file.own_field) = (None, None);
        schema = load::compile(&file, &of);
    }
    let schema = schema?;
    Ok(LoadedJob {
        file,
        schema: Arc::new(schema),
    })
}

fn nameless(id: &JobId) -> JobFile {
    JobFile {
        name: id.0.clone(),
        ..JobFile::default()
    }
}

fn open(address: &str) -> Result<ObjectArchive, Failure> {
    let at = ArchiveAt::parse(address);
    let at = at.map_err(|error| usage(format!("--archive: {error}")))?;
    if let ArchiveAt::Folder(folder) = &at
        && !folder.is_dir()
    {
        let message = format!("--archive: there is no folder {}", folder.display());
        return Err(usage(message));
    }
    let archive = open_objects(&at).map_err(|error| lost(&error))?;
    archive.ok_or_else(|| usage("--archive names no archive".to_owned()))
}

/// That there is no such job, and which there are.
async fn unknown(archive: &ObjectArchive, address: &str, id: &JobId) -> Result<Failure, Failure> {
    let jobs = archive.jobs().await.map_err(|error| lost(&error))?;
    let mut there: Vec<&str> = jobs.iter().take(10).map(String::as_str).collect();
    if jobs.len() > there.len() {
        there.push("...");
    }
    let there = match there.as_slice() {
        [] => "no job at all".to_owned(),
        jobs => jobs.join(", "),
    };
    let message = format!(
        "{address} keeps no page of a job {}; it keeps {there}",
        id.0
    );
    Ok(usage(message))
}

/// A page as its frontier had it, from its line.
fn page((line, nth): (&PageLine, u32)) -> Option<PageEntry> {
    let read = line.class.earns_absence() || line.class == PageClass::EmptyList;
    Some(PageEntry {
        key: PageKey::parse(&line.url)?.as_str().to_owned(),
        page: PageRecord {
            url: line.url.clone(),
            place: Place {
                list: line.list.unwrap_or_default(),
                index: nth,
            },
            listing: line.listing.clone(),
            list: line.list.is_some(),
            state: PageState::Due { at: 0 },
            lease: 0,
            attempts: 0,
            class: Some(line.class),
            note: line.note.clone(),
            read: None,
            read_as: read.then_some(line.class),
            looks: 0,
            wish: Wish::default(),
            twin: None,
            removed: false,
        },
    })
}

/// A row as its draft had it.
fn row(draft: DraftLine, schema: &str) -> Option<RowEntry> {
    let key = PageKey::parse(&draft.url)?.as_str().to_owned();
    Some(RowEntry {
        id: id_of_key(&key),
        index: 0,
        row: RowRecord {
            item: Value::Object(draft.row),
            page: Some(key),
            place: None,
            receipts: draft.receipts,
            reasons: draft.reasons,
            schema: schema.to_owned(),
            born: Born::default(),
        },
        read: true,
    })
}
