//! The command line, exactly as typed.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

/// Turns list pages into validated rows.
#[derive(Debug, Parser)]
#[command(name = "windrow", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Args {
    /// What to do
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
    /// Settings for every verb
    #[command(flatten)]
    pub(crate) global: Global,
}

const EXIT_CODES: &str = "Exit codes: 0 delivered, complete; 2 usage; 3 delivered with gaps, or no \
links found; 4 failed; 5 job or schema refused.";

#[derive(Debug, ClapArgs)]
pub(crate) struct Global {
    /// A settings file (default: windrow.toml in the working folder, if there is one)
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Print the settings in force as TOML and end
    #[arg(long, global = true)]
    pub(crate) dump_config: bool,
    /// Print results as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// No progress and no table
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Log level: error, warn, info, debug, trace
    #[arg(long, global = true, value_name = "LEVEL")]
    pub(crate) log: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Run a job on this machine: discover, read, draft, validate, deliver
    Run(RunArgs),
    /// Print the detail links that a job's list pages offer
    Links(JobArgs),
}

/// What names and adjusts a job.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct JobArgs {
    /// The job file (YAML or JSON)
    pub(crate) job: PathBuf,
    /// Use these list pages instead of the job file's
    #[arg(long, value_name = "URL")]
    pub(crate) start: Vec<String>,
    /// Let the browser go to special addresses: loopback, private, or a CIDR range
    #[arg(long, value_name = "RANGE")]
    pub(crate) allow_range: Vec<String>,
    /// Use the browser behind this WebDriver address
    #[arg(long, value_name = "URL")]
    pub(crate) webdriver_url: Option<String>,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) job: JobArgs,
    /// The run folder (default: runs/<job name>)
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace an earlier run in the same folder
    #[arg(long)]
    pub(crate) replace: bool,
    /// Pages read in parallel (overrides the job file)
    #[arg(long, value_name = "N")]
    pub(crate) wave: Option<u32>,
}
