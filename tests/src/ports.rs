//! A port of this machine that is a test's own from its choice to its end, whoever listens on it meanwhile
//! and whether anybody does. It speaks with nobody.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, Result};
use tokio::net::TcpSocket;

/// A loopback port that is bound and not listened on: connections are refused, and no one else is given
/// it. A server that sets `SO_REUSEADDR`, as they all do, can listen on it beside this. Keep the value as
/// long as the port is meant: a server that is started again finds it free.
#[derive(Debug)]
pub struct Port {
    /// Bound, and nothing more.
    socket: TcpSocket,
    number: u16,
}

impl Port {
    /// A free one.
    ///
    /// # Errors
    /// No port is left.
    pub fn free() -> Result<Self> {
        Self::of(0).context("a free port")
    }

    /// This one (0: a free one).
    ///
    /// # Errors
    /// Somebody else has it.
    pub fn of(number: u16) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        socket.bind(SocketAddr::from((Ipv4Addr::LOCALHOST, number)))?;
        let number = socket.local_addr()?.port();
        Ok(Self { socket, number })
    }

    /// Its number.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// Where a server on it is.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.number))
    }

    /// Listens on it here.
    ///
    /// # Errors
    /// Another server does.
    pub fn listen(self, backlog: u32) -> Result<tokio::net::TcpListener> {
        Ok(self.socket.listen(backlog)?)
    }
}

#[cfg(test)]
mod tests;
