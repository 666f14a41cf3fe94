//! The end of a run for a person: a line of totals, a bar for each field, what was refused, which
//! pages gave nothing.

use std::path::Path;

use comfy_table::{CellAlignment, Table, presets};
use common::api::{RefusedRows, UnreadPage};

use super::files::{FieldLine, Group, Report};
use super::jobs::NO_LINKS;
use super::{ending, line};

/// Cells of a full bar.
const BAR: u64 = 24;
/// Pages named one by one; the rest are counted.
const NAMED: usize = 10;

/// Prints the report.
pub(crate) fn print(report: &Report, folder: &Path) {
    line(&totals(report));
    for error in &report.list_errors {
        line(&format!("  {error}"));
    }
    if !report.fields.is_empty() {
        line(&fields(&report.fields));
    }
    if !report.coverage.top_unset.is_empty() {
        line(&format!(
            "not set: {}",
            report.coverage.top_unset.join(", ")
        ));
    }
    refused(&report.refused);
    unread(&report.unread, false);
    for error in &report.errors {
        let place = match error.pointer.as_str() {
            "" => "its top level",
            pointer => pointer,
        };
        line(&format!(
            "the answer is not valid at {place}: {}",
            error.message
        ));
    }
    line(&format!(
        "{}; {}",
        verdict(report),
        folder.join("output.json").display()
    ));
    if ending::is_early(&report.ending) && !report.ending.contains("--resume") {
        line("`windrow run JOB --resume` goes on from there");
    }
}

fn totals(report: &Report) -> String {
    if report.answer.is_none() {
        return format!("{}: drafted from its start pages", report.job);
    }
    let read = report.pages.values().sum::<u64>();
    let states: Vec<String> = report
        .pages
        .iter()
        .map(|(state, count)| format!("{count} {state}"))
        .collect();
    let states = if states.is_empty() {
        String::new()
    } else {
        format!(" ({})", states.join(", "))
    };
    format!(
        "{}: {} rows from {read} pages{states}",
        report.job, report.rows
    )
}

/// A line with a bar for each field.
pub(crate) fn fields(lines: &[FieldLine]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for field in lines {
        table.add_row(vec![
            field.name.clone(),
            bar(field),
            format!("{}/{}", field.filled, field.of),
            group(field).to_owned(),
        ]);
    }
    if let Some(column) = table.column_mut(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

fn bar(field: &FieldLine) -> String {
    let full = (field.filled * BAR).checked_div(field.of).unwrap_or(0);
    let full = usize::try_from(full).unwrap_or(0);
    let width = usize::try_from(BAR).unwrap_or(0);
    format!("{}{}", "█".repeat(full), "░".repeat(width - full))
}

fn group(field: &FieldLine) -> &'static str {
    match field.group {
        Group::Filled => "filled",
        Group::Partial => "partial",
        Group::Empty => "empty",
        Group::Absent => "absent: no page publishes it",
        Group::NotApplicable => "not applicable",
    }
}

/// A line for each kind of refusal.
pub(crate) fn refused(groups: &[RefusedRows]) {
    for group in groups {
        line(&format!(
            "refused rows: {} × {} at {}: {}; {}",
            group.rows,
            group.code.as_str(),
            group.pointer,
            group.message,
            group.hint
        ));
    }
}

/// A line for each of the first pages without a row. `cut`: there may be more of them than these.
pub(crate) fn unread(pages: &[UnreadPage], cut: bool) {
    for page in pages.iter().take(NAMED) {
        let note = match page.note.as_str() {
            "" => String::new(),
            note => format!(" ({note})"),
        };
        line(&format!("{}: {}{note}", page.state, page.url));
    }
    if pages.len() > NAMED {
        let more = pages.len() - NAMED;
        let pages = if more == 1 { "page" } else { "pages" };
        let least = if cut { "at least " } else { "" };
        line(&format!("and {least}{more} more {pages} without a row"));
    }
}

fn verdict(report: &Report) -> String {
    if report.ending != "finished" {
        return report.ending.clone();
    }
    if report.answer.is_some() && report.links == 0 && report.rows == 0 {
        return NO_LINKS.to_owned();
    }
    let valid = if report.schema_valid {
        ""
    } else {
        ", but the answer does not fit the schema"
    };
    let complete = if report.complete {
        "complete"
    } else {
        "with gaps"
    };
    format!("delivered {complete}{valid}")
}
