//! The arguments of a fleet's programs.

use std::net::SocketAddr;

use clap::Args as ClapArgs;

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct CoordinatorArgs {
    /// Where to listen for the API, health and metrics (default: coordinator.listen)
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<SocketAddr>,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct WorkerArgs {
    /// Where to listen for health and metrics (default: worker.listen)
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<SocketAddr>,
    /// End once nothing has been to do for ten seconds
    #[arg(long)]
    pub(crate) exit_when_idle: bool,
}
