//! `windrow update RUN`: fields of one row, or of the rows that a file names.

use common::config::Config;

use super::editing;
use crate::args::{Global, UpdateArgs};
use crate::assignments;
use crate::edits::{self, Ready, Update};
use crate::exit::{Exit, Failure};

/// Changes the rows.
pub(crate) async fn update(
    args: UpdateArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let from_file = args.from.as_deref().map(edits::updates_of_file);
    let from_file = from_file.transpose()?;
    let run = editing::open(&args.run.run, config).await?;
    let mut editor = editing::editor(&run)?;
    let edited = if let Some(Ready::Update(op, updates)) = from_file {
        if let (true, Some(file)) = (updates.is_empty(), &args.from) {
            editing::nothing_in(file);
        }
        editor.update(op, updates).await?
    } else {
        let fields = assignments::parse(&args.fields, |name| run.job.schema.row_field(name))?;
        for name in fields.keys().filter(|name| is_undeclared(&run, name)) {
            editing::undeclared(&run, name);
        }
        let fields = edits::fields_of(&run, fields);
        let row = args.row.map(edits::row_name);
        editor
            .update("update_item", vec![Update { row, fields }])
            .await?
    };
    editing::finish(run, global, &edited).await
}

fn is_undeclared(run: &crate::opened::OpenRun, name: &str) -> bool {
    let declared = run.job.schema.answer.as_ref();
    declared.is_some_and(|answer| !answer.fields.is_empty() && !answer.closed)
        && run.job.schema.row_field(name).is_none()
}
