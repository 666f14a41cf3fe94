//! `windrow diff RUN RUN2`: rows that are new, gone or changed, told apart by their own address.

use std::collections::BTreeMap;

use common::config::Config;
use common::store::RowEntry;
use domain::answer::render;
use serde::Serialize;
use serde_json::{Map, Value};

use super::editing;
use crate::args::{DiffArgs, Global};
use crate::exit::{Exit, Failure};
use crate::opened::{OpenRun, broken};
use crate::output;

/// How two answers differ.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(crate) struct Difference {
    /// Rows that only the second run has.
    pub(crate) added: Vec<Named>,
    /// Rows that only the first run has.
    pub(crate) removed: Vec<Named>,
    /// Rows whose fields differ.
    pub(crate) changed: Vec<Changed>,
    /// Top-level fields that differ: before and after.
    pub(crate) fields: BTreeMap<String, (Value, Value)>,
    /// Rows that are the same.
    pub(crate) same: usize,
}

/// A row of one run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Named {
    /// Its own address; rows without one are told apart by their content.
    pub(crate) url: Option<String>,
    pub(crate) row: Value,
}

/// A row of both runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Changed {
    pub(crate) url: Option<String>,
    /// Fields that differ: before and after.
    pub(crate) fields: BTreeMap<String, (Value, Value)>,
}

/// Compares two runs.
pub(crate) async fn diff(
    args: DiffArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let old = Side::read(&editing::open(&args.run.run, config).await?).await?;
    let new = Side::read(&editing::open(&args.with, config).await?).await?;
    let difference = compare(&old, &new);
    if global.json {
        output::json(&difference);
    } else {
        output::diff::print(&difference);
    }
    Ok(Exit::Complete)
}

struct Side {
    rows: Vec<RowEntry>,
    top: Map<String, Value>,
}

impl Side {
    async fn read(run: &OpenRun) -> Result<Self, Failure> {
        let store = &run.job.store;
        let rows = store.rows(0, usize::MAX).await;
        let standing = store.standing().await.map_err(|error| broken(&error))?;
        let ctx = domain::answer::Ctx {
            schema: &run.job.schema,
            job: &run.job.file,
            now: 0,
        };
        Ok(Self {
            rows: rows.map_err(|error| broken(&error))?,
            top: render::draft_document(ctx, &standing.top),
        })
    }
}

fn compare(old: &Side, new: &Side) -> Difference {
    let before: BTreeMap<&str, &RowEntry> = by_id(&old.rows);
    let after = by_id(&new.rows);
    let mut found = Difference {
        fields: fields(&old.top, &new.top),
        ..Difference::default()
    };
    for entry in &new.rows {
        let Some(was) = before.get(entry.id.as_str()) else {
            found.added.push(named(entry));
            continue;
        };
        if was.row.item == entry.row.item {
            found.same += 1;
        } else {
            found.changed.push(Changed {
                url: named(entry).url,
                fields: row_fields(&was.row.item, &entry.row.item),
            });
        }
    }
    let gone = old.rows.iter();
    let gone = gone.filter(|entry| !after.contains_key(entry.id.as_str()));
    found.removed = gone.map(named).collect();
    found
}

fn by_id(rows: &[RowEntry]) -> BTreeMap<&str, &RowEntry> {
    rows.iter().map(|row| (row.id.as_str(), row)).collect()
}

fn named(entry: &RowEntry) -> Named {
    Named {
        url: entry.row.page.clone(),
        row: entry.row.item.clone(),
    }
}

fn row_fields(old: &Value, new: &Value) -> BTreeMap<String, (Value, Value)> {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => fields(old, new),
        _ => BTreeMap::from([("value".to_owned(), (old.clone(), new.clone()))]),
    }
}

/// Fields that differ. One that is not there is null.
fn fields(old: &Map<String, Value>, new: &Map<String, Value>) -> BTreeMap<String, (Value, Value)> {
    let names = old.keys().chain(new.keys());
    let pair = |name: &String| {
        let of = |map: &Map<String, Value>| map.get(name).cloned().unwrap_or_default();
        (name.clone(), (of(old), of(new)))
    };
    names
        .map(pair)
        .filter(|(_, (old, new))| old != new)
        .collect()
}

#[cfg(test)]
mod tests;
