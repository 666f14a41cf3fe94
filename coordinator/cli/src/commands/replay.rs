//! `windrow replay RUN`: the run's pages drafted again from its archive, and how the rows differ. Nothing
//! is read from the network, and the answer stays as it is unless `--apply` says otherwise.

mod archived;
mod fields;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use common::config::Config;
use common::store::RowEntry;
use domain::answer::command::{Command, Item};
use domain::evidence::{Reason, Receipt};
use domain::pointer;
use serde::Serialize;
use serde_json::{Map, Value};

use super::diff::Named;
use super::editing;
use crate::args::{Global, ReplayArgs};
use crate::edits::Edited;
use crate::exit::{Exit, Failure};
use crate::load::{self, LoadedJob};
use crate::opened::{OpenRun, broken};
use crate::output;
use crate::replay::{Replayed, replay as again};

/// How the rows differ.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(crate) struct Differences {
    /// Pages that were drafted again.
    pub(crate) pages: usize,
    /// List pages that were drafted again.
    pub(crate) lists: usize,
    /// Pages that the run read and that are not kept: their rows are not compared. A list page among
    /// them, and no top-level field is.
    pub(crate) missing: Vec<String>,
    /// Top-level fields that differ.
    pub(crate) fields: Vec<Change>,
    /// Rows that only the replay has.
    pub(crate) added: Vec<Named>,
    /// Rows that only the run has.
    pub(crate) removed: Vec<Named>,
    pub(crate) changed: Vec<Changed>,
    /// Rows that are the same.
    pub(crate) same: usize,
}

/// A row that both have.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Changed {
    pub(crate) url: Option<String>,
    pub(crate) changes: Vec<Change>,
}

/// A value that differs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Change {
    /// Where, in the row.
    pub(crate) pointer: String,
    pub(crate) old: Value,
    pub(crate) new: Value,
    /// Where the values came from, or why there is none.
    pub(crate) old_receipt: Option<Receipt>,
    pub(crate) new_receipt: Option<Receipt>,
    pub(crate) old_reason: Option<Reason>,
    pub(crate) new_reason: Option<Reason>,
}

/// Replays the run.
pub(crate) async fn replay(
    args: ReplayArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    if let Some(address) = &args.archive {
        let found = archived::replay(&args, address).await?;
        return Ok(show(&found, global));
    }
    let run = editing::open(&args.run.run, config).await?;
    let loaded = job(&run, args.schema.as_deref())?;
    let replayed = again(&run, loaded).await?;
    let old = rows(&run.job).await?;
    let new = rows(&replayed.job).await?;
    let mut found = differences(&old, &new, &replayed);
    if replayed.fields.pages > 0 && replayed.fields.missing.is_empty() {
        found.fields = fields::changes(&run.job, &replayed.job).await?;
    }
    if args.apply {
        let mut edited = fields::apply(&run, &replayed.job, &found.fields).await?;
        edited.extend(apply(&run, &old, &new, &found).await?);
        if !global.json {
            output::replayed::print(&found);
        }
        return editing::finish(run, global, &edited).await;
    }
    Ok(show(&found, global))
}

fn show(found: &Differences, global: &Global) -> Exit {
    if global.json {
        output::json(found);
    } else {
        output::replayed::print(found);
    }
    if found.missing.is_empty() {
        Exit::Complete
    } else {
        Exit::Gaps
    }
}

/// The run's job, with another schema if one is given.
fn job(run: &OpenRun, schema: Option<&Path>) -> Result<LoadedJob, Failure> {
    let mut file = run.manifest.job.clone();
    let Some(path) = schema else {
        let schema = Arc::clone(&run.job.schema);
        return Ok(LoadedJob { file, schema });
    };
    file.schema = load::read_schema(path)?;
    let schema = load::compile(&file, &path.display().to_string())?;
    Ok(LoadedJob {
        file,
        schema: Arc::new(schema),
    })
}

async fn rows(job: &common::jobs::OpenJob) -> Result<Vec<RowEntry>, Failure> {
    let rows = job.store.rows(0, usize::MAX).await;
    rows.map_err(|error| broken(&error))
}

fn differences(old: &[RowEntry], new: &[RowEntry], replayed: &Replayed) -> Differences {
    let before: BTreeMap<&str, &RowEntry> = old.iter().map(|row| (row.id.as_str(), row)).collect();
    let after: BTreeSet<&str> = new.iter().map(|row| row.id.as_str()).collect();
    let lists = replayed.fields.missing.iter();
    let mut found = Differences {
        pages: replayed.pages,
        lists: replayed.fields.pages,
        missing: lists.chain(replayed.missing.values()).cloned().collect(),
        ..Differences::default()
    };
    for row in new {
        match before.get(row.id.as_str()) {
            None => found.added.push(named(row)),
            Some(was) => {
                let changes = changes(was, row);
                if changes.is_empty() {
                    found.same += 1;
                } else {
                    let url = row.row.page.clone();
                    found.changed.push(Changed { url, changes });
                }
            }
        }
    }
    // A row whose page is not kept, or that has none, could not come again.
    let kept = |row: &&RowEntry| {
        let page = row.row.page.as_ref();
        page.is_some_and(|page| !replayed.missing.contains_key(page))
    };
    let gone = old.iter().filter(|row| !after.contains(row.id.as_str()));
    found.removed = gone.filter(kept).map(named).collect();
    found
}

fn named(row: &RowEntry) -> Named {
    Named {
        url: row.row.page.clone(),
        row: row.row.item.clone(),
    }
}

/// Every place at which two rows differ, in the order of the new one.
fn changes(old: &RowEntry, new: &RowEntry) -> Vec<Change> {
    let mut places = Vec::new();
    compare("", &old.row.item, &new.row.item, &mut places);
    let changes = places.into_iter().map(|(at, was, is)| Change {
        old: was.clone(),
        new: is.clone(),
        old_receipt: nearest(&old.row.receipts, &at).filter(|_| !was.is_null()),
        new_receipt: nearest(&new.row.receipts, &at).filter(|_| !is.is_null()),
        old_reason: nearest(&old.row.reasons, &at).filter(|_| was.is_null()),
        new_reason: nearest(&new.row.reasons, &at).filter(|_| is.is_null()),
        pointer: at,
    });
    changes.collect()
}

type Place<'a> = (String, &'a Value, &'a Value);

/// Objects are compared key by key, all else whole. What is not there is null.
fn compare<'a>(at: &str, old: &'a Value, new: &'a Value, found: &mut Vec<Place<'a>>) {
    if old == new {
        return;
    }
    let (Value::Object(was), Value::Object(is)) = (old, new) else {
        found.push((at.to_owned(), old, new));
        return;
    };
    let gone = was.keys().filter(|key| !is.contains_key(*key));
    for key in is.keys().chain(gone) {
        let old = was.get(key).unwrap_or(&Value::Null);
        let new = is.get(key).unwrap_or(&Value::Null);
        compare(&pointer::below(at, key), old, new, found);
    }
}

/// What is noted for a place, or for the nearest one around it.
fn nearest<T: Clone>(noted: &BTreeMap<String, T>, at: &str) -> Option<T> {
    let mut at = at;
    loop {
        if let Some(found) = noted.get(at) {
            return Some(found.clone());
        }
        at = &at[..at.rfind('/')?];
    }
}

/// Puts what the replay drafted otherwise into the answer. Rows that it did not draft stay.
async fn apply(
    run: &OpenRun,
    old: &[RowEntry],
    new: &[RowEntry],
    found: &Differences,
) -> Result<Vec<Edited>, Failure> {
    let known: BTreeMap<&str, &RowEntry> = old.iter().map(|row| (row.id.as_str(), row)).collect();
    let mut edited = Vec::new();
    for row in new {
        let command = match known.get(row.id.as_str()) {
            None => Command::AddItem(Box::new(item(row))),
            Some(was) if was.row.item == row.row.item => continue,
            Some(was) => update(was, row),
        };
        let verdict = run.job.store.submit_one(command).await;
        edited.push(Edited {
            op: "replay",
            about: row.row.page.clone().unwrap_or_default(),
            verdict: verdict.map_err(|error| broken(&error))?,
        });
    }
    tracing::debug!(
        rows = edited.len(),
        removed = found.removed.len(),
        "replay applied"
    );
    Ok(edited)
}

fn item(row: &RowEntry) -> Item {
    Item {
        item: row.row.item.clone(),
        page: row.row.page.clone(),
        receipts: row.row.receipts.clone(),
        reasons: row.row.reasons.clone(),
        merge: false,
        draft: true,
    }
}

fn update(was: &RowEntry, is: &RowEntry) -> Command {
    let empty = Map::new();
    let of = |row: &RowEntry| row.row.item.as_object().cloned();
    let (old, new) = (of(was).unwrap_or_default(), of(is).unwrap_or(empty));
    let differs = |(key, value): &(String, Value)| old.get(key) != Some(value);
    let fields: Map<String, Value> = new.into_iter().filter(differs).collect();
    let receipts = is.row.receipts.iter().filter(|(at, _)| {
        let within = |name: &String| {
            let place = pointer::of(name);
            **at == place || at.starts_with(&format!("{place}/"))
        };
        fields.keys().any(within)
    });
    Command::UpdateItem {
        row: was.id.as_str().to_owned(),
        receipts: receipts
            .map(|(at, one)| (at.clone(), one.clone()))
            .collect(),
        fields: Value::Object(fields),
    }
}

#[cfg(test)]
mod tests;
