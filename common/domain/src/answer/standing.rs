//! How a job stands: coverage and gaps, read from cells and a few records,
//! never by scanning rows.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Ctx;
use super::cells;
use super::commit::{Footprint, RecordKey, Space};
use super::record::{FieldRecord, GateRecord, MarkRecord};
use super::rules::{absence, empty, excuses, frontier, settle};
use super::view::{Halt, View};

/// Everything the coverage and the gate look at.
#[derive(Debug, Clone, Default)]
pub struct Standing {
    /// Cells of the footprint, by name.
    cells: BTreeMap<String, i64>,
    /// Top-level values that are set.
    pub top: Map<String, Value>,
    /// Marks by record id.
    pub marks: BTreeMap<String, MarkRecord>,
    /// The gate.
    pub gate: GateRecord,
    /// How many items the list pages say there are.
    pub stated_total: u64,
}

/// Coverage: each field is in exactly one group, in schema order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Rows.
    pub items: u64,
    /// Row fields with a value on every row.
    pub filled_on_all: Vec<String>,
    /// Row fields with a value on some rows: `k/n`.
    pub partial: Vec<(String, u64, u64)>,
    /// Row fields without any value.
    pub empty_on_all: Vec<String>,
    /// Fields whose absence was earned.
    pub marked_absent: Vec<String>,
    /// Fields that are excused everywhere.
    pub not_applicable: Vec<String>,
    /// Top-level fields without a value.
    pub top_unset: Vec<String>,
}

impl Coverage {
    /// One line for people: rows, then how many fields are in each group.
    pub fn line(&self) -> String {
        let groups = [
            (self.filled_on_all.len(), "filled"),
            (self.partial.len(), "partial"),
            (self.empty_on_all.len(), "empty"),
            (self.marked_absent.len(), "absent"),
            (self.not_applicable.len(), "not applicable"),
            (self.top_unset.len(), "not set"),
        ];
        let named = groups.iter().filter(|(count, _)| *count > 0);
        let named: Vec<String> = named
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        format!("{} rows; fields: {}", self.items, named.join(", "))
    }
}

/// A gap the gate names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deficiency {
    /// The field.
    pub field: String,
    /// What is missing.
    #[serde(flatten)]
    pub gap: Gap,
}

/// What is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Gap {
    /// A top-level field has no value.
    NotSet,
    /// The answer array has no rows.
    ListEmpty,
    /// A row field is empty on some rows.
    EmptyOn {
        /// On how many.
        missing: u64,
        /// Of how many.
        total: u64,
    },
}

/// What stands between a job and its end.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gaps {
    /// Missing values.
    pub deficiencies: Vec<Deficiency>,
    /// Detail pages without a row.
    pub links_without_row: u64,
    /// Refused items that were never stored.
    pub refused_items: u64,
    /// Pages that were given up or left out.
    pub given_up: u64,
    /// How many more items the list pages say there are than were found.
    pub list_short_by: u64,
}

impl Gaps {
    /// Nothing is missing.
    pub fn none(&self) -> bool {
        *self == Self::default()
    }
}

const NAMES: [&str; 11] = [
    cells::ROWS,
    cells::UNREAD,
    cells::DETAILS,
    cells::DETAILS_UNREAD,
    cells::CUT,
    cells::LISTS,
    cells::LISTS_UNREAD,
    cells::UNLINKED,
    cells::REFUSED,
    cells::LOOKS,
    cells::STUBS,
];

/// What [`Standing::read`] reads.
pub fn footprint(ctx: Ctx<'_>) -> Footprint {
    let mut footprint = Footprint::default();
    for name in NAMES {
        footprint.cell(name);
    }
    for list in [true, false] {
        for state in ["failed", "blocked", "skipped"] {
            footprint.cell(cells::in_state(list, state));
        }
    }
    for field in ctx.row_fields() {
        footprint.cell(cells::filled(&field.name));
        footprint.cell(cells::excused(&field.name));
        footprint.record(absence::row_mark(&field.name));
    }
    for field in &ctx.schema.top {
        footprint.record(field_key(&field.name));
        footprint.record(absence::top_mark(&field.name));
    }
    footprint.record(frontier::gate_key());
    footprint.record(settle::stated_total_key());
    footprint
}

/// The record of a top-level field.
pub fn field_key(name: &str) -> RecordKey {
    RecordKey::new(Space::Field, name)
}

impl Standing {
    /// Reads it.
    ///
    /// # Errors
    /// See [`View::record`].
    pub fn read(view: &mut View<'_>, ctx: Ctx<'_>) -> Result<Self, Halt> {
        let mut standing = Self::default();
        let names = footprint(ctx);
        for cell in names.cells {
            let value = view.cell(&cell)?;
            standing.cells.insert(cell, value);
        }
        for key in names.records.iter().filter(|key| key.space == Space::Mark) {
            if let Some(mark) = view.record(key)? {
                standing.marks.insert(key.id.clone(), mark);
            }
        }
        for field in &ctx.schema.top {
            let record: Option<FieldRecord> = view.record(&field_key(&field.name))?;
            if let Some(record) = record {
                standing.top.insert(field.name.clone(), record.value);
            }
        }
        standing.stated_total = view.record(&settle::stated_total_key())?.unwrap_or(0);
        standing.gate = view.record(&frontier::gate_key())?.unwrap_or_default();
        Ok(standing)
    }

    /// The value of a cell of the footprint.
    pub fn cell(&self, name: &str) -> i64 {
        self.cells.get(name).copied().unwrap_or(0)
    }

    /// Rows on which a field can have a value, and on how many it has one.
    pub fn filled(&self, field: &str) -> (i64, i64) {
        let total = self.cell(cells::ROWS) - self.cell(&cells::excused(field));
        (total, self.cell(&cells::filled(field)))
    }

    /// Whether some row's page, or some page of the frontier, is unread.
    pub fn unread(&self) -> bool {
        self.cell(cells::UNREAD) > 0 || self.cell(cells::DETAILS_UNREAD) > 0
    }

    /// A row field's mark, as long as nothing reopened it.
    pub fn row_absent(&self, field: &str) -> bool {
        !self.unread() && self.marks.contains_key(&absence::row_mark(field).id)
    }

    /// A top-level field's mark, as long as nothing reopened it.
    pub fn top_absent(&self, field: &str) -> bool {
        self.cell(cells::LISTS_UNREAD) == 0 && self.marks.contains_key(&absence::top_mark(field).id)
    }

    /// The coverage.
    pub fn coverage(&self, ctx: Ctx<'_>) -> Coverage {
        let mut coverage = Coverage {
            items: count(self.cell(cells::ROWS)),
            ..Coverage::default()
        };
        if coverage.items > 0 {
            for field in ctx.row_fields() {
                self.cover(&mut coverage, &field.name);
            }
        }
        let excused = excuses::of_document(ctx, &self.top);
        for field in ctx.top_fields() {
            let name = field.name.clone();
            if !empty::is_empty(Some(field), self.top.get(&name)) {
                continue;
            }
            if excused.contains(&name) {
                coverage.not_applicable.push(name);
            } else if self.top_absent(&name) {
                coverage.marked_absent.push(name);
            } else {
                coverage.top_unset.push(name);
            }
        }
        coverage
    }

    fn cover(&self, coverage: &mut Coverage, name: &str) {
        let (total, filled) = self.filled(name);
        let name = name.to_owned();
        if total <= 0 {
            coverage.not_applicable.push(name);
        } else if filled >= total {
            coverage.filled_on_all.push(name);
        } else if filled > 0 {
            coverage.partial.push((name, count(filled), count(total)));
        } else if self.row_absent(&name) {
            coverage.marked_absent.push(name);
        } else {
            coverage.empty_on_all.push(name);
        }
    }

    /// What the gate would name. A field with a value on some rows is settled once every page was
    /// read: the rest are honestly null.
    pub fn gaps(&self, ctx: Ctx<'_>) -> Gaps {
        let mut deficiencies = self.top_gaps(ctx);
        let rows = self.cell(cells::ROWS);
        if let Some(name) = ctx.answer_name()
            && rows == 0
            && !self.answer_absent(name)
        {
            deficiencies.push(gap(name, Gap::ListEmpty));
        }
        for field in ctx.row_fields().iter().filter(|_| rows > 0) {
            let (total, filled) = self.filled(&field.name);
            let partial = filled > 0 && !self.unread();
            if filled < total && !partial && !self.row_absent(&field.name) {
                let missing = count(total - filled);
                let total = count(total);
                deficiencies.push(gap(&field.name, Gap::EmptyOn { missing, total }));
            }
        }
        Gaps {
            deficiencies,
            links_without_row: count(self.cell(cells::UNLINKED)),
            refused_items: count(self.cell(cells::REFUSED)),
            given_up: self.given_up(),
            list_short_by: self
                .stated_total
                .saturating_sub(count(self.cell(cells::DETAILS))),
        }
    }

    fn top_gaps(&self, ctx: Ctx<'_>) -> Vec<Deficiency> {
        let coverage = self.coverage(ctx);
        coverage
            .top_unset
            .iter()
            .map(|name| gap(name, Gap::NotSet))
            .collect()
    }

    /// An empty answer array that was marked.
    pub fn answer_absent(&self, name: &str) -> bool {
        !self.unread() && self.top_absent(name)
    }

    fn given_up(&self) -> u64 {
        let kinds = [true, false].into_iter();
        let cells = kinds.flat_map(|list| {
            ["failed", "blocked", "skipped"].map(|state| self.cell(&cells::in_state(list, state)))
        });
        count(cells.sum())
    }
}

fn gap(field: &str, gap: Gap) -> Deficiency {
    Deficiency {
        field: field.to_owned(),
        gap,
    }
}

fn count(n: i64) -> u64 {
    u64::try_from(n).unwrap_or(0)
}
