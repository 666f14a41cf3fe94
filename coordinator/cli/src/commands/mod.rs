//! One verb, one file.

mod links;
mod run;

use clap::CommandFactory;
use common::config::Config;

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
