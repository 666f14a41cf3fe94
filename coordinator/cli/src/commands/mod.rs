//! One verb, one file.

mod links;
mod run;

use clap::CommandFactory;
use common::config::{Config, Flags};
use common::shutdown::Shutdown;

use crate::args::{Args, Global, JobArgs, Verb};
use crate::exit::{Exit, Failure};

/// Loads the settings, then runs the verb.
pub(crate) async fn run(args: Args) -> Result<Exit, Failure> {
    let config = settings(&args.global, job_args(args.verb.as_ref()))?;
    if args.global.dump_config {
        crate::output::line(&config.dump());
        return Ok(Exit::Complete);
    }
    match args.verb {
        Some(Verb::Run(run_args)) => run::run(run_args, &args.global, config).await,
        Some(Verb::Links(job_args)) => links::links(job_args, &args.global, config).await,
        None => {
            crate::output::line(&Args::command().render_help().to_string());
            Ok(Exit::Usage)
        }
    }
}

fn job_args(verb: Option<&Verb>) -> Option<&JobArgs> {
    match verb? {
        Verb::Run(run) => Some(&run.job),
        Verb::Links(job) => Some(job),
    }
}

/// The settings in force: what the command line says wins.
fn settings(global: &Global, job: Option<&JobArgs>) -> Result<Config, Failure> {
    let mut overrides = Vec::new();
    if let Some(level) = &global.log {
        overrides.push(("log.level".to_owned(), level.clone()));
    }
    if let Some(job) = job {
        if !job.allow_range.is_empty() {
            overrides.push(("browser.allow_ranges".to_owned(), job.allow_range.join(",")));
        }
        if let Some(url) = &job.webdriver_url {
            overrides.push(("browser.webdriver_url".to_owned(), url.clone()));
        }
    }
    let config = Config::load(&Flags {
        file: global.config.clone(),
        overrides,
    })
    .map_err(|error| Failure::new(Exit::Usage, error.to_string()))?;
    common::telemetry::init(&config.log, std::io::stderr)
        .map_err(|error| Failure::new(Exit::Usage, error.to_string()))?;
    Ok(config)
}

/// Stops a verb on the first SIGINT or SIGTERM.
fn listen() -> Result<Shutdown, Failure> {
    Shutdown::on_signals()
        .map_err(|error| Failure::new(Exit::Failed, format!("cannot listen for signals: {error}")))
}
