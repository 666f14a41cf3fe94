//! `windrow`: the operator's program. It parses what was typed, runs one verb and maps the outcome
//! to an exit code; what the verbs do lives in `commands`.

mod args;
mod assignments;
mod commands;
mod drafting;
mod edits;
mod exit;
mod fleet;
mod folder;
mod json;
mod load;
mod local;
mod opened;
mod output;
mod records;
mod replay;
mod resume;

use std::process::ExitCode;

use clap::Parser;

use crate::exit::{Exit, Failure};

/// Drafting makes and drops many small texts, which the system's allocator is slow at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args = args::Args::parse();
    let json = args.global.json;
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            let message = format!("cannot start the runtime: {error}");
            return report(&Failure::new(Exit::Failed, message), json);
        }
    };
    let outcome = runtime.block_on(commands::run(args));
    // Reads that hang must not keep the process: everything that matters was closed by the verb.
    runtime.shutdown_background();
    match outcome {
        Ok(exit) => match output::lost() {
            None => exit.into(),
            Some(why) => {
                let message = format!("standard output could not be written: {why}");
                output::failure(&Failure::new(Exit::Failed, message));
                Exit::Failed.into()
            }
        },
        Err(failure) => report(&failure, json),
    }
}

fn report(failure: &Failure, json: bool) -> ExitCode {
    if json {
        output::json(&failure.as_json());
    }
    output::failure(failure);
    failure.exit.into()
}
