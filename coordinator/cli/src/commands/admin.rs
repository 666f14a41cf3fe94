//! `windrow admin`: looking after what is stored.

use std::path::Path;

use common::backends;
use common::clock::Clock;
use common::config::Config;
use common::store::{AnswerStore, Verified};
use domain::ids::JobId;

use super::doors::failed;
use super::editing;
use crate::args::{AdminArgs, AdminVerb, Global};
use crate::exit::{Exit, Failure};
use crate::opened::broken;
use crate::{fleet, local, output};

/// Runs the verb.
pub(crate) async fn admin(
    args: AdminArgs,
    global: &Global,
    config: &Config,
) -> Result<Exit, Failure> {
    let AdminVerb::Verify(args) = args.verb;
    let verified = verify(&args.run.run, config).await?;
    output::verified::print(&verified, global);
    Ok(if verified.drift.is_empty() {
        Exit::Complete
    } else {
        Exit::Failed
    })
}

/// Recounts a run folder; else, by its id, a job of the store that the settings name, or of the
/// coordinator.
async fn verify(run: &Path, config: &Config) -> Result<Verified, Failure> {
    let here = run.is_dir() || config.run.out.join(run).is_dir();
    if !here && config.store.url.scheme() != "memory" {
        return recount(&in_store(&run.to_string_lossy(), config).await?).await;
    }
    match fleet::elsewhere(run, config)? {
        Some((client, id)) => client.verify(&id).await.map_err(fleet::failed),
        None => recount(&editing::open(run, config).await?.job.store).await,
    }
}

async fn recount(store: &AnswerStore) -> Result<Verified, Failure> {
    store.verify().await.map_err(|error| broken(&error))
}

async fn in_store(id: &str, config: &Config) -> Result<AnswerStore, Failure> {
    let clock = Clock::system();
    let name = local::process_name("admin", &clock);
    let registry = backends::registry(config, &name).await.map_err(failed)?;
    let missing = || Failure::new(Exit::Usage, format!("there is no job {id} in store.url"));
    let id = JobId::parse(id).ok_or_else(missing)?;
    let record = registry.get(&id).await.map_err(|error| broken(&error))?;
    let job = registry.open_job(&record.ok_or_else(missing)?, &clock);
    let job = job.map_err(|findings| Failure::refused("the job's schema is refused", findings))?;
    Ok(job.store)
}
