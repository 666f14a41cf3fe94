//! The arguments of a fleet's programs.

use std::net::SocketAddr;

use clap::Args as ClapArgs;

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct CoordinatorArgs {
    /// Where to listen for the API, health and metrics (default: coordinator.listen)
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<SocketAddr>,
}
