//! One verb, one file.

mod absent;
mod admin;
mod apply;
mod cancel;
mod check;
mod coordinator;
mod coverage;
pub(crate) mod diff;
mod done;
mod doors;
pub(crate) mod draft;
mod editing;
mod explain;
mod links;
mod page;
mod remove;
pub(crate) mod replay;
mod rows;
mod run;
mod set;
mod start;
mod status;
mod submit;
mod update;
mod watch;
mod worker;

use std::net::SocketAddr;

use clap::CommandFactory;
use common::config::{Config, Flags};
use common::shutdown::Shutdown;

use crate::args::{Args, Global, Verb};
use crate::exit::{Exit, Failure};

/// Loads the settings, then runs the verb.
pub(crate) async fn run(args: Args) -> Result<Exit, Failure> {
    let config = settings(&args.global, args.verb.as_ref())?;
    let global = &args.global;
    if global.dump_config {
        crate::output::line(&config.dump());
        return Ok(Exit::Complete);
    }
    match args.verb {
        Some(Verb::Check(args)) => check::check(&args, global, &config),
        Some(Verb::Draft(args)) => draft::draft(args, global).await,
        Some(Verb::Run(args)) => Box::pin(run::run(args, global, config)).await,
        Some(Verb::Links(args)) => links::links(args, global, config).await,
        Some(Verb::Replay(args)) => Box::pin(replay::replay(args, global, &config)).await,
        Some(Verb::Rows(args)) => rows::rows(args, global, &config).await,
        Some(Verb::Coverage(args)) => coverage::coverage(args, global, &config).await,
        Some(Verb::Explain(args)) => explain::explain(args, global, &config).await,
        Some(Verb::Page(args)) => page::page(args, global, &config).await,
        Some(Verb::Set(args)) => set::set(args, global, &config).await,
        Some(Verb::Update(args)) => update::update(args, global, &config).await,
        Some(Verb::Remove(args)) => remove::remove(args, global, &config).await,
        Some(Verb::Absent(args)) => absent::absent(args, global, &config).await,
        Some(Verb::Apply(args)) => apply::apply(args, global, &config).await,
        Some(Verb::Done(args)) => done::done(args, global, &config).await,
        Some(Verb::Diff(args)) => diff::diff(args, global, &config).await,
        Some(Verb::Submit(args)) => submit::submit(args, global, &config).await,
        Some(Verb::Status(args)) => status::status(args, global, &config).await,
        Some(Verb::Watch(args)) => watch::watch(args, global, &config).await,
        Some(Verb::Cancel(args)) => cancel::cancel(args, global, &config).await,
        Some(Verb::Worker(args)) => Box::pin(worker::worker(&args, config)).await,
        Some(Verb::Coordinator(_)) => Box::pin(coordinator::coordinator(config)).await,
        Some(Verb::Admin(args)) => admin::admin(args, global, &config).await,
        None => {
            crate::output::line(&Args::command().render_help().to_string());
            Ok(Exit::Usage)
        }
    }
}

/// The settings that a verb's own flags override.
fn overrides(verb: Option<&Verb>) -> Vec<(String, String)> {
    let (ranges, webdriver) = match verb {
        Some(Verb::Run(run)) => (&run.job.allow_range, run.job.webdriver_url.as_ref()),
        Some(Verb::Submit(submit)) => (&submit.job.allow_range, None),
        Some(Verb::Links(job)) => (&job.allow_range, job.webdriver_url.as_ref()),
        Some(Verb::Check(check)) => (&check.allow_range, None),
        Some(Verb::Coordinator(args)) => return listen_at("coordinator.listen", args.listen),
        Some(Verb::Worker(args)) => return listen_at("worker.listen", args.listen),
        _ => return Vec::new(),
    };
    let mut overrides = Vec::new();
    if !ranges.is_empty() {
        overrides.push(("browser.allow_ranges".to_owned(), ranges.join(",")));
    }
    if let Some(url) = webdriver {
        overrides.push(("browser.webdriver_url".to_owned(), url.clone()));
    }
    overrides
}

fn listen_at(key: &str, at: Option<SocketAddr>) -> Vec<(String, String)> {
    at.map(|at| (key.to_owned(), at.to_string()))
        .into_iter()
        .collect()
}

/// The settings in force: what the command line says wins.
fn settings(global: &Global, verb: Option<&Verb>) -> Result<Config, Failure> {
    let mut overrides = overrides(verb);
    if let Some(level) = &global.log {
        overrides.push(("log.level".to_owned(), level.clone()));
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
