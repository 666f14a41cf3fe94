//! The command line, exactly as typed.

mod client;
mod drafting;
mod fleet;
mod verbs;

pub(crate) use client::{CancelArgs, StatusArgs, SubmitArgs, WatchArgs};
pub(crate) use drafting::{DraftArgs, PageArgs, ReplayArgs};
pub(crate) use fleet::{CoordinatorArgs, WorkerArgs};
pub(crate) use verbs::{
    AbsentArgs, AdminArgs, AdminVerb, ApplyArgs, CheckArgs, CoverageArgs, DiffArgs, DoneArgs,
    ExplainArgs, RemoveArgs, RowsArgs, SetArgs, UpdateArgs,
};

use std::path::{Path, PathBuf};

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

const EXIT_CODES: &str = "Exit codes: 0 done, or delivered complete; 2 usage, or no such run; 3 delivered \
with gaps, no links found, held for the operator, or an edit refused; 4 failed, or counters that \
disagree with their rows; 5 job or schema \
refused.";

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
    /// Say what a job file or a JSON Schema asks for, field by field, without any network
    Check(CheckArgs),
    /// Draft rows from saved pages: no browser, no network
    Draft(DraftArgs),
    /// Run a job on this machine: discover, read, draft, validate, deliver
    Run(RunArgs),
    /// Print the detail links that a job's list pages offer
    Links(JobArgs),
    /// Draft a run's pages again from its archive and say how the rows differ: no browser, no network
    Replay(ReplayArgs),
    /// Print rows of a run
    Rows(RowsArgs),
    /// Print which fields of a run are filled, partial, empty, absent or not applicable
    Coverage(CoverageArgs),
    /// Print where each value of a row came from, and why each empty field is empty
    Explain(ExplainArgs),
    /// Print what a run keeps of a page: how it was read, and its text as a person sees it
    Page(PageArgs),
    /// Set top-level fields of a run's answer
    Set(SetArgs),
    /// Change fields of rows, from the command line or from a file
    Update(UpdateArgs),
    /// Remove rows
    Remove(RemoveArgs),
    /// Declare fields as not published: every page must have been read
    Absent(AbsentArgs),
    /// Apply a file of operations, one JSON object a line
    Apply(ApplyArgs),
    /// Ask for the end of a held run: the first time it answers with the list of gaps, the second time it
    /// delivers
    Done(DoneArgs),
    /// Compare the answers of two runs, row by row
    Diff(DiffArgs),
    /// Hand a job to a fleet (`WINDROW_URL` names its coordinator)
    Submit(SubmitArgs),
    /// Say how the jobs of a fleet stand
    Status(StatusArgs),
    /// Follow a fleet's job to its end
    Watch(WatchArgs),
    /// Ask for the end of a fleet's job: what was accepted is delivered
    Cancel(CancelArgs),
    /// Coordinate a fleet: take jobs by HTTP, discover, dispatch, deliver
    Coordinator(CoordinatorArgs),
    /// Work for a fleet: read the pages that its coordinator queues
    Worker(WorkerArgs),
    /// Look after what is stored
    Admin(AdminArgs),
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

impl JobArgs {
    /// A job file as it stands.
    pub(crate) fn of(job: &Path) -> Self {
        Self {
            job: job.to_owned(),
            start: Vec::new(),
            allow_range: Vec::new(),
            webdriver_url: None,
        }
    }
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) job: JobArgs,
    /// The run folder (default: runs/<job name>)
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace an earlier run in the same folder
    #[arg(long, conflicts_with = "resume")]
    pub(crate) replace: bool,
    /// Continue a run that was stopped or killed: pages that were settled are not read again. The job
    /// and its schema must be the same; `read.wave` and `limits` may differ
    #[arg(long)]
    pub(crate) resume: bool,
    /// Pages read in parallel (overrides the job file)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=48))]
    pub(crate) wave: Option<u32>,
}
