//! What the programs of a fleet share at their start: a door to listen at.

use std::net::SocketAddr;

use tokio::net::TcpListener;

use crate::exit::{Exit, Failure};
use crate::output;

/// Listens, and says where. `key` is the setting that names the address.
pub(super) async fn bind(key: &str, address: SocketAddr) -> Result<TcpListener, Failure> {
    let bound = TcpListener::bind(address).await;
    let listener = bound.map_err(|error| {
        let message = format!("cannot listen on {address} ({key}): {error}");
        Failure::new(Exit::Failed, message)
    })?;
    let at = listener.local_addr().map_err(failed)?;
    output::note(&format!("listening on http://{at}"));
    Ok(listener)
}

/// An end that names its cause.
pub(super) fn failed(error: impl std::error::Error) -> Failure {
    Failure::new(Exit::Failed, error.to_string())
}
