//! `windrow cancel ID`: asks for a job's end. What was accepted is delivered.

use common::config::Config;

use crate::args::{CancelArgs, Global};
use crate::exit::{Exit, Failure};
use crate::fleet::{client, failed};
use crate::output::{self, jobs};

/// Asks, and says how the job stands.
pub(crate) async fn cancel(
    args: CancelArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let job = client(config)?.cancel(&args.id).await.map_err(failed)?;
    if global.json {
        output::json(&job);
    } else {
        output::line(&format!("{}: {}", job.id, jobs::going(&job).trim_end()));
    }
    Ok(Exit::Complete)
}
