//! What `windrow check` tells a person: a line for each field, the choices, warnings, refusals.

use comfy_table::{Table, presets};
use domain::evidence::Source;
use domain::schema::{CheckReport, FieldReport, Finding};
use serde_json::Value;

use super::{line, word};

/// Members of a closed set that are named; the rest are counted.
const NAMED: usize = 8;

/// What a schema without an array of rows asks for.
const NO_ARRAY: &str =
    "none (`run` drafts one answer from the start pages, `draft` one row a page)";

/// Prints the report.
pub(crate) fn print(report: &CheckReport) {
    if !report.fields.is_empty() {
        line(&fields(&report.fields));
    }
    if report.ok {
        line(&format!(
            "answer array: {}; own-page field: {}",
            report.answer.as_deref().unwrap_or(NO_ARRAY),
            report.own_field.as_deref().unwrap_or("none")
        ));
    }
    findings("warning", &report.warnings);
    findings("refused", &report.refusals);
    line(&verdict(report));
}

fn fields(fields: &[FieldReport]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "field",
        "type",
        "required",
        "guard",
        "closed set",
        "sources",
    ]);
    for field in fields {
        table.add_row([
            field.pointer.clone(),
            kind(field),
            if field.required { "required" } else { "" }.to_owned(),
            field.guard.map(|guard| word(&guard)).unwrap_or_default(),
            closed(field),
            sources(&field.sources),
        ]);
    }
    table.trim_fmt()
}

fn kind(field: &FieldReport) -> String {
    let null = if field.nullable { "|null" } else { "" };
    format!("{}{null}", field.kind)
}

fn closed(field: &FieldReport) -> String {
    let Some(members) = &field.members else {
        return String::new();
    };
    let shown = members.iter().take(NAMED).map(|member| match member {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = match members.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let checked = if field.evidence {
        " (a page must state it)"
    } else {
        ""
    };
    format!("{shown}{more}{checked}")
}

fn sources(sources: &[Source]) -> String {
    let words: Vec<String> = sources.iter().map(word).collect();
    words.join(" ")
}

fn findings(what: &str, findings: &[Finding]) {
    for finding in findings {
        let place = if finding.pointer.is_empty() {
            "(whole file)"
        } else {
            &finding.pointer
        };
        line(&format!(
            "{what}: {place}: {} [{}]",
            finding.message, finding.code
        ));
    }
}

fn verdict(report: &CheckReport) -> String {
    let counted = |count: usize, name: &str| match count {
        1 => format!("1 {name}"),
        count => format!("{count} {name}s"),
    };
    if report.ok {
        let fields = counted(report.fields.len(), "field");
        let warnings = counted(report.warnings.len(), "warning");
        format!("ok: {fields}, {warnings}")
    } else {
        format!("refused: {}", counted(report.refusals.len(), "finding"))
    }
}
