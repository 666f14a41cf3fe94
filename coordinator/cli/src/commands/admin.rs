//! `windrow admin`: looking after what is stored.

use common::config::Config;

use super::editing;
use crate::args::{AdminArgs, AdminVerb, Global};
use crate::exit::{Exit, Failure};
use crate::opened::broken;
use crate::output;

/// Runs the verb.
pub(crate) async fn admin(
    args: AdminArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let AdminVerb::Verify(args) = args.verb;
    let run = editing::open(&args.run.run, config).await?;
    let verified = run.job.store.verify().await;
    let verified = verified.map_err(|error| broken(&error))?;
    output::verified::print(&verified, global);
    Ok(if verified.drift.is_empty() {
        Exit::Complete
    } else {
        Exit::Failed
    })
}
