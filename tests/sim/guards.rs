//! The kinds of guards there are, and a run without one of them. Every kind that a commit carries
//! has to be listed here, so a new recorded read cannot go without its mutation.

use domain::answer::cells;
use domain::answer::commit::{Commit, RecordKey, Space};

/// One kind of recorded read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Guard {
    /// A cell of this name, or all whose name begins with it if it ends in `/`.
    Cell(&'static str),
    /// The records of a space whose ids begin so.
    Record(Space, &'static str),
}

/// Each recorded read of the rules: a run without it must differ from every serial order.
pub(super) const GUARDS: [Guard; 26] = [
    Guard::Cell(cells::ROWS),
    Guard::Cell(cells::UNREAD),
    Guard::Cell(cells::STUBS),
    Guard::Cell(cells::MARKS),
    Guard::Cell(cells::REFUSED),
    Guard::Cell(cells::LOOKS),
    Guard::Cell(cells::DETAILS_UNREAD),
    Guard::Cell(cells::UNLINKED),
    Guard::Cell(cells::LISTS_UNREAD),
    Guard::Cell("filled/"),
    Guard::Cell("excused/"),
    Guard::Cell("stated/"),
    Guard::Cell("pages/"),
    Guard::Cell("lists/"),
    Guard::Record(Space::Row, ""),
    Guard::Record(Space::Page, ""),
    Guard::Record(Space::Field, ""),
    Guard::Record(Space::Refused, ""),
    Guard::Record(Space::Mark, "row/"),
    Guard::Record(Space::Mark, "top/"),
    Guard::Record(Space::Alias, "page/"),
    Guard::Record(Space::Alias, "content/"),
    Guard::Record(Space::Alias, "stated/"),
    Guard::Record(Space::Job, "gate"),
    Guard::Record(Space::Job, "schema"),
    Guard::Record(Space::Job, "stated_total"),
];

/// Recorded reads that nothing can depend on alone. How many pages are known only changes together
/// with how many of them are unread, which is guarded beside it; a decision that finds no list page
/// refuses, and a refusal guards nothing. A page comes to be cut by a read, which is a look, and is cut no
/// more by another one, or once it is unread.
pub(super) const SHADOWED: [Guard; 3] = [
    Guard::Cell(cells::DETAILS),
    Guard::Cell(cells::LISTS),
    Guard::Cell(cells::CUT),
];

impl Guard {
    /// Takes the guards of this kind away.
    pub(super) fn remove(self, commit: &mut Commit) {
        commit.cell_guards.retain(|name, _| !self.is_cell(name));
        commit.record_guards.retain(|key, _| !self.is_record(key));
    }

    fn is_cell(self, name: &str) -> bool {
        let Self::Cell(own) = self else { return false };
        let exact = [cells::LISTS_UNREAD, cells::DETAILS_UNREAD].contains(&name);
        name == own || (own.ends_with('/') && !exact && name.starts_with(own))
    }

    fn is_record(self, key: &RecordKey) -> bool {
        matches!(self, Self::Record(space, start) if space == key.space && key.id.starts_with(start))
    }
}

/// The guards of a commit that no kind covers.
pub(super) fn unlisted(commit: &Commit) -> Vec<String> {
    let kinds = || GUARDS.iter().chain(&SHADOWED);
    let cells = commit.cell_guards.keys();
    let cells = cells.filter(|name| !kinds().any(|kind| kind.is_cell(name)));
    let records = commit.record_guards.keys();
    let records = records.filter(|key| !kinds().any(|kind| kind.is_record(key)));
    let records = records.map(|key| format!("{key:?}"));
    cells.cloned().chain(records).collect()
}
