//! An operator's edits of a run: each is submitted like any other write, under the same rules, with a
//! receipt that says that the operator made it.

mod operations;
mod receipts;
mod rows;
#[cfg(test)]
mod tests;

pub(crate) use operations::{Operation, Ready, Update, updates_of_file};
pub(crate) use rows::{fields_of, find, row_name};

use rows::plain;

use common::store::{AnswerStore, RowEntry};
use common::telemetry::{Events, Refused, Written};
use domain::answer::command::{Command, Item};
use domain::answer::verdict::{Code, Refusal, Verdict};
use serde_json::Value;

use crate::exit::Failure;
use crate::opened::{OpenRun, broken};

/// Commands that are decided and committed as one batch.
const BATCH: usize = 256;

/// What became of one edit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Edited {
    /// The operation.
    pub(crate) op: &'static str,
    /// What it was about: `row 3`, `entry 5 (row 3)`, a field's name.
    pub(crate) about: String,
    /// The verdict.
    pub(crate) verdict: Verdict,
}

/// Edits one run.
pub(crate) struct Editor<'a> {
    run: &'a OpenRun,
    events: Events,
    /// Rows in the answer's order, as long as no edit moved them.
    rows: Option<Vec<RowEntry>>,
}

impl<'a> Editor<'a> {
    /// An editor of an open run.
    pub(crate) fn of(run: &'a OpenRun) -> Result<Self, Failure> {
        let events = run.events()?;
        Ok(Self {
            run,
            events,
            rows: None,
        })
    }

    fn store(&self) -> &'a AnswerStore {
        &self.run.job.store
    }

    /// Sets a top-level field.
    pub(crate) async fn set(&mut self, key: String, value: Value) -> Result<Edited, Failure> {
        let receipt = (!value.is_null()).then(|| receipts::operator("set_field"));
        let command = Command::SetField {
            key: key.clone(),
            value,
            receipt,
        };
        self.one("set_field", key, command).await
    }

    /// Changes rows, each for itself. Rows are looked up before the first of them is changed.
    pub(crate) async fn update(
        &mut self,
        op: &'static str,
        updates: Vec<Update>,
    ) -> Result<Vec<Edited>, Failure> {
        let numbered = updates.len() != 1 || op != "update_item";
        let mut edits = Vec::with_capacity(updates.len());
        for (number, update) in updates.into_iter().enumerate() {
            let about = match (&update.row, numbered) {
                (Some(row), true) => format!("entry {number} (row {})", plain(row)),
                (Some(row), false) => format!("row {}", plain(row)),
                (None, _) => format!("entry {number}"),
            };
            edits.push((about, self.update_command(update).await?));
        }
        let edited = self.many(op, edits).await?;
        self.rows = None;
        Ok(edited)
    }

    async fn update_command(
        &mut self,
        update: Update,
    ) -> Result<Result<Command, Refusal>, Failure> {
        let Update { row, fields } = update;
        let own = self.own_field();
        let named = row.or_else(|| fields.get(own?).cloned());
        let Some(named) = named else {
            let message = "The entry names no row.";
            let refusal = Refusal::new(Code::IndexNotInteger, "", message)
                .hint("Give `row`, an index or the row's own address, and `fields`.");
            return Ok(Err(refusal.got(fields)));
        };
        let entry = match self.row(&named).await? {
            Ok(entry) => entry,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let receipts = receipts::of(self.store(), &entry, &fields).await?;
        Ok(Ok(Command::UpdateItem {
            row: entry.id,
            fields,
            receipts,
        }))
    }

    fn own_field(&self) -> Option<&'a str> {
        self.run.job.schema.answer.as_ref()?.own_field.as_deref()
    }

    /// Adds rows, each for itself. Entries are numbered if they come from a file.
    pub(crate) async fn add(
        &mut self,
        op: &'static str,
        items: Vec<Item>,
    ) -> Result<Vec<Edited>, Failure> {
        let numbered = op != "add_item";
        let items = items.into_iter().enumerate().map(|(number, mut item)| {
            if !item.draft {
                item.receipts = receipts::of_item(&item.item);
            }
            let about = if numbered {
                format!("entry {number}")
            } else {
                String::new()
            };
            (about, Ok(Command::AddItem(Box::new(item))))
        });
        let edited = self.many(op, items.collect()).await?;
        self.rows = None;
        Ok(edited)
    }

    /// Removes rows: all of them or none.
    pub(crate) async fn remove(
        &mut self,
        named: &[Value],
        reason: String,
    ) -> Result<Edited, Failure> {
        let mut rows = Vec::new();
        let about: Vec<String> = named.iter().map(plain).collect();
        let about = format!("rows {}", about.join(", "));
        for row in named {
            match self.row(row).await? {
                Ok(entry) => rows.push(entry.id),
                Err(refusal) => return Ok(self.told("remove_items", about, refusal.into())),
            }
        }
        let command = Command::RemoveItems { rows, reason };
        let edited = self.one("remove_items", about, command).await?;
        self.rows = None;
        Ok(edited)
    }

    /// Declares fields as not published.
    pub(crate) async fn absent(
        &mut self,
        fields: Vec<String>,
        reason: String,
    ) -> Result<Edited, Failure> {
        let about = fields.join(", ");
        let by = "operator".to_owned();
        let command = Command::MarkAbsent { fields, reason, by };
        self.one("mark_absent", about, command).await
    }

    /// Asks for the end. Refused while pages are unread: a delivery would close them for good.
    pub(crate) async fn done(&mut self) -> Result<Edited, Failure> {
        let progress = self.store().progress().await;
        let progress = progress.map_err(|error| broken(&error))?;
        if !progress.finished {
            let unread = progress.unread();
            let message = format!("{unread} detail pages are unread.");
            let refusal = Refusal::new(Code::PagesUnread, "", message)
                .hint("Continue the run with `windrow run JOB --resume`.");
            return Ok(self.told("done", String::new(), refusal.into()));
        }
        let ask = Command::Done { ask: 0 };
        self.one("done", String::new(), ask).await
    }

    /// The row that is named by its index or by its own address.
    pub(crate) async fn row(
        &mut self,
        named: &Value,
    ) -> Result<Result<RowEntry, Refusal>, Failure> {
        if self.rows.is_none() {
            let rows = self.store().rows(0, usize::MAX).await;
            self.rows = Some(rows.map_err(|error| broken(&error))?);
        }
        let rows = self.rows.as_deref().unwrap_or_default();
        Ok(find(rows, named))
    }

    async fn one(
        &mut self,
        op: &'static str,
        about: String,
        command: Command,
    ) -> Result<Edited, Failure> {
        let verdict = self.store().submit_one(command).await;
        let verdict = verdict.map_err(|error| broken(&error))?;
        Ok(self.told(op, about, verdict))
    }

    /// Submits in batches what is to be submitted; the rest is refused already.
    async fn many(
        &mut self,
        op: &'static str,
        edits: Vec<(String, Result<Command, Refusal>)>,
    ) -> Result<Vec<Edited>, Failure> {
        let mut edited = Vec::with_capacity(edits.len());
        for batch in edits.chunks(BATCH) {
            let commands: Vec<Command> = batch
                .iter()
                .filter_map(|(_, edit)| edit.clone().ok())
                .collect();
            let verdicts = self.store().submit(&commands).await;
            let mut verdicts = verdicts.map_err(|error| broken(&error))?.into_iter();
            for (about, edit) in batch {
                let verdict = match edit {
                    Ok(_) => verdicts.next().unwrap_or(Verdict::Unchanged),
                    Err(refusal) => refusal.clone().into(),
                };
                edited.push(self.told(op, about.clone(), verdict));
            }
        }
        Ok(edited)
    }

    /// Tells what became of an edit.
    fn told(&self, op: &'static str, about: String, verdict: Verdict) -> Edited {
        match &verdict {
            Verdict::Accepted { row, missing, .. } if op != "done" => self.events.emit(Written {
                op,
                row: row.clone(),
                url: None,
                missing: missing.clone(),
            }),
            Verdict::Refused(refusal) => self.events.emit(Refused {
                op,
                url: None,
                code: refusal.code,
                pointer: refusal.pointer.clone(),
                message: refusal.message.clone(),
                got: refusal.got.clone(),
            }),
            _ => {}
        }
        Edited { op, about, verdict }
    }
}
