//! `windrow absent RUN FIELD... --reason TEXT`: fields that no page publishes.

use common::config::Config;

use super::editing;
use crate::args::{AbsentArgs, Global};
use crate::exit::{Exit, Failure};

/// Marks the fields.
pub(crate) async fn absent(
    args: AbsentArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let run = editing::open(&args.run.run, config).await?;
    let edited = editing::editor(&run)?
        .absent(args.fields, args.reason)
        .await?;
    editing::finish(run, global, &[edited]).await
}
