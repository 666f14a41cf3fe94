//! The operations that `windrow apply` takes, by the names that the rules give them. A file is
//! understood as a whole before its first operation is applied.

use std::path::{Path, PathBuf};

use domain::answer::command::Item;
use domain::answer::render::Window;
use serde::Deserialize;
use serde_json::Value;

use crate::exit::{Exit, Failure};
use crate::{load, records};

/// New values of one row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Update {
    /// The row's index or own address; else the fields hold its address.
    pub(crate) row: Option<Value>,
    /// The fields, or a plain row's value.
    pub(crate) fields: Value,
}

impl Update {
    /// An entry of a file: `{"row" or "index", "fields"}`, or a row that holds its own address.
    pub(crate) fn of(entry: Value) -> Self {
        let Some(map) = entry.as_object() else {
            return Self {
                row: None,
                fields: entry,
            };
        };
        let row = map.get("row").or_else(|| map.get("index"));
        match (row, map.get("fields")) {
            (Some(row), Some(fields)) => Self {
                row: Some(row.clone()),
                fields: fields.clone(),
            },
            _ => Self {
                row: None,
                fields: entry,
            },
        }
    }
}

/// One line of a file of operations.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Operation {
    /// Adds a row; `merge` adds to one that is there.
    AddItem {
        item: Value,
        #[serde(default)]
        merge: bool,
    },
    /// Changes a row.
    UpdateItem {
        #[serde(alias = "index")]
        row: Value,
        fields: Value,
    },
    /// Changes rows, each for itself.
    UpdateItems { updates: Vec<Value> },
    /// Sets a top-level field.
    SetField { key: String, value: Value },
    /// Removes rows: all or none.
    RemoveItems {
        #[serde(alias = "indices")]
        rows: Vec<Value>,
        reason: String,
    },
    /// Declares fields as not published.
    MarkAbsent { fields: OneOrMany, reason: String },
    /// Adds the rows of a file.
    AddItemsFromFile { file: PathBuf },
    /// Changes rows as a file says.
    UpdateItemsFromFile { file: PathBuf },
    /// Prints a window on the answer.
    ReadOutput {
        #[serde(default)]
        offset: usize,
        limit: Option<usize>,
        index: Option<usize>,
        #[serde(default)]
        fields: Vec<String>,
    },
    /// Prints rows and fields whose values contain a text.
    SearchOutput { query: String },
    /// Asks for the end.
    Done {},
}

/// One name or several.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    pub(crate) fn names(self) -> Vec<String> {
        match self {
            Self::One(name) => vec![name],
            Self::Many(names) => names,
        }
    }
}

/// An operation that is ready to be applied: its files are read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Ready {
    Add(&'static str, Vec<Item>),
    Update(&'static str, Vec<Update>),
    Set(String, Value),
    Remove(Vec<Value>, String),
    Absent(Vec<String>, String),
    Read(Window),
    Search(String),
    Done,
}

impl Operation {
    /// The operations of a file with the numbers of their lines. Files they name are beside it.
    pub(crate) fn of_file(path: &Path) -> Result<Vec<(usize, Ready)>, Failure> {
        let text = load::read(path, "file of operations")?;
        let beside = path.parent().unwrap_or(Path::new(""));
        let lines = text.lines().zip(1..);
        lines
            .filter(|(line, _)| !line.trim().is_empty())
            .map(|(line, number)| Ok((number, Self::of_line(path, line, number)?.ready(beside)?)))
            .collect()
    }

    fn of_line(path: &Path, line: &str, number: usize) -> Result<Self, Failure> {
        serde_json::from_str(line).map_err(|error| {
            let message = format!(
                "line {number} of {} is no operation: {error}; nothing was changed",
                path.display()
            );
            Failure::new(Exit::Usage, message)
        })
    }

    fn ready(self, beside: &Path) -> Result<Ready, Failure> {
        Ok(match self {
            Self::AddItem { item, merge } => {
                let item = Item {
                    item,
                    merge,
                    ..Item::default()
                };
                Ready::Add("add_item", vec![item])
            }
            Self::UpdateItem { row, fields } => {
                let row = Some(row);
                Ready::Update("update_item", vec![Update { row, fields }])
            }
            Self::UpdateItems { updates } => {
                let updates = updates.into_iter().map(Update::of).collect();
                Ready::Update("update_items", updates)
            }
            Self::SetField { key, value } => Ready::Set(key, value),
            Self::RemoveItems { rows, reason } => Ready::Remove(rows, reason),
            Self::MarkAbsent { fields, reason } => Ready::Absent(fields.names(), reason),
            Self::AddItemsFromFile { file } => {
                let records = records::read(&beside.join(file))?.into_iter();
                let items = records.map(records::item).collect();
                Ready::Add("add_items_from_file", items)
            }
            Self::UpdateItemsFromFile { file } => updates_of_file(&beside.join(file))?,
            Self::ReadOutput {
                offset,
                limit,
                index,
                fields,
            } => Ready::Read(Window {
                offset,
                limit,
                index,
                fields,
            }),
            Self::SearchOutput { query } => Ready::Search(query),
            Self::Done {} => Ready::Done,
        })
    }
}

/// The updates of a file.
pub(crate) fn updates_of_file(path: &Path) -> Result<Ready, Failure> {
    let updates = records::read(path)?.into_iter().map(Update::of);
    Ok(Ready::Update("update_items_from_file", updates.collect()))
}
