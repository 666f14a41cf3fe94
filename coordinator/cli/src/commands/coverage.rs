//! `windrow coverage RUN`: which fields are filled, and why the others are not.

use common::config::Config;
use serde_json::{Value, json};

use super::editing;
use crate::args::{CoverageArgs, Global};
use crate::exit::{Exit, Failure};
use crate::opened::broken;
use crate::output;
use crate::output::{edits, files, table};

/// Prints the coverage, the marks and what the gate would name.
pub(crate) async fn coverage(
    args: CoverageArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let run = editing::open(&args.run.run, config).await?;
    let store = &run.job.store;
    let coverage = store.coverage().await.map_err(|error| broken(&error))?;
    let gaps = store.deficiencies().await.map_err(|error| broken(&error))?;
    let marks = store.marks().await.map_err(|error| broken(&error))?;
    if global.json {
        let marks = marks.into_iter().map(|(id, mark)| (id, json!(mark)));
        let mut told = edits::coverage_json(&coverage);
        told["gaps"] = json!(gaps);
        told["marks"] = Value::Object(marks.collect());
        output::json(&told);
        return Ok(Exit::Complete);
    }
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
    Ok(Exit::Complete)
}
