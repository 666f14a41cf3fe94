//! `windrow coverage RUN`: which fields are filled, and why the others are not.

use std::collections::BTreeMap;

use common::api::{RefusedRows, UnreadPage};
use common::config::Config;
use domain::answer::record::MarkRecord;
use domain::answer::standing::{Coverage, Gaps};
use serde::Deserialize;
use serde_json::Value;

use super::editing;
use crate::args::{CoverageArgs, Global};
use crate::exit::{Exit, Failure};
use crate::fleet::{elsewhere, failed};
use crate::opened::broken;
use crate::output;
use crate::output::{edits, files, table};

/// So many pages without a row the API tells one by one; with as many there may be more.
const MOST_UNREAD: usize = 100;

/// A coverage as the API tells it.
#[derive(Deserialize)]
struct Told {
    #[serde(flatten)]
    coverage: Coverage,
    gaps: Gaps,
    marks: BTreeMap<String, MarkRecord>,
    #[serde(default)]
    refused: Vec<RefusedRows>,
    #[serde(default)]
    unread: Vec<UnreadPage>,
}

/// Prints the coverage, the marks and what the gate would name.
pub(crate) async fn coverage(
    args: CoverageArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    if let Some((client, id)) = elsewhere(&args.run.run, config)? {
        let told = client.coverage(&id).await.map_err(failed)?;
        return show(&told, global);
    }
    let run = editing::open(&args.run.run, config).await?;
    let told = common::api::coverage(&run.job.store).await;
    show(&told.map_err(|error| broken(&error))?, global)
}

fn show(told: &Value, global: &Global) -> Result<Exit, Failure> {
    if global.json {
        output::json(told);
    } else {
        print(told)?;
    }
    Ok(Exit::Complete)
}

/// Prints a coverage for a person.
pub(super) fn print(told: &Value) -> Result<(), Failure> {
    let Told {
        coverage,
        gaps,
        marks,
        refused,
        unread,
    } = Told::deserialize(told).map_err(|error| {
        let message = format!("this is no coverage of this version: {error}");
        Failure::new(Exit::Failed, message)
    })?;
    output::line(&coverage.line());
    let fields = files::field_lines(&coverage);
    if !fields.is_empty() {
        output::line(&table::fields(&fields));
    }
    if !coverage.top_unset.is_empty() {
        output::line(&format!("not set: {}", coverage.top_unset.join(", ")));
    }
    for (id, mark) in marks {
        let field = id.split_once('/').map_or(id.as_str(), |(_, field)| field);
        output::line(&format!(
            "absent: {field}: {} ({} pages read, by the {})",
            mark.reason, mark.read, mark.by
        ));
    }
    for gap in edits::phrases(&gaps) {
        output::line(&format!("gap: {gap}"));
    }
    table::refused(&refused);
    table::unread(&unread, unread.len() >= MOST_UNREAD);
    Ok(())
}
