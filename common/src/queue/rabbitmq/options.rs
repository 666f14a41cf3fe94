//! Where the broker is and how patiently it is used. The password stays inside: neither an error
//! nor a debug line shows it.

use std::fmt;
use std::time::Duration;

use lapin::tcp::OwnedTLSConfig;
use lapin::uri::AMQPUri;

/// Seconds between heartbeats unless the address says otherwise: a silent broker is noticed within
/// two of them.
const HEARTBEAT: u16 = 10;
/// The longest prefix: AMQP 0-9-1 names have at most 255 bytes.
const LONGEST_PREFIX: usize = 200;

/// An address that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Not a URL of the AMQP URI specification. The parser's words may hold the password.
    #[error("the queue's address is not an amqp://user:password@host:port/vhost (or amqps://) URL")]
    Address,
    /// A prefix no queue name has room for.
    #[error("the queue's prefix has {0} bytes, at most {LONGEST_PREFIX}")]
    Prefix(usize),
}

/// How to reach a broker.
#[derive(Clone)]
pub struct RabbitOptions {
    pub(super) uri: AMQPUri,
    pub(super) prefix: String,
    pub(super) ca_pem: Option<String>,
    pub(super) confirm_deadline: Duration,
    pub(super) connect_deadline: Duration,
    pub(super) rebuilds: u32,
}

impl RabbitOptions {
    /// Reads `amqp://user:password@host:port/vhost` (or `amqps`), as the AMQP URI specification has
    /// it; query keys such as `heartbeat` count. No vhost and an empty one both mean `/`.
    pub fn parse(url: &str) -> Result<Self, AddressError> {
        let mut uri: AMQPUri = url.parse().map_err(|_| AddressError::Address)?;
        if uri.vhost.is_empty() {
            "/".clone_into(&mut uri.vhost);
        }
        uri.query.heartbeat.get_or_insert(HEARTBEAT);
        Ok(Self {
            uri,
            prefix: String::new(),
            ca_pem: None,
            confirm_deadline: Duration::from_secs(10),
            connect_deadline: Duration::from_secs(10),
            rebuilds: 30,
        })
    }

    /// What the names of exchange and queues begin with: fleets (and tests) that share a broker.
    pub fn with_prefix(mut self, prefix: &str) -> Result<Self, AddressError> {
        if prefix.len() > LONGEST_PREFIX {
            return Err(AddressError::Prefix(prefix.len()));
        }
        prefix.clone_into(&mut self.prefix);
        Ok(self)
    }

    /// Certificates (PEM) to trust beside the machine's own, for `amqps`.
    #[must_use]
    pub fn with_ca_pem(mut self, pem: String) -> Self {
        self.ca_pem = Some(pem);
        self
    }

    /// How long a publish may wait for the broker's confirm (10 s).
    #[must_use]
    pub fn with_confirm_deadline(mut self, deadline: Duration) -> Self {
        self.confirm_deadline = deadline;
        self
    }

    /// How long the connection, and each answer while a channel is set up, may take (10 s).
    #[must_use]
    pub fn with_connect_deadline(mut self, deadline: Duration) -> Self {
        self.connect_deadline = deadline;
        self
    }

    /// How often in a row a consumer tries to come back before it ends with an error (30: about
    /// two and a half minutes).
    #[must_use]
    pub fn with_rebuilds(mut self, rebuilds: u32) -> Self {
        self.rebuilds = rebuilds;
        self
    }

    pub(super) fn tls(&self) -> OwnedTLSConfig {
        OwnedTLSConfig {
            identity: None,
            cert_chain: self.ca_pem.clone(),
        }
    }

    /// The address without the password.
    pub(super) fn shown(&self) -> String {
        let authority = &self.uri.authority;
        let vhost = self.uri.vhost.trim_start_matches('/');
        format!(
            "{}://{}@{}:{}/{vhost}",
            self.uri.scheme, authority.userinfo.username, authority.host, authority.port
        )
    }
}

impl fmt::Debug for RabbitOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RabbitOptions")
            .field("address", &self.shown())
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}
