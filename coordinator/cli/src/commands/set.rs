//! `windrow set RUN FIELD=VALUE...`: top-level fields of the answer.

use common::config::Config;

use super::editing;
use crate::args::{Global, SetArgs};
use crate::assignments;
use crate::exit::{Exit, Failure};

/// Sets the fields, each for itself.
pub(crate) async fn set(args: SetArgs, global: &Global, config: &Config) -> Result<Exit, Failure> {
    let run = editing::open(&args.run.run, config).await?;
    let fields = assignments::parse(&args.fields, |name| run.job.schema.top_field(name))?;
    let mut editor = editing::editor(&run)?;
    let mut edited = Vec::new();
    for (key, value) in fields {
        edited.push(editor.set(key, value).await?);
    }
    editing::finish(run, global, &edited).await
}
