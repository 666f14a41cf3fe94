//! The jobs of a fleet for a person: a table of all, one in full, and one on a line as it goes on.

use comfy_table::{CellAlignment, Table, presets};
use common::api::{JobStatus, Pages};
use common::jobs::JobState;

use super::line;

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Prints one line for each job; times are told as they are at `now`.
pub(crate) fn table(jobs: &[JobStatus], now: u64) {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(vec![
        "job",
        "state",
        "pages",
        "rows",
        "refused",
        "submitted",
        "",
    ]);
    for job in jobs {
        let pages = job.pages.as_ref();
        let count = |count: fn(&Pages) -> u64| pages.map(|pages| count(pages).to_string());
        let found = job.end.as_ref().map(|end| end.links.to_string());
        let read = pages
            .map(|pages| format!("{}/{}", pages.settled, pages.discovered))
            .or(found);
        let rows = count(|pages| pages.rows).or(job.end.as_ref().map(|end| end.rows.to_string()));
        table.add_row(vec![
            job.id.clone(),
            state(job),
            read.unwrap_or_default(),
            rows.unwrap_or_default(),
            count(|pages| pages.refused).unwrap_or_default(),
            since(job.submitted_at, now),
            verdict(job),
        ]);
    }
    for column in 2..5 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for text in table.trim_fmt().lines() {
        line(text);
    }
}

/// Prints one job with all that is known of it.
pub(crate) fn whole(job: &JobStatus, now: u64) {
    line(&format!("{}: {}", job.id, state(job)));
    let mut facts = vec![
        ("name", job.name.clone()),
        ("weight", job.weight.to_string()),
    ];
    facts.push(("submitted", since(job.submitted_at, now)));
    if let Some(started) = job.started_at {
        facts.push(("started", since(started, now)));
    }
    if let Some(ended) = job.ended_at {
        facts.push(("ended", since(ended, now)));
    }
    if let Some(pages) = &job.pages {
        let states = |states: &std::collections::BTreeMap<String, u64>| {
            let states = states
                .iter()
                .map(|(state, pages)| format!("{pages} {state}"));
            states.collect::<Vec<_>>().join(", ")
        };
        facts.push(("lists", states(&pages.lists)));
        let again = match pages.again {
            0 => String::new(),
            again => format!(" ({again} read again)"),
        };
        facts.push(("pages", states(&pages.details) + &again));
        let refused = format!("{}, {} refused", pages.rows, pages.refused);
        facts.push(("rows", refused));
    }
    let verdict = match job.state {
        JobState::Delivered => format!("delivered {}", verdict(job)),
        _ => verdict(job),
    };
    facts.push(("answer", verdict));
    for (name, fact) in facts.iter().filter(|(_, fact)| !fact.is_empty()) {
        line(&format!("  {name:<10} {fact}"));
    }
    if let Some(end) = &job.end {
        // The first may be why it ended.
        let errors = end.list_errors.iter().filter(|error| **error != end.why);
        errors.for_each(|error| line(&format!("  {error}")));
    }
}

/// One job on one line, its numbers below those of the line before.
pub(crate) fn going(job: &JobStatus) -> String {
    let mut text = format!("{:<9}", state(job));
    if let Some(pages) = &job.pages {
        text = format!(
            "{text}  {:>5} of {:>5} pages  {:>5} rows  {:>4} refused",
            pages.settled, pages.discovered, pages.rows, pages.refused
        );
        if pages.again > 0 {
            text = format!("{text}  {:>4} read again", pages.again);
        }
    }
    match verdict(job).as_str() {
        "" => text,
        verdict => format!("{text}  {verdict}"),
    }
}

/// Its state; that it is to end, where that was asked for.
fn state(job: &JobStatus) -> String {
    let state = job.state.name();
    if job.cancel && !job.state.is_terminal() {
        return format!("{state}, to be cancelled");
    }
    state.to_owned()
}

/// How it ended.
pub(crate) fn verdict(job: &JobStatus) -> String {
    let Some(end) = &job.end else {
        return String::new();
    };
    let complete = match job.state {
        JobState::Delivered if end.complete => "complete",
        JobState::Delivered | JobState::Held => "with gaps",
        _ => "",
    };
    let none = end.links == 0 && end.rows == 0 && job.state == JobState::Delivered;
    let parts = [
        complete,
        if none { NO_LINKS } else { "" },
        if end.schema_valid || job.state == JobState::Failed {
            ""
        } else {
            "the answer does not fit the schema"
        },
        &end.why,
    ];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(": ")
}

/// What a job without a link says.
pub(crate) const NO_LINKS: &str = "no detail links were found on the list pages: set `links:` in the \
                                   job, or check the start address";

/// How long ago something was, roughly.
fn since(then: u64, now: u64) -> String {
    let ago = now.saturating_sub(then);
    let (unit, name) = match ago {
        0..MINUTE => (SECOND, "s"),
        MINUTE..HOUR => (MINUTE, "min"),
        HOUR..DAY => (HOUR, "h"),
        _ => (DAY, "d"),
    };
    format!("{} {name} ago", ago / unit)
}

#[cfg(test)]
mod tests;
