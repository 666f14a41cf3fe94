//! A TCP proxy between a process and a server, with which a test holds a moment: it passes, holds
//! bytes back one way, resets every connection, or refuses new ones. It knows no protocol.

mod connection;
mod held;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::{Context, Result};
use tokio::net::TcpListener;
use tokio::sync::{Mutex, watch};
use tokio::task::JoinHandle;

use crate::ports::Port;
use held::{Held, Lane};

/// How many connections may wait to be taken.
const BACKLOG: u32 = 128;

/// A direction through the proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Way {
    /// From the process to the server.
    ToServer,
    /// From the server to the process.
    ToClient,
}

/// A running proxy on a free loopback port. Dropping it ends it and its connections.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    shared: Arc<Shared>,
    door: Mutex<Door>,
}

/// What the connections of a proxy share.
#[derive(Debug)]
struct Shared {
    server: SocketAddr,
    state: watch::Sender<State>,
    held: Held,
}

#[derive(Debug, Default)]
struct State {
    frozen_to_server: bool,
    frozen_to_client: bool,
    /// Bytes that freeze their direction when they come, themselves included.
    trap: Option<(Way, Vec<u8>)>,
    /// Counts the cuts: a connection that sees another number than at its start is reset.
    cuts: u64,
}

impl State {
    fn is_frozen(&self, way: Way) -> bool {
        match way {
            Way::ToServer => self.frozen_to_server,
            Way::ToClient => self.frozen_to_client,
        }
    }

    fn freeze(&mut self, way: Way) {
        match way {
            Way::ToServer => self.frozen_to_server = true,
            Way::ToClient => self.frozen_to_client = true,
        }
    }
}

impl Shared {
    /// Keeps bytes that came in, and freezes their direction if they are the awaited ones.
    fn receive(&self, lane: Lane, bytes: &[u8]) {
        self.held.add(lane, bytes);
        let (_, way) = lane;
        self.state.send_if_modified(|state| {
            let sprung = state
                .trap
                .as_ref()
                .is_some_and(|(on, words)| *on == way && self.held.contains(way, words));
            if sprung {
                state.trap = None;
                state.freeze(way);
            }
            sprung
        });
    }
}

/// The listening side.
#[derive(Debug)]
enum Door {
    Open(JoinHandle<()>),
    /// Nobody else gets the port, and connections are refused.
    Shut(Port),
    /// Between the two, and if the port was lost.
    Gone,
}

impl Proxy {
    /// A proxy that passes everything to the server at this address, which need not be there yet.
    ///
    /// # Errors
    /// No port can be had.
    pub async fn to(server: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let shared = Arc::new(Shared {
            server,
            state: watch::Sender::default(),
            held: Held::default(),
        });
        Ok(Self {
            address: listener.local_addr()?,
            door: Mutex::new(Door::Open(take_in(listener, &shared))),
            shared,
        })
    }

    /// Where the process connects to.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// From now on bytes of this direction are held back. They are not lost, and their sender cannot
    /// tell. Connections that end meanwhile stay open on the other side.
    pub fn freeze(&self, way: Way) {
        self.shared.state.send_modify(|state| state.freeze(way));
    }

    /// Freezes this direction when these bytes come in a row: they are the first to be held back.
    pub fn freeze_at(&self, way: Way, bytes: &[u8]) {
        let trap = Some((way, bytes.to_owned()));
        self.shared.state.send_modify(|state| state.trap = trap);
    }

    /// Whether this direction is frozen.
    pub fn is_frozen(&self, way: Way) -> bool {
        self.shared.state.borrow().is_frozen(way)
    }

    /// Sends what was held back and passes again, both ways.
    pub fn thaw(&self) {
        self.shared.state.send_modify(|state| {
            state.trap = None;
            state.frozen_to_server = false;
            state.frozen_to_client = false;
        });
    }

    /// Resets every open connection on both sides; what was held back is lost. New ones are taken.
    pub fn cut(&self) {
        self.shared.held.clear();
        self.shared.state.send_modify(|state| state.cuts += 1);
    }

    /// Whether the bytes held back of one connection and direction contain these in a row.
    pub fn holds(&self, way: Way, bytes: &[u8]) -> bool {
        self.shared.held.contains(way, bytes)
    }

    /// Refuses new connections and resets the open ones, as a server that is down.
    ///
    /// # Errors
    /// Somebody else took the port.
    pub async fn refuse(&self) -> Result<()> {
        let mut door = self.door.lock().await;
        if let Door::Open(task) = std::mem::replace(&mut *door, Door::Gone) {
            task.abort();
            // Aborted on purpose; what counts is that the listener is gone.
            drop(task.await);
        }
        let kept = Port::of(self.address.port());
        let kept = kept.with_context(|| format!("the proxy lost its port {}", self.address))?;
        *door = Door::Shut(kept);
        drop(door);
        self.cut();
        Ok(())
    }

    /// Takes connections again after [`refuse`](Self::refuse).
    ///
    /// # Errors
    /// Somebody else took the port.
    pub async fn admit(&self) -> Result<()> {
        let mut door = self.door.lock().await;
        *door = match std::mem::replace(&mut *door, Door::Gone) {
            Door::Shut(port) => Door::Open(take_in(port.listen(BACKLOG)?, &self.shared)),
            other => other,
        };
        Ok(())
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.cut();
        if let Door::Open(task) = self.door.get_mut() {
            task.abort();
        }
    }
}

/// Takes connections until it is aborted.
fn take_in(listener: TcpListener, shared: &Arc<Shared>) -> JoinHandle<()> {
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        let mut number = 0;
        while let Ok((client, _)) = listener.accept().await {
            number += 1;
            let state = shared.state.subscribe();
            tokio::spawn(connection::run(number, client, Arc::clone(&shared), state));
        }
    })
}

#[cfg(test)]
mod tests;
