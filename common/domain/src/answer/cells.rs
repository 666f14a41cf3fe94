//! The cells: which there are, and what one row and its page add to them. Every change of a counter
//! is the difference of two sums made here, so counters cannot drift from the records.

use std::collections::{BTreeMap, BTreeSet};

use super::Ctx;
use super::commit::{Cell, RecordKey, Space, Versioned};
use super::record::{PageRecord, RowRecord};
use super::rules::{empty, excuses, throttle};
use super::view::{Halt, View};
use crate::evidence::Reason;
use crate::frontier::PageState;
use crate::page_class::PageClass;
use crate::panel::Wish;

/// Rows.
pub const ROWS: &str = "rows";
/// Rows whose own page is unread, or that have none where the schema wants one.
pub const UNREAD: &str = "rows/unread";
/// Bare stubs.
pub const STUBS: &str = "stubs";
/// Absence marks.
pub const MARKS: &str = "marks";
/// Refused items that are remembered.
pub const REFUSED: &str = "refused";
/// Reads that ended as content, gone or empty list.
pub const LOOKS: &str = "looks";
/// Known detail pages.
pub const DETAILS: &str = "details";
/// Detail pages that are not read.
pub const DETAILS_UNREAD: &str = "details/unread";
/// Detail pages that were read and are being read again, for a panel with their content.
pub const AGAIN: &str = "details/again";
/// Detail pages that were read as content and cut before their end.
pub const CUT: &str = "details/cut";
/// Detail pages that have no row and should have one.
pub const UNLINKED: &str = "unlinked";
/// Known list pages.
pub const LISTS: &str = "lists";
/// List pages that are not read.
pub const LISTS_UNREAD: &str = "lists/unread";

/// Rows on which a field has a value.
pub fn filled(field: &str) -> Cell {
    format!("filled/{field}")
}

/// Rows on which a field is excused.
pub fn excused(field: &str) -> Cell {
    format!("excused/{field}")
}

/// Pages on which something shares a strong word with a field that they left empty.
pub fn hinted(field: &str) -> Cell {
    format!("hinted/{field}")
}

/// Read pages that state a member of the closed set at a schema pointer.
pub fn stated(pointer: &str, member: &str) -> Cell {
    format!("stated/{pointer}={member}")
}

/// Detail or list pages in a state.
pub fn in_state(list: bool, state: &str) -> Cell {
    format!("{}/{state}", if list { LISTS } else { "pages" })
}

/// The names of the page states in cells; the first [`OPEN_STATES`] are not terminal.
pub const STATES: [&str; 9] = [
    "due",
    "queued",
    "started",
    "content",
    "gone",
    "empty_list",
    "blocked",
    "failed",
    "skipped",
];

/// How many of [`STATES`] are not terminal.
pub const OPEN_STATES: usize = 3;

/// The name of a page state in a cell.
pub fn state_name(state: &PageState) -> &'static str {
    match state {
        PageState::Due { .. } => "due",
        PageState::Queued { .. } => "queued",
        PageState::Started { .. } => "started",
        PageState::Content => "content",
        PageState::Gone => "gone",
        PageState::EmptyList => "empty_list",
        PageState::Blocked => "blocked",
        PageState::Failed => "failed",
        PageState::Skipped => "skipped",
    }
}

/// Additions to cells.
pub type Sum = BTreeMap<Cell, i64>;

/// What a row and its page add together; either may be missing.
pub fn of_pair(ctx: Ctx<'_>, row: Option<&RowRecord>, page: Option<&PageRecord>) -> Sum {
    let mut sum = Sum::new();
    if let Some(page) = page {
        of_page(&mut sum, page, row.is_some());
    }
    if let Some(row) = row {
        of_row(&mut sum, ctx, row, page.is_some_and(PageRecord::is_read));
    }
    sum
}

fn one(sum: &mut Sum, cell: impl Into<Cell>) {
    *sum.entry(cell.into()).or_insert(0) += 1;
}

fn of_page(sum: &mut Sum, page: &PageRecord, has_row: bool) {
    one(sum, in_state(page.list, state_name(&page.state)));
    let (all, unread) = if page.list {
        (LISTS, LISTS_UNREAD)
    } else {
        (DETAILS, DETAILS_UNREAD)
    };
    one(sum, all);
    if !page.is_read() {
        one(sum, unread);
    }
    if !page.list && page.wish != Wish::Auto && !page.state.is_terminal() {
        one(sum, AGAIN);
    }
    let closed = page.read_as == Some(PageClass::Gone) || page.twin.is_some() || page.removed;
    if !page.list && !has_row && !closed {
        one(sum, UNLINKED);
    }
    *sum.entry(LOOKS.to_owned()).or_insert(0) += i64::from(page.looks);
    if let (Some(PageClass::Content), Some(read)) = (page.read_as, &page.read) {
        if read.cut && !page.list {
            one(sum, CUT);
        }
        for member in members(page) {
            one(sum, stated(member.0, member.1));
        }
        for field in read.hinted.iter().filter(|_| !page.list) {
            one(sum, hinted(field));
        }
    }
}

/// The members a read page states, each once.
pub fn members(page: &PageRecord) -> Vec<(&str, &str)> {
    if page.read_as != Some(PageClass::Content) {
        return Vec::new();
    }
    let mut found: Vec<(&str, &str)> = page
        .read
        .iter()
        .flat_map(|read| &read.stated)
        .map(|s| (s.pointer.as_str(), s.member.as_str()))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn of_row(sum: &mut Sum, ctx: Ctx<'_>, row: &RowRecord, read: bool) {
    one(sum, ROWS);
    if throttle::is_unread(ctx, row, read) {
        one(sum, UNREAD);
    }
    if throttle::is_stub(ctx, &row.item, read) {
        one(sum, STUBS);
    }
    let excused_fields = excuses::of_row(ctx, &row.item);
    for field in ctx.row_fields() {
        if excused_fields.contains(&field.name) {
            one(sum, excused(&field.name));
        } else if !empty::is_empty(Some(field), row.item.get(&field.name)) {
            one(sum, filled(&field.name));
        } else if refused(row, &field.name) {
            one(sum, hinted(&field.name));
        }
    }
}

/// Whether something was found for an empty field and could not be taken: the page does not leave it
/// out, so it counts as hinted at.
fn refused(row: &RowRecord, field: &str) -> bool {
    let reason = row.reasons.get(&crate::pointer::of(field));
    matches!(
        reason,
        Some(Reason::Refused { .. } | Reason::Conflict { .. })
    )
}

/// Adds the difference of two sums.
pub fn change(view: &mut View<'_>, before: &Sum, after: &Sum) {
    for (cell, n) in after {
        view.add(cell.clone(), *n);
    }
    for (cell, n) in before {
        view.add(cell.clone(), -n);
    }
}

/// Every cell that a job of this schema may have.
pub fn names(ctx: Ctx<'_>) -> BTreeSet<Cell> {
    let fixed = [
        ROWS,
        UNREAD,
        STUBS,
        MARKS,
        REFUSED,
        LOOKS,
        DETAILS,
        DETAILS_UNREAD,
        AGAIN,
        CUT,
        UNLINKED,
        LISTS,
        LISTS_UNREAD,
    ];
    let mut names: BTreeSet<Cell> = fixed.map(str::to_owned).into();
    for list in [true, false] {
        names.extend(STATES.map(|state| in_state(list, state)));
    }
    for field in ctx.row_fields() {
        names.extend([filled, excused, hinted].map(|of| of(&field.name)));
    }
    for set in ctx.schema.closed_sets() {
        names.extend(
            set.members
                .iter()
                .map(|member| stated(&set.pointer, member)),
        );
    }
    names
}

/// The cells as the records say they should be: what `admin verify` compares.
///
/// # Errors
/// [`Halt::Corrupt`] if a record does not decode.
pub fn recount(ctx: Ctx<'_>, records: &BTreeMap<RecordKey, Versioned>) -> Result<Sum, Halt> {
    let slice = super::commit::Slice {
        cells: BTreeMap::new(),
        records: records.clone(),
    };
    let mut view = View::over(&slice);
    let mut total = Sum::new();
    for key in records.keys() {
        let part = match key.space {
            Space::Page => {
                let page = view.record::<PageRecord>(key)?;
                let row = lone(&mut view, records, Space::Row, &key.id)?;
                of_pair(ctx, row.as_ref(), page.as_ref())
            }
            Space::Row if records.contains_key(&RecordKey::new(Space::Page, &*key.id)) => continue,
            Space::Row => of_pair(ctx, view.record::<RowRecord>(key)?.as_ref(), None),
            Space::Mark => Sum::from([(MARKS.to_owned(), 1)]),
            Space::Refused => Sum::from([(REFUSED.to_owned(), 1)]),
            Space::Field | Space::Alias | Space::Job | Space::Due => continue,
        };
        for (cell, n) in part {
            *total.entry(cell).or_insert(0) += n;
        }
    }
    total.retain(|_, n| *n != 0);
    Ok(total)
}

fn lone(
    view: &mut View<'_>,
    records: &BTreeMap<RecordKey, Versioned>,
    space: Space,
    id: &str,
) -> Result<Option<RowRecord>, Halt> {
    let key = RecordKey::new(space, id);
    if records.contains_key(&key) {
        view.record(&key)
    } else {
        Ok(None)
    }
}
