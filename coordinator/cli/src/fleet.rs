//! A fleet as the client verbs reach it.

use std::path::Path;

use common::api::{Client, ClientError};
use common::config::Config;

use crate::exit::{Exit, Failure};
use crate::folder::RunFolder;

/// The coordinator that the settings name.
pub(crate) fn client(config: &Config) -> Result<Client, Failure> {
    let Some(url) = config.client.url.clone() else {
        let message = "this verb talks to a fleet's coordinator: set WINDROW_URL to its address, \
                       such as http://127.0.0.1:7700";
        return Err(Failure::new(Exit::Usage, message));
    };
    Client::new(url, config.client.token.clone()).map_err(failed)
}

/// The fleet's client and a job's id, where `run` names no run folder and the settings name a fleet.
pub(crate) fn elsewhere(run: &Path, config: &Config) -> Result<Option<(Client, String)>, Failure> {
    // A folder that only shares a job's name does not hide the job.
    let path = run.components().count() > 1 && run.is_dir();
    let here = path || RunFolder::holds_run(run) || RunFolder::holds_run(&config.run.out.join(run));
    if here || config.client.url.is_none() {
        return Ok(None);
    }
    let id = run.to_string_lossy().into_owned();
    Ok(Some((client(config)?, id)))
}

/// What a coordinator's no means for the exit code.
pub(crate) fn failed(error: ClientError) -> Failure {
    let problem = match error {
        ClientError::Refused(problem) => problem,
        other => return Failure::new(Exit::Failed, other.to_string()),
    };
    let exit = match problem.code.as_str() {
        "refused" => Exit::Refused,
        "not_found" | "taken" | "bad_request" | "too_large" => Exit::Usage,
        _ => Exit::Failed,
    };
    Failure {
        exit,
        message: problem.said(),
        findings: problem.refusals.clone(),
        problem: Some(problem),
    }
}
