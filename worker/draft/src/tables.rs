//! Label/value pairs from tables, by the grid of the HTML standard's table model (spans resolved):
//! header beside the cell, header above the only data row.

use std::ops::Range;

use domain::evidence::Source;
use domain::snapshot::NodeId;

use crate::boxes::starts_related;
use crate::dom::Page;
use crate::headlines::leads_away;
use crate::labels::{Pair, counts, pair};
use crate::match_fields::NOUNS;
use crate::vocabulary::concept_of_id;
use crate::words::squash;

/// No table is read further than this many grid cells: spans may claim any number.
const MOST_CELLS: usize = 20_000;

/// A cell of the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Cell {
    node: NodeId,
    header: bool,
}

/// What the tables of a page's own content say.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// Pairs of every table that is a list of facts.
    pub pairs: Vec<Pair>,
    /// The nodes after the place at which a table was cut: nobody looked for pairs there.
    pub cut: Vec<Range<NodeId>>,
}

/// Reads the tables of a page's own content.
pub(crate) fn tables(page: &Page<'_>) -> Tables {
    let mut found = Tables::default();
    for id in 0..page.dom.nodes.len() {
        if page.dom.tag(id) == "table" && page.is_own(id) && !is_of_others(page, id) {
            let (rows, end) = grid(page, id);
            read(page, &rows, &mut found.pairs);
            // A table in a part that was cut is read by itself.
            if end < page.dom.nodes[id].end {
                found.cut.push(end..page.dom.nodes[id].end);
            }
        }
    }
    found
}

/// The rows of a table, nested tables left out, each cell repeated over the columns it spans, and the node
/// before which it was left off.
fn grid(page: &Page<'_>, table: NodeId) -> (Vec<Vec<Cell>>, NodeId) {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    // Columns still covered by a cell from above: how many more rows, and the cell.
    let mut hanging: Vec<Option<(usize, Cell)>> = Vec::new();
    let mut budget = MOST_CELLS;
    let mut at = table + 1;
    while at < page.dom.nodes[table].end && budget > 0 {
        match page.dom.tag(at) {
            "tr" => {
                let row = row(page, at, &mut hanging);
                budget = budget.saturating_sub(row.len().max(1));
                rows.push(row);
                at = page.dom.nodes[at].end;
            }
            "thead" | "tbody" | "tfoot" => at += 1,
            _ => at = page.dom.nodes[at].end,
        }
    }
    (rows, at)
}

fn row(page: &Page<'_>, tr: NodeId, hanging: &mut Vec<Option<(usize, Cell)>>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for node in page.dom.children(tr) {
        if !matches!(page.dom.tag(node), "td" | "th") {
            continue;
        }
        fill(&mut cells, hanging);
        let header = page.dom.tag(node) == "th";
        let cell = Cell { node, header };
        let rows = span(page, node, "rowspan");
        for _ in 0..span(page, node, "colspan").min(100) {
            let column = cells.len();
            cells.push(cell);
            if rows > 1 {
                hanging.resize(hanging.len().max(column + 1), None);
                hanging[column] = Some((rows - 1, cell));
            }
        }
    }
    fill(&mut cells, hanging);
    cells
}

/// Takes over the cells that reach down from above at the next columns.
fn fill(cells: &mut Vec<Cell>, hanging: &mut [Option<(usize, Cell)>]) {
    while let Some(slot) = hanging.get_mut(cells.len())
        && let Some((left, cell)) = *slot
    {
        *slot = (left > 1).then_some((left - 1, cell));
        cells.push(cell);
    }
}

fn span(page: &Page<'_>, node: NodeId, name: &str) -> usize {
    let value = page
        .dom
        .attr(node, name)
        .and_then(|text| text.trim().parse().ok());
    value.unwrap_or(1).clamp(1, 1000)
}

fn read(page: &Page<'_>, rows: &[Vec<Cell>], found: &mut Vec<Pair>) {
    let filled: Vec<&Vec<Cell>> = rows.iter().filter(|row| !row.is_empty()).collect();
    let all_header = |row: &Vec<Cell>| row.len() > 1 && row.iter().all(|cell| cell.header);
    if filled.len() == 2 && all_header(filled[0]) && !filled[1][0].header {
        let pairs = filled[0].iter().zip(filled[1]);
        let made: Vec<Pair> = pairs
            .filter_map(|(head, cell)| made(page, *head, *cell, 2))
            .collect();
        if !of_another(page, &made) {
            found.extend(made);
        }
        return;
    }
    if compares(page, &filled) {
        return;
    }
    let two_wide = filled.len() > 1 && filled.iter().all(|row| row.len() <= 2);
    for row in filled {
        facts(page, row, two_wide, found);
    }
}

/// Whether a table sets several things side by side: more than one row has several values under one header.
fn compares(page: &Page<'_>, rows: &[&Vec<Cell>]) -> bool {
    let beside = |row: &&&Vec<Cell>| {
        let values = row.iter().skip_while(|cell| cell.header);
        let mut values: Vec<Cell> = values
            .copied()
            .filter(|cell| page.ink(cell.node) > 0)
            .collect();
        values.dedup();
        let plain = values.iter().all(|cell| !cell.header);
        row[0].header && plain && values.len() > 1
    };
    rows.iter().filter(beside).count() > 1
}

/// Whether the first fact of a line is the name of another thing, which it leads to.
fn of_another(page: &Page<'_>, line: &[Pair]) -> bool {
    let named = |pair: &&Pair| {
        let things = ["name", "model"].iter().filter_map(|id| concept_of_id(id));
        let named = things
            .flat_map(|thing| &thing.phrases)
            .any(|one| *one == pair.words);
        let words = pair.words.as_slice();
        named || matches!(words, [one] if NOUNS.contains(&one.as_str()))
    };
    let leads = |pair: &Pair| {
        page.dom
            .descendants(pair.node)
            .any(|at| leads_away(page, at))
    };
    line.first().filter(named).is_some_and(leads)
}

/// Pairs of one row: each header cell with the cells up to the next one, or two plain cells.
fn facts(page: &Page<'_>, row: &[Cell], two_wide: bool, found: &mut Vec<Pair>) {
    let distinct: Vec<Cell> = row.iter().fold(Vec::new(), |mut seen, cell| {
        if seen.last() != Some(cell) {
            seen.push(*cell);
        }
        seen
    });
    let headers = distinct.iter().filter(|cell| cell.header).count();
    if headers == 0 {
        if let [label, value] = distinct[..] {
            found.extend(made(page, label, value, u8::from(two_wide)));
        } else if distinct.len().is_multiple_of(2) {
            paired(page, &distinct, found);
        }
        return;
    }
    for window in distinct.windows(2) {
        if let [head, cell] = window
            && head.header
            && !cell.header
        {
            found.extend(made(page, *head, *cell, 2));
        }
    }
}

/// Pairs of a row of plain cells by turns, where each label says with a colon that it is one.
fn paired(page: &Page<'_>, cells: &[Cell], found: &mut Vec<Pair>) {
    let colon = |cell: &Cell| page.text(cell.node).trim_end().ends_with([':', '：']);
    // An empty pair fills the last row.
    let filled = cells.chunks(2).filter(|pair| page.ink(pair[0].node) > 0);
    let pairs: Vec<&[Cell]> = filled.collect();
    if pairs.iter().all(|pair| colon(&pair[0]) && !colon(&pair[1])) {
        for pair in pairs {
            found.extend(made(page, pair[0], pair[1], 1));
        }
    }
}

fn made(page: &Page<'_>, label: Cell, value: Cell, sure: u8) -> Option<Pair> {
    let own = page.is_own(label.node) && page.is_own(value.node);
    let fits = own && page.ink(label.node) <= 80 && !holds_table(page, value.node);
    let made = || {
        pair(
            page,
            &page.text(label.node),
            value.node,
            Source::Table,
            sure,
        )
    };
    let made = fits.then(made)??;
    counts(page, value.node, &made).then_some(made)
}

/// Whether a cell holds a table: its text is that of many cells.
fn holds_table(page: &Page<'_>, cell: NodeId) -> bool {
    page.dom
        .descendants(cell)
        .any(|at| page.dom.tag(at) == "table")
}

/// Whether a table's caption says that it is about other things.
fn is_of_others(page: &Page<'_>, table: NodeId) -> bool {
    let mut captions = page
        .dom
        .children(table)
        .filter(|at| page.dom.tag(*at) == "caption");
    captions.any(|at| page.is_small(at, 120) && starts_related(&squash(&page.text(at))))
}
