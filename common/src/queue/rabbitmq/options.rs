//! Where the broker is and how patiently it is used. The password stays inside: neither an error
//! nor a debug line shows it.

use std::fmt;
use std::time::Duration;

use lapin::tcp::OwnedTLSConfig;
use lapin::uri::AMQPUri;
use url::{Host, Url};

/// Seconds between heartbeats unless the address says otherwise: a silent broker is noticed within
/// two of them.
const HEARTBEAT: u16 = 10;
/// The longest prefix: AMQP 0-9-1 names have at most 255 bytes.
const LONGEST_PREFIX: usize = 200;
/// The prefix of a fleet that has a broker to itself.
const PREFIX: &str = "windrow";

/// An address that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Not a URL of the AMQP URI specification. The parser's words may hold the password.
    #[error("the queue's address is not an amqp://user:password@host:port/vhost (or amqps://) URL")]
    Address,
    /// A prefix no queue name has room for, or none at all.
    #[error("the queue's prefix has {0} bytes; give 1 to {LONGEST_PREFIX}")]
    Prefix(usize),
    /// The file that `cacertfile` names is of no use.
    #[error("the certificates of the queue's address, {path}: {reason}")]
    Certificates {
        /// As the address gives it.
        path: String,
        /// The system's words.
        reason: String,
    },
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
    /// it; no vhost and an empty one both mean `/`. Query keys (RabbitMQ's URI query parameters):
    /// `heartbeat` and `connection_timeout`, and `cacertfile`, a PEM file of authorities to trust
    /// beside the machine's own, which is read here.
    pub fn from_url(url: &str) -> Result<Self, AddressError> {
        let mut uri: AMQPUri = url.parse().map_err(|_| AddressError::Address)?;
        if uri.vhost.is_empty() {
            "/".clone_into(&mut uri.vhost);
        }
        uri.query.heartbeat.get_or_insert(HEARTBEAT);
        let parsed = Url::parse(url).map_err(|_| AddressError::Address)?;
        if let Some(Host::Ipv6(address)) = parsed.host() {
            uri.authority.host = format!("[{address}]");
        }
        Ok(Self {
            uri,
            prefix: PREFIX.to_owned(),
            ca_pem: authorities(&parsed)?,
            confirm_deadline: Duration::from_secs(10),
            connect_deadline: Duration::from_secs(10),
            rebuilds: 30,
        })
    }

    /// What the names on the broker begin with (`windrow`): the exchange has this name, the queues
    /// are `<prefix>.pages` and `<prefix>.dead`. Fleets that share a broker take one each.
    pub fn with_prefix(mut self, prefix: &str) -> Result<Self, AddressError> {
        if prefix.is_empty() || prefix.len() > LONGEST_PREFIX {
            return Err(AddressError::Prefix(prefix.len()));
        }
        prefix.clone_into(&mut self.prefix);
        Ok(self)
    }

    /// How long a publish may wait for the broker's confirm (10 s).
    #[must_use]
    pub fn with_confirm_deadline(mut self, deadline: Duration) -> Self {
        self.confirm_deadline = deadline;
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

/// The certificates that the address names.
fn authorities(url: &Url) -> Result<Option<String>, AddressError> {
    let Some((_, path)) = url.query_pairs().find(|(key, _)| key == "cacertfile") else {
        return Ok(None);
    };
    let unfit = |reason: String| AddressError::Certificates {
        path: path.to_string(),
        reason,
    };
    let pem = std::fs::read_to_string(&*path).map_err(|error| unfit(error.to_string()))?;
    if !pem.contains("-----BEGIN CERTIFICATE-----") {
        return Err(unfit("no certificate is in it (PEM, RFC 7468)".to_owned()));
    }
    Ok(Some(pem))
}
