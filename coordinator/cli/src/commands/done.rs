//! `windrow done RUN`: the operator's word that a held run is finished.

use common::config::Config;

use super::editing;
use crate::args::{DoneArgs, Global};
use crate::exit::{Exit, Failure};

/// Asks for the end.
pub(crate) async fn done(
    args: DoneArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let run = editing::open(&args.run.run, config).await?;
    let edited = editing::editor(&run)?.done().await?;
    editing::finish(run, global, &[edited]).await
}
