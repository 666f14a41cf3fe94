//! `windrow explain RUN --row N`: each value's receipt, each empty field's reason, the marks.

use super::editing;
use crate::args::{ExplainArgs, Global};
use crate::edits;
use crate::exit::{Exit, Failure};
use crate::opened::{OpenRun, broken};
use crate::output;
use crate::output::explain;
use common::config::Config;
use domain::answer::verdict::{Code, Refusal};

/// Explains a row.
pub(crate) async fn explain(
    args: ExplainArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let run = editing::open(&args.run.run, config).await?;
    match explained(&run, &args).await? {
        Ok(row) if global.json => {
            output::json(&row);
            Ok(Exit::Complete)
        }
        Ok(row) => {
            explain::print(&row);
            Ok(Exit::Complete)
        }
        Err(refusal) => {
            let about = format!("row {}", args.row.row);
            Ok(editing::refuse(global, "explain", about, refusal))
        }
    }
}

async fn explained(
    run: &OpenRun,
    args: &ExplainArgs,
) -> Result<Result<explain::Row, Refusal>, Failure> {
    let store = &run.job.store;
    let rows = store.rows(0, usize::MAX).await;
    let rows = rows.map_err(|error| broken(&error))?;
    let entry = match edits::find(&rows, &edits::row_name(args.row.row.clone())) {
        Ok(entry) => entry,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let explained = store.explain(entry.index).await;
    let Some(explained) = explained.map_err(|error| broken(&error))? else {
        return Ok(Err(Refusal::new(
            Code::IndexOutOfRange,
            "",
            "There is no such row.",
        )));
    };
    let marks = store.marks().await.map_err(|error| broken(&error))?;
    let page = match &explained.entry.row.page {
        Some(key) => store.page(key).await.map_err(|error| broken(&error))?,
        None => None,
    };
    let row = explain::Row::of(&run.job.schema, &explained, page.as_ref(), &marks);
    match &args.field {
        None => Ok(Ok(row)),
        Some(field) => Ok(row
            .only(field)
            .ok_or_else(|| editing::no_such_field(run, "The row has no such field.", field))),
    }
}
