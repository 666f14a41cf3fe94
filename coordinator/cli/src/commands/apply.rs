//! `windrow apply RUN OPS.ndjson`: a file of operations, one after the other, each for itself.

use common::config::Config;

use super::{editing, rows};
use crate::args::{ApplyArgs, Global};
use crate::edits::{Edited, Editor, Operation, Ready};
use crate::exit::{Exit, Failure};
use crate::opened::OpenRun;

/// Applies the operations.
pub(crate) async fn apply(
    args: ApplyArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let operations = Operation::of_file(&args.ops)?;
    let run = editing::open(&args.run.run, config).await?;
    if operations.is_empty() {
        editing::nothing_in(&args.ops);
    }
    let mut editor = editing::editor(&run)?;
    let (mut edited, mut lines) = (Vec::new(), Vec::new());
    for (line, operation) in operations {
        let ended = one(&mut editor, &run, operation).await?;
        lines.resize(lines.len() + ended.len(), line);
        let named = ended.into_iter().map(|mut one| {
            one.about = match one.about.as_str() {
                "" => format!("(line {line})"),
                about => format!("{about} (line {line})"),
            };
            one
        });
        edited.extend(named);
    }
    editing::finish_with(run, global, &edited, &lines).await
}

async fn one(
    editor: &mut Editor<'_>,
    run: &OpenRun,
    operation: Ready,
) -> Result<Vec<Edited>, Failure> {
    Ok(match operation {
        Ready::Add(op, items) => editor.add(op, items).await?,
        Ready::Update(op, updates) => editor.update(op, updates).await?,
        Ready::Set(key, value) => vec![editor.set(key, value).await?],
        Ready::Remove(rows, reason) => vec![editor.remove(&rows, reason).await?],
        Ready::Absent(fields, reason) => vec![editor.absent(fields, reason).await?],
        Ready::Done => vec![editor.done().await?],
        Ready::Read(window) => {
            rows::show(run, &window).await?;
            Vec::new()
        }
        Ready::Search(query) => {
            rows::search(run, &query).await?;
            Vec::new()
        }
    })
}
