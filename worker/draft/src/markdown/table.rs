//! Tables by the grid algorithm (HTML standard, forming a table): spans take the places they cover, so that
//! every cell stands under its own header.

use domain::snapshot::NodeId;

use super::inline::View;

/// The most columns and places of one grid; beyond them spans are not followed.
const COLUMNS: usize = 1000;
const PLACES: usize = 1 << 20;
/// A cell with more words than this, in a table without headers, is a part of the page's layout.
const LAYOUT: usize = 300;

/// A row of a table.
struct Row {
    /// 0 head, 1 body, 2 foot.
    part: u8,
    cells: Vec<NodeId>,
}

/// The lines of a table; `None` if it only lays the page out.
pub(super) fn lines(view: View<'_>, table: NodeId) -> Option<Vec<String>> {
    let mut rows = rows(view, table);
    if is_layout(view, table, &rows) {
        return None;
    }
    rows.sort_by_key(|row| row.part);
    let header = rows.first().is_some_and(|row| is_header(view, row));
    let grid = grid(view, &rows);
    let columns = grid.iter().map(Vec::len).max().unwrap_or(0);
    if columns == 0 {
        return Some(Vec::new());
    }
    let mut lines = Vec::with_capacity(grid.len() + 2);
    let mut rows = grid.into_iter();
    let head = if header { rows.next() } else { None };
    lines.push(line(head.unwrap_or_default(), columns));
    lines.push(format!("|{}", " --- |".repeat(columns)));
    lines.extend(rows.map(|row| line(row, columns)));
    Some(lines)
}

/// The caption's text.
pub(super) fn caption(view: View<'_>, table: NodeId) -> Option<String> {
    let mut children = view.snapshot.dom.children(table);
    let caption = children.find(|at| view.tag(*at) == "caption" && view.is_visible(*at))?;
    Some(view.line(caption).out).filter(|text| !text.is_empty())
}

/// The rows of a table and of no table within it.
fn rows(view: View<'_>, table: NodeId) -> Vec<Row> {
    let dom = &view.snapshot.dom;
    let mut rows = Vec::new();
    let (mut at, mut part, mut part_end) = (table + 1, 1, 0);
    while at < view.end(table) {
        if at >= part_end {
            part = 1;
        }
        match view.tag(at) {
            _ if !view.is_visible(at) => {}
            "thead" | "tbody" | "tfoot" => {
                part = match view.tag(at) {
                    "thead" => 0,
                    "tfoot" => 2,
                    _ => 1,
                };
                part_end = view.end(at);
                at += 1;
                continue;
            }
            "tr" => {
                let cells = dom
                    .children(at)
                    .filter(|id| matches!(view.tag(*id), "td" | "th") && view.is_visible(*id));
                let cells = cells.collect();
                rows.push(Row { part, cells });
            }
            _ => {}
        }
        at = view.end(at);
    }
    rows.retain(|row| !row.cells.is_empty());
    rows
}

fn is_header(view: View<'_>, row: &Row) -> bool {
    row.part == 0 || row.cells.iter().all(|cell| view.tag(*cell) == "th")
}

fn is_layout(view: View<'_>, table: NodeId, rows: &[Row]) -> bool {
    if matches!(view.attr(table, "role"), Some("presentation" | "none")) {
        return true;
    }
    let mut cells = rows.iter().flat_map(|row| &row.cells);
    let headed = rows.iter().any(|row| row.part == 0)
        || cells.clone().any(|cell| view.tag(*cell) == "th")
        || caption(view, table).is_some();
    let large = |cell: &NodeId| {
        let below = || view.snapshot.dom.descendants(*cell);
        below().any(|at| matches!(view.tag(at), "table" | "h1" | "h2" | "ul" | "ol" | "form"))
            || below()
                .filter_map(|at| view.snapshot.dom.text(at))
                .map(str::len)
                .sum::<usize>()
                > LAYOUT
    };
    !headed && cells.any(large)
}

/// The texts of all places. A cell over several rows is said in each; one over several columns in its
/// first.
fn grid(view: View<'_>, rows: &[Row]) -> Vec<Vec<String>> {
    let mut grid: Vec<Vec<String>> = Vec::with_capacity(rows.len());
    // For each column: the rows for which a cell from above goes on, and its text.
    let mut from_above: Vec<(usize, String)> = Vec::new();
    let mut places = 0;
    for (number, row) in rows.iter().enumerate() {
        let mut texts: Vec<String> = Vec::new();
        let left = rows[number..]
            .iter()
            .take_while(|other| other.part == row.part)
            .count();
        for cell in &row.cells {
            fill_from_above(&mut from_above, &mut texts, false);
            let wide = span(view, *cell, "colspan").clamp(1, COLUMNS);
            let tall = match span(view, *cell, "rowspan") {
                0 => left,
                rows => rows.min(left),
            };
            let follow = places < PLACES && texts.len() + wide <= COLUMNS;
            let (wide, tall) = if follow { (wide, tall) } else { (1, 1) };
            let text = view.line(*cell).out.replace('\n', " ").replace('|', "\\|");
            for step in 0..wide {
                let text = if step == 0 {
                    text.clone()
                } else {
                    String::new()
                };
                if tall > 1 {
                    reach_down(&mut from_above, texts.len(), (tall - 1, text.clone()));
                }
                texts.push(text);
            }
        }
        fill_from_above(&mut from_above, &mut texts, true);
        places += texts.len();
        grid.push(texts);
    }
    grid
}

/// Notes that a cell goes on below in a column, for so many rows.
fn reach_down(from_above: &mut Vec<(usize, String)>, column: usize, cell: (usize, String)) {
    if from_above.len() <= column {
        from_above.resize(column + 1, (0, String::new()));
    }
    from_above[column] = cell;
}

/// Takes over the places that cells from above cover: those that come next, or all that are left.
fn fill_from_above(from_above: &mut [(usize, String)], texts: &mut Vec<String>, rest: bool) {
    while let Some((rows, text)) = from_above.get_mut(texts.len()) {
        if *rows > 0 {
            *rows -= 1;
            texts.push(text.clone());
        } else if rest && from_above[texts.len()..].iter().any(|(rows, _)| *rows > 0) {
            texts.push(String::new());
        } else {
            return;
        }
    }
}

fn span(view: View<'_>, cell: NodeId, name: &str) -> usize {
    view.attr(cell, name)
        .and_then(|text| text.parse().ok())
        .unwrap_or(1)
}

fn line(mut texts: Vec<String>, columns: usize) -> String {
    texts.resize(columns, String::new());
    format!("| {} |", texts.join(" | "))
}
