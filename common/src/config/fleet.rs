//! The settings of a fleet's programs, from text to values that can be used.

use std::net::SocketAddr;
use std::time::Duration;

use domain::job::Span;
use url::Url;

use super::environment::cloud_options;
use super::raw::{RawArchive, RawClient, RawCoordinator, RawQueue, RawStore, RawWorker};
use super::validate::{MOST_LANES, invalid, path};
use super::{Archive, ArchiveAt, Client, ConfigError, Coordinator, Queue, Store, Worker};
use crate::address::without_credentials;

pub(super) fn queue(raw: &RawQueue) -> Result<Queue, ConfigError> {
    let prefix = raw.prefix.trim();
    if prefix.is_empty() || prefix.len() > 200 {
        return Err(invalid(
            "queue.prefix",
            "must have 1 to 200 bytes; the default is \"windrow\"",
        ));
    }
    Ok(Queue {
        url: backend("queue.url", &raw.url, &["memory", "amqp", "amqps"])?,
        prefix: prefix.to_owned(),
    })
}

pub(super) fn store(raw: &RawStore) -> Result<Store, ConfigError> {
    if raw.prefix.contains(['{', '}']) {
        return Err(invalid("store.prefix", "may not have a brace in it"));
    }
    if raw.max_job_bytes == 0 {
        return Err(invalid("store.max_job_bytes", "must be at least 1"));
    }
    Ok(Store {
        url: backend("store.url", &raw.url, &["memory", "redis", "rediss"])?,
        prefix: raw.prefix.clone(),
        authorities: path(&raw.authorities),
        keep: span("store.keep", &raw.keep)?,
        max_job_bytes: raw.max_job_bytes,
    })
}

pub(super) fn archive(raw: &RawArchive) -> Result<Archive, ConfigError> {
    Ok(Archive {
        at: archive_at(&raw.url)?,
        keep: span("archive.keep", &raw.keep)?,
    })
}

impl ArchiveAt {
    /// The place that an address names, as `archive.url` does; a cloud's options are the environment's.
    ///
    /// # Errors
    /// It names none.
    pub fn parse(url: &str) -> Result<Self, ConfigError> {
        archive_at(url)
    }
}

fn archive_at(url: &str) -> Result<ArchiveAt, ConfigError> {
    let url = url.trim();
    if url.is_empty() {
        return Ok(ArchiveAt::Nowhere);
    }
    let folder = url.strip_prefix("file://").or(url.strip_prefix("file:"));
    if let Some(folder) = folder.and_then(path) {
        return Ok(ArchiveAt::Folder(folder));
    }
    if let Ok(parsed) = Url::parse(url) {
        let cloud = matches!(parsed.scheme(), "s3" | "gs" | "az") && parsed.has_host();
        let login = !parsed.username().is_empty() || parsed.password().is_some();
        match parsed.scheme() {
            "memory" => return Ok(ArchiveAt::Memory),
            _ if cloud && login => {
                let message = "an archive's address holds no login: use the cloud's own variables";
                return Err(invalid("archive.url", message));
            }
            _ if cloud => {
                let options = cloud_options();
                return Ok(ArchiveAt::Cloud {
                    url: parsed,
                    options,
                });
            }
            _ => {}
        }
    }
    let shown = if url.contains('@') {
        without_credentials(url)
    } else {
        url.to_owned()
    };
    let message = format!(
        "\"{shown}\" names no archive: write file:DIR, s3://BUCKET/PREFIX, gs://BUCKET/PREFIX, \
         az://CONTAINER/PREFIX, memory:, or nothing"
    );
    Err(invalid("archive.url", &message))
}

pub(super) fn coordinator(raw: &RawCoordinator) -> Result<Coordinator, ConfigError> {
    let listen = address("coordinator.listen", &raw.listen)?;
    let token = secret("coordinator.token", &raw.token)?;
    if token.is_none() && !listen.ip().is_loopback() {
        let message = format!(
            "{listen} can be reached from other machines: set coordinator.token, or listen on \
             127.0.0.1"
        );
        return Err(invalid("coordinator.listen", &message));
    }
    let lease = span("coordinator.lease", &raw.lease)?;
    if lease < Duration::from_secs(1) {
        return Err(invalid("coordinator.lease", "must be at least 1s"));
    }
    Ok(Coordinator {
        listen,
        token,
        lease,
    })
}

pub(super) fn worker(raw: &RawWorker) -> Result<Worker, ConfigError> {
    let wave = match raw.wave {
        1..=MOST_LANES => raw.wave as usize,
        other => {
            let message = format!("{other} is not between 1 and {MOST_LANES}");
            return Err(invalid("worker.wave", &message));
        }
    };
    Ok(Worker {
        listen: address("worker.listen", &raw.listen)?,
        wave,
    })
}

pub(super) fn client(raw: &RawClient) -> Result<Client, ConfigError> {
    let url = match raw.url.trim() {
        "" => None,
        text => match Url::parse(text) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => Some(url),
            _ => {
                let message = "not an http(s) address such as http://127.0.0.1:7700";
                return Err(invalid("client.url", message));
            }
        },
    };
    Ok(Client {
        url,
        token: secret("client.token", &raw.token)?,
    })
}

/// A span of time: those of a job file, and days.
pub(super) fn span(key: &str, text: &str) -> Result<Duration, ConfigError> {
    let text = text.trim();
    let days = text.strip_suffix('d').and_then(|n| n.trim().parse().ok());
    if let Some(days) = days.filter(|days: &u64| *days <= 365) {
        return Ok(Duration::from_secs(days * 24 * 3600));
    }
    Span::try_from(text.to_owned())
        .map(|span| span.0)
        .map_err(|error| invalid(key, &error))
}

fn address(key: &str, text: &str) -> Result<SocketAddr, ConfigError> {
    text.trim().parse().map_err(|_| {
        let message = format!("\"{text}\" is no address and port such as 127.0.0.1:7700");
        invalid(key, &message)
    })
}

/// A bearer token (RFC 6750, section 2.1), or `None` if it is empty.
fn secret(key: &str, text: &str) -> Result<Option<String>, ConfigError> {
    let text = text.trim();
    if text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok((!text.is_empty()).then(|| text.to_owned()));
    }
    Err(invalid(
        key,
        "has a character that no HTTP header can carry: use visible ASCII",
    ))
}

fn backend(key: &str, text: &str, known: &[&str]) -> Result<Url, ConfigError> {
    let listed = known.iter().map(|scheme| format!("\"{scheme}:\""));
    let listed = listed.collect::<Vec<_>>().join(", ");
    match Url::parse(text.trim()) {
        Ok(url) if known.contains(&url.scheme()) => Ok(url),
        Ok(url) => {
            let message = format!("no backend for \"{}:\"; there is {listed}", url.scheme());
            Err(invalid(key, &message))
        }
        Err(error) => Err(invalid(key, &format!("not an address: {error}"))),
    }
}
