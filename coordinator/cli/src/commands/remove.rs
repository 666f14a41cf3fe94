//! `windrow remove RUN --row N... --reason TEXT`: rows leave the answer, all of them or none.

use common::config::Config;
use serde_json::Value;

use super::editing;
use crate::args::{Global, RemoveArgs};
use crate::edits;
use crate::exit::{Exit, Failure};

/// Removes the rows.
pub(crate) async fn remove(
    args: RemoveArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let run = editing::open(&args.run.run, config).await?;
    let rows: Vec<Value> = args.row.into_iter().map(edits::row_name).collect();
    let edited = editing::editor(&run)?.remove(&rows, args.reason).await?;
    editing::finish(run, global, &[edited]).await
}
