//! One connection through a proxy: a pump for each direction, until both ends are closed, one breaks,
//! or the proxy cuts.

use std::io::Result;
use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::sync::watch;

use super::{Shared, State, Way};

const CHUNK: usize = 16 * 1024;

/// Runs one connection to its end. A break on one side is a reset on the other.
pub(super) async fn run(
    number: u64,
    client: TcpStream,
    shared: Arc<Shared>,
    mut state: watch::Receiver<State>,
) {
    let cuts = state.borrow().cuts;
    let mut streams = vec![client];
    let closed = tokio::select! {
        // The sender is in `shared` and lives.
        _ = state.wait_for(|state| state.cuts != cuts) => false,
        closed = pass(number, &mut streams, &shared) => closed.is_ok(),
    };
    if !closed {
        for stream in &streams {
            // Not possible means that it is reset already.
            stream.set_zero_linger().ok();
        }
    }
    for way in [Way::ToServer, Way::ToClient] {
        shared.held.take((number, way));
    }
}

/// Connects to the server and passes both ways; the streams stay with the caller.
async fn pass(number: u64, streams: &mut Vec<TcpStream>, shared: &Shared) -> Result<()> {
    streams.push(TcpStream::connect(shared.server).await?);
    let [client, server] = streams.as_mut_slice() else {
        return Ok(());
    };
    for stream in [&*client, &*server] {
        stream.set_nodelay(true)?;
    }
    let (from_client, to_client) = client.split();
    let (from_server, to_server) = server.split();
    let there = pump(number, Way::ToServer, from_client, to_server, shared);
    let back = pump(number, Way::ToClient, from_server, to_client, shared);
    tokio::try_join!(there, back)?;
    Ok(())
}

/// Passes one direction until its sender closes, and closes then. While it is frozen it goes on
/// reading, so that what is held back can be looked at.
async fn pump(
    number: u64,
    way: Way,
    mut from: ReadHalf<'_>,
    mut to: WriteHalf<'_>,
    shared: &Shared,
) -> Result<()> {
    let lane = (number, way);
    let mut state = shared.state.subscribe();
    let mut chunk = vec![0; CHUNK];
    let mut open = true;
    loop {
        let frozen = state.borrow_and_update().is_frozen(way);
        if !frozen {
            to.write_all(&shared.held.take(lane)).await?;
            if !open {
                return to.shutdown().await;
            }
        }
        tokio::select! {
            read = from.read(&mut chunk), if open => match read? {
                0 => open = false,
                length => shared.receive(lane, &chunk[..length]),
            },
            changed = state.changed() => if changed.is_err() {
                return Ok(());
            },
        }
    }
}
