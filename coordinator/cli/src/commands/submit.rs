//! `windrow submit JOB`: hands a job to a fleet.

use common::api::{ClientError, Submission};
use common::clock::Clock;
use common::config::Config;
use common::jobs::fresh_id;
use serde_json::json;

use super::watch;
use crate::args::{Global, SubmitArgs};
use crate::exit::{Exit, Failure};
use crate::fleet::{client, failed};
use crate::{load, output};

/// How often a submission is repeated whose outcome is not known.
const ATTEMPTS: u32 = 3;
/// How often one is repeated that a coordinator asks for again: it starts, or its store is away.
const ASKED: u32 = 20;

/// Checks the job here, submits it, and follows it if asked to.
pub(crate) async fn submit(
    args: SubmitArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let client = client(config)?;
    // Where the fleet's browsers may go is for the coordinator to say.
    let mut file = load::load(&args.job, &load::anywhere())?.file;
    // Its addresses are among `pages` by now.
    file.pages_file = None;
    // With an id the same submission sent again is the same job.
    let fresh = || fresh_id(&file.name, Clock::system().now_ms()).0;
    let id = args.id.unwrap_or_else(fresh);
    let submission = Submission {
        id: Some(id),
        weight: args.weight,
        job: json!(file),
    };
    let mut attempt = 1;
    let status = loop {
        match client.submit(&submission).await {
            Ok(status) => break status,
            Err(error) if error.is_passing() && attempt < most(&error) => {
                if attempt == 1 {
                    output::note(&format!("{error} Trying again."));
                }
                tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                attempt += 1;
            }
            Err(error) => return Err(failed(error)),
        }
    };
    if args.watch {
        output::note(&format!("submitted as {}", status.id));
        return watch::follow(&client, &status.id, args.output.as_deref(), global).await;
    }
    if global.json {
        output::json(&status);
    } else {
        output::line(&status.id);
        if !global.quiet {
            output::note(&format!(
                "submitted; windrow watch {} follows it",
                status.id
            ));
        }
    }
    Ok(Exit::Complete)
}

fn most(error: &ClientError) -> u32 {
    match error {
        ClientError::Refused(_) => ASKED,
        _ => ATTEMPTS,
    }
}
