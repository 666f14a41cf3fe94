//! The run folder's files at the end of a run: answer, rows, receipts and the report.

use std::collections::BTreeMap;

use common::api::{RefusedRows, UnreadPage, refused_rows, unread_page};
use common::jobs::OpenJob;
use common::store::StoreError;
use coordinator::Outcome;
use domain::answer::cells::state_name;
use domain::answer::record::{PageRecord, RowRecord};
use domain::answer::standing::Coverage;
use domain::frontier::PageState;
use domain::schema::Finding;
use serde::Serialize;
use serde_json::{Value, json};

use crate::exit::{Exit, Failure};
use crate::folder::RunFolder;

/// `report.json`: how the run went.
#[derive(Debug, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something of its own about the delivery"
)]
pub(crate) struct Report {
    pub(crate) job: String,
    pub(crate) schema: String,
    /// JSON pointer of the answer array; none if the schema describes a page and no rows.
    pub(crate) answer: Option<String>,
    pub(crate) ending: String,
    pub(crate) delivered: bool,
    pub(crate) successful: bool,
    pub(crate) complete: bool,
    pub(crate) schema_valid: bool,
    pub(crate) errors: Vec<Finding>,
    pub(crate) links: usize,
    pub(crate) list_errors: Vec<String>,
    /// Pages by state.
    pub(crate) pages: BTreeMap<String, u64>,
    /// Pages that gave no row: address and what was seen.
    pub(crate) unread: Vec<UnreadPage>,
    /// Refused rows, by what was refused.
    pub(crate) refused: Vec<RefusedRows>,
    pub(crate) rows: u64,
    pub(crate) coverage: Coverage,
    /// Row fields and top-level fields in schema order.
    pub(crate) fields: Vec<FieldLine>,
}

/// One field's coverage.
#[derive(Debug, Serialize)]
pub(crate) struct FieldLine {
    pub(crate) name: String,
    pub(crate) group: Group,
    pub(crate) filled: u64,
    pub(crate) of: u64,
}

/// The one group a field is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Group {
    Filled,
    Partial,
    Empty,
    Absent,
    NotApplicable,
}

/// Writes what a run leaves and returns its report.
pub(crate) async fn write(
    folder: &RunFolder,
    job: &OpenJob,
    outcome: &Outcome,
) -> Result<Report, Failure> {
    let rows = job
        .store
        .rows(0, usize::MAX)
        .await
        .map_err(|error| unreadable(&error))?;
    let rows: Vec<RowRecord> = rows.into_iter().map(|entry| entry.row).collect();
    let pages = job
        .store
        .pages()
        .await
        .map_err(|error| unreadable(&error))?;
    let pages: Vec<PageRecord> = pages.into_iter().map(|entry| entry.page).collect();
    let report = report(job, outcome, &rows, &pages)
        .await
        .map_err(|error| unreadable(&error))?;
    let output = job.store.deliverable(&outcome.delivery.output);
    folder.write("output.json", &pretty(&output))?;
    folder.write("rows.ndjson", &ndjson(rows.iter().map(|row| &row.item)))?;
    folder.write("rows.csv", &super::csv::rows(job, &rows))?;
    folder.write("receipts.json", &pretty(&receipts(&rows)))?;
    folder.write("report.json", &pretty(&report))?;
    Ok(report)
}

fn unreadable(error: &StoreError) -> Failure {
    Failure::new(
        Exit::Failed,
        format!("cannot read the answer back: {error}"),
    )
}

/// Each row's receipts and reasons, in answer order.
fn receipts(rows: &[RowRecord]) -> Value {
    rows.iter()
        .map(|row| json!({"page": row.page, "receipts": row.receipts, "reasons": row.reasons}))
        .collect()
}

fn pretty(value: &impl Serialize) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(value).unwrap_or_default();
    text.push(b'\n');
    text
}

fn ndjson<'a>(lines: impl Iterator<Item = &'a Value>) -> Vec<u8> {
    lines
        .flat_map(|line| format!("{line}\n").into_bytes())
        .collect()
}

async fn report(
    job: &OpenJob,
    outcome: &Outcome,
    rows: &[RowRecord],
    pages: &[PageRecord],
) -> Result<Report, StoreError> {
    let coverage = job.store.coverage().await?;
    let refused = job.store.refused_items().await?;
    let details = || pages.iter().filter(|page| !page.list);
    let mut by_state = BTreeMap::new();
    for page in details() {
        let state = state_name(&page.state).to_owned();
        *by_state.entry(state).or_insert(0) += 1;
    }
    let delivery = &outcome.delivery;
    Ok(Report {
        job: job.file.name.clone(),
        schema: job.schema.hash.clone(),
        answer: job.schema.answer.as_ref().map(|answer| {
            let steps = answer.path.iter();
            steps.fold(String::new(), |at, step| domain::pointer::below(&at, step))
        }),
        ending: super::ending::words(&outcome.ending),
        delivered: delivery.delivered,
        successful: delivery.successful,
        complete: delivery.complete,
        schema_valid: delivery.schema_valid,
        errors: delivery.errors.clone(),
        links: outcome.links,
        list_errors: outcome.list_errors.clone(),
        pages: by_state,
        unread: details()
            .filter(|page| page.state != PageState::Content)
            .map(unread_page)
            .collect(),
        refused: refused_rows(&refused),
        rows: u64::try_from(rows.len()).unwrap_or(u64::MAX),
        fields: field_lines(&coverage),
        coverage,
    })
}

/// The row fields with their coverage, group by group.
pub(crate) fn field_lines(coverage: &Coverage) -> Vec<FieldLine> {
    let items = coverage.items;
    let line = |group: Group, filled: u64| {
        move |name: &String| FieldLine {
            name: name.clone(),
            group,
            filled,
            of: items,
        }
    };
    let mut lines: Vec<FieldLine> = Vec::new();
    lines.extend(
        coverage
            .filled_on_all
            .iter()
            .map(line(Group::Filled, items)),
    );
    lines.extend(coverage.partial.iter().map(|(name, filled, of)| FieldLine {
        name: name.clone(),
        group: Group::Partial,
        filled: *filled,
        of: *of,
    }));
    lines.extend(coverage.empty_on_all.iter().map(line(Group::Empty, 0)));
    lines.extend(coverage.marked_absent.iter().map(line(Group::Absent, 0)));
    lines.extend(
        coverage
            .not_applicable
            .iter()
            .map(line(Group::NotApplicable, 0)),
    );
    lines
}
