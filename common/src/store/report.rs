//! What is said about an answer: coverage, gaps, the delivery, windows, search, explanations.

use std::collections::BTreeMap;

use domain::answer::commit::Space;
use domain::answer::frame::Frame;
use domain::answer::record::{Delivery, FieldRecord};
use domain::answer::render::{self, Shown, Window};
use domain::answer::standing::{Coverage, Gaps};
use domain::evidence::{Reason, Receipt};
use domain::schema::AnswerSchema;
use serde_json::{Map, Value};

use super::{AnswerStore, RowEntry, StoreError};

/// What a search found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Matches {
    /// Top-level fields with their values.
    pub fields: Map<String, Value>,
    /// Rows with their indexes.
    pub rows: Vec<(usize, Value)>,
}

/// Where each value of a row came from, and why each empty field is empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Explained {
    /// The row.
    pub entry: RowEntry,
    /// Receipts by pointer.
    pub receipts: BTreeMap<String, Receipt>,
    /// Reasons by pointer: every empty declared field has one.
    pub reasons: BTreeMap<String, Reason>,
}

impl AnswerStore {
    /// Filled, partial, empty, absent and not applicable fields.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn coverage(&self) -> Result<Coverage, StoreError> {
        Ok(self.standing().await?.coverage(self.ctx()))
    }

    /// What the gate would name.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn deficiencies(&self) -> Result<Gaps, StoreError> {
        Ok(self.standing().await?.gaps(self.ctx()))
    }

    /// The answer as it would be delivered now, validated once more against the caller's schema.
    /// `successful` is false if it is invalid or `early` says that the job was stopped.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn deliver(&self, early: bool) -> Result<Delivery, StoreError> {
        let standing = self.standing().await?;
        let rows = self.rows(0, usize::MAX).await?;
        let rows = rows.into_iter().map(|entry| entry.row.item);
        let rows = rows.map(|item| render::delivered_row(self.ctx(), item));
        let output = render::delivered(self.ctx(), &standing.top, rows.collect());
        let errors = self.schema.schema_errors(&output);
        let schema_valid = errors.is_empty();
        Ok(Delivery {
            complete: standing.gaps(self.ctx()).none() && schema_valid && !early,
            delivered: schema_valid,
            successful: schema_valid && !early,
            schema_valid,
            errors,
            output,
        })
    }

    /// What stands around the rows of the answer as it would be delivered now.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn frame(&self) -> Result<Frame, StoreError> {
        let standing = self.standing().await?;
        Ok(Frame::of(self.ctx(), &standing.top))
    }

    /// The rows of these ids as they are delivered, the first of which is at `from` in the answer's order.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn delivered_rows(
        &self,
        ids: &[String],
        from: usize,
    ) -> Result<Vec<Value>, StoreError> {
        let rows = self.rows_of(ids, from).await?.into_iter();
        let rows = rows.map(|entry| render::delivered_row(self.ctx(), entry.row.item));
        Ok(rows.collect())
    }

    /// Whether anything is in the answer: a row, or a top-level value other than an empty one.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn holds_anything(&self) -> Result<bool, StoreError> {
        let standing = self.standing().await?;
        let set = |value: &Value| !domain::answer::rules::empty::is_empty(None, Some(value));
        Ok(standing.coverage(self.ctx()).items > 0 || standing.top.values().any(set))
    }

    /// A window on the answer; long strings are shown by their size.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn read_output(&self, window: &Window) -> Result<Shown, StoreError> {
        let standing = self.standing().await?;
        let rows = self.rows(0, usize::MAX).await?;
        let rows: Vec<Value> = rows.into_iter().map(|entry| entry.row.item).collect();
        let top = render::draft_document(self.ctx(), &standing.top);
        Ok(render::show(self.ctx(), top, &rows, window))
    }

    /// Rows and top-level fields whose values contain the query. Keys are not searched.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn search_output(&self, query: &str) -> Result<Matches, StoreError> {
        let standing = self.standing().await?;
        let mut matches = Matches::default();
        for (name, value) in &standing.top {
            if render::contains(value, query) {
                matches.fields.insert(name.clone(), value.clone());
            }
        }
        for entry in self.rows(0, usize::MAX).await? {
            if render::contains(&entry.row.item, query) {
                matches.rows.push((entry.index, entry.row.item));
            }
        }
        Ok(matches)
    }

    /// The receipts and reasons of the row at an index.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn explain(&self, index: usize) -> Result<Option<Explained>, StoreError> {
        let Some(entry) = self.row_by_index(index).await? else {
            return Ok(None);
        };
        let ctx = self.ctx();
        Ok(Some(Explained {
            receipts: entry.row.receipts.clone(),
            reasons: render::reasons(ctx, &entry.row, entry.read),
            entry,
        }))
    }

    /// Captured raw keys that share a strong word with an empty row field: key, field, on how many
    /// rows the field is empty, of how many.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn hints(&self) -> Result<Vec<(String, String, u64, u64)>, StoreError> {
        let standing = self.standing().await?;
        let rows = self.rows(0, usize::MAX).await?;
        let items: Vec<Value> = rows.into_iter().map(|entry| entry.row.item).collect();
        Ok(domain::answer::hints::of_rows(
            self.ctx(),
            &standing,
            &items,
        ))
    }

    /// Receipts of the top-level fields, by name.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn field_receipts(&self) -> Result<BTreeMap<String, Receipt>, StoreError> {
        let all = self.all::<FieldRecord>(Space::Field).await?;
        let named = all.into_iter();
        Ok(named
            .filter_map(|(name, record, _)| Some((name, record.receipt?)))
            .collect())
    }

    /// The delivered document in the caller's shape: a list where the schema's root is one.
    pub fn deliverable(&self, output: &Map<String, Value>) -> Value {
        let schema: &AnswerSchema = &self.schema;
        schema.deliverable(output)
    }
}
