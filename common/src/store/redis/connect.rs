//! The way to the server: one connection that every task of the process shares, under a name and
//! with deadlines. The server is judged before it is used, and again after it was away.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{
    Client, ConnectionInfo, IntoConnectionInfo as _, RedisError, RedisResult, TlsCertificates,
};

use super::failure::{explain, permanent, transient};
use super::settings::{self, Keeps};
use crate::address::without_credentials;
use crate::store::{MAX_JOB_BYTES, ShardError};

/// How a store is reached, beyond its URL.
#[derive(Debug, Clone)]
pub struct RedisOptions {
    /// What every key begins with; no braces in it.
    pub prefix: String,
    /// The name of the connection, as `CLIENT LIST` shows it: printable, without spaces.
    pub client_name: String,
    /// Certificates of authorities (PEM, RFC 7468) by which a `rediss:` server is known, in place of
    /// those of the machine.
    pub authorities: Option<Vec<u8>>,
    /// How long an attempt to connect may take.
    pub connect_within: Duration,
    /// How long an answer may take; a commit that took longer may have landed all the same.
    pub answer_within: Duration,
    /// What a job may take: bytes of ids and bodies as they are stored, deflated where that pays.
    pub max_job_bytes: u64,
}

impl Default for RedisOptions {
    fn default() -> Self {
        Self {
            prefix: "windrow:".to_owned(),
            client_name: "windrow".to_owned(),
            authorities: None,
            connect_within: Duration::from_secs(3),
            answer_within: Duration::from_secs(10),
            max_job_bytes: MAX_JOB_BYTES,
        }
    }
}

/// How long what was sent may stay unacknowledged (RFC 5482).
#[cfg(target_os = "linux")]
const UNHEARD: Duration = Duration::from_secs(15);
/// How often an attempt to connect is made again before those who wait for it are told.
const RETRIES: usize = 2;
/// The first attempt and the further ones.
const ATTEMPTS: u32 = 3;

/// An open way to a server.
pub(super) struct Link {
    manager: ConnectionManager,
    /// How long a request may take, with the attempts to connect again that it may have to wait for.
    deadline: Duration,
    address: String,
    client_name: String,
    /// The connection was lost since the server was judged.
    lost: AtomicBool,
}

impl Link {
    /// Connects, names the connection and judges the server.
    pub(super) async fn open(url: &str, options: &RedisOptions) -> Result<Self, ShardError> {
        check(options)?;
        let address = without_credentials(url);
        let client = info(url).and_then(|info| client(info, options));
        let client = client.map_err(|error| explain(&address, &error))?;
        let config = ConnectionManagerConfig::new()
            .set_number_of_retries(RETRIES)
            .set_min_delay(Duration::from_millis(50))
            .set_max_delay(Duration::from_millis(500))
            .set_connection_timeout(Some(options.connect_within))
            .set_response_timeout(Some(options.answer_within));
        let manager = ConnectionManager::new_with_config(client, config).await;
        let link = Self {
            manager: manager.map_err(|error| explain(&address, &error))?,
            deadline: options.answer_within + options.connect_within * ATTEMPTS,
            address,
            client_name: options.client_name.clone(),
            lost: AtomicBool::new(false),
        };
        link.prepare().await?;
        Ok(link)
    }

    /// A handle of the shared connection.
    pub(super) async fn connection(&self) -> Result<ConnectionManager, ShardError> {
        if self.lost.swap(false, Ordering::AcqRel)
            && let Err(error) = self.prepare().await
        {
            self.lost.store(true, Ordering::Release);
            return Err(error);
        }
        Ok(self.manager.clone())
    }

    /// The reply to a request, or a failure that may pass when there is none in time.
    pub(super) async fn within<T>(
        &self,
        request: impl Future<Output = RedisResult<T>> + Send,
    ) -> Result<T, ShardError> {
        match tokio::time::timeout(self.deadline, request).await {
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(error)) => Err(self.failed(&error)),
            Err(_) => {
                self.lost.store(true, Ordering::Release);
                let (address, deadline) = (&self.address, self.deadline);
                Err(transient(format!(
                    "{address}: no answer within {deadline:?}"
                )))
            }
        }
    }

    /// Asks the server for a sign of life.
    pub(super) async fn ping(&self) -> Result<(), ShardError> {
        let mut connection = self.connection().await?;
        let ping = redis::cmd("PING");
        self.within(ping.exec_async(&mut connection)).await
    }

    /// What a failed request means.
    fn failed(&self, error: &RedisError) -> ShardError {
        if error.is_io_error() {
            self.lost.store(true, Ordering::Release);
        }
        explain(&self.address, error)
    }

    async fn prepare(&self) -> Result<(), ShardError> {
        let mut connection = self.manager.clone();
        let info = redis::cmd("INFO");
        let info: String = self.within(info.query_async(&mut connection)).await?;
        let mut named = redis::cmd("CLIENT");
        named.arg("SETNAME").arg(&self.client_name);
        self.within(named.exec_async(&mut connection)).await?;
        // Managed servers and narrow users may not read this; `INFO` has all else.
        let mut save = redis::cmd("CONFIG");
        save.arg("GET").arg("save");
        let save: Result<Vec<String>, _> = self.within(save.query_async(&mut connection)).await;
        let save = save.ok().and_then(|pair| pair.into_iter().nth(1));
        match settings::judge(&self.address, &info, save.as_deref())? {
            Keeps::Log => {}
            Keeps::Snapshots => tracing::warn!(
                address = self.address,
                "this Redis takes snapshots only: if it dies, what came after the last one is \
                 lost; set appendonly yes"
            ),
            Keeps::Unknown => tracing::warn!(
                address = self.address,
                "this Redis has no append-only file and does not say whether it takes snapshots; \
                 set appendonly yes"
            ),
        }
        Ok(())
    }
}

fn check(options: &RedisOptions) -> Result<(), ShardError> {
    if options.prefix.contains(['{', '}']) {
        let message = format!("the key prefix {:?} has a brace in it", options.prefix);
        return Err(permanent(message));
    }
    let printable = options.client_name.bytes().all(|b| b.is_ascii_graphic());
    if !printable || options.client_name.is_empty() {
        let message = format!("{:?} is no client name", options.client_name);
        return Err(permanent(message));
    }
    Ok(())
}

fn info(url: &str) -> RedisResult<ConnectionInfo> {
    let info = url.into_connection_info()?;
    let tcp = info.tcp_settings().clone().set_nodelay(true);
    // A server that vanished without a word is noticed, and connected to anew.
    #[cfg(target_os = "linux")]
    let tcp = tcp.set_user_timeout(UNHEARD);
    let redis = info.redis_settings().clone();
    let redis = redis.set_lib_name("windrow", env!("CARGO_PKG_VERSION"));
    Ok(info.set_tcp_settings(tcp).set_redis_settings(redis))
}

fn client(info: ConnectionInfo, options: &RedisOptions) -> RedisResult<Client> {
    crate::tls::install_provider();
    let Some(authorities) = &options.authorities else {
        return Client::open(info);
    };
    let certificates = TlsCertificates {
        client_tls: None,
        root_cert: Some(authorities.clone()),
    };
    Client::build_with_tls(info, certificates)
}
