//! The arguments of the verbs that talk to a fleet's coordinator.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::JobArgs;

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct SubmitArgs {
    #[command(flatten)]
    pub(crate) job: JobArgs,
    /// The job's id in the fleet (default: its name and a number)
    #[arg(long, value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Its share of the fleet, relative to other jobs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) weight: Option<u32>,
    /// Follow the job to its end, as `watch` does
    #[arg(long)]
    pub(crate) watch: bool,
    /// With --watch: write the delivered answer to this file
    #[arg(long, value_name = "FILE", requires = "watch")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct StatusArgs {
    /// One job; without it, all of them, the newest first
    pub(crate) id: Option<String>,
    /// At most so many jobs
    #[arg(long, value_name = "N", conflicts_with = "id")]
    pub(crate) limit: Option<usize>,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct WatchArgs {
    /// The job
    pub(crate) id: String,
    /// Write the delivered answer to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct CancelArgs {
    /// The job
    pub(crate) id: String,
}
