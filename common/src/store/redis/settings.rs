//! What a server must be like before an answer is put into it: its version, what it does when its
//! memory is full, and whether it outlives a restart. Pure: it judges what the server says.

use super::failure::{permanent, transient};
use crate::store::ShardError;

/// The oldest major version with script flags.
const OLDEST: u32 = 7;

/// How much of the answer is lost when the server dies, as far as its settings say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keeps {
    /// An append-only file: at most the last second, or nothing with `appendfsync always`.
    Log,
    /// Snapshots only: all since the last one.
    Snapshots,
    /// The server does not say whether it takes snapshots.
    Unknown,
}

/// Judges the server by its `INFO`, and by its `save` setting where it may be read.
pub(super) fn judge(address: &str, info: &str, save: Option<&str>) -> Result<Keeps, ShardError> {
    let version = field(info, "redis_version").unwrap_or("unknown");
    let major = version.split('.').next().and_then(|n| n.parse().ok());
    if major.is_none_or(|major: u32| major < OLDEST) {
        return Err(permanent(format!(
            "{address}: its version is {version}; Redis {OLDEST} or newer is needed"
        )));
    }
    if field(info, "loading") == Some("1") {
        return Err(transient(format!("{address}: it still loads its data")));
    }
    if field(info, "role").is_some_and(|role| role == "slave") {
        return Err(transient(format!(
            "{address}: it is a replica, which takes no writes; name the primary"
        )));
    }
    let policy = field(info, "maxmemory_policy").unwrap_or("unknown");
    if policy != "noeviction" {
        return Err(permanent(format!(
            "{address}: its maxmemory-policy is {policy}, so a full memory would drop parts of \
             answers unseen; set it: CONFIG SET maxmemory-policy noeviction, and the same in \
             redis.conf"
        )));
    }
    keeps(address, info, save)
}

fn keeps(address: &str, info: &str, save: Option<&str>) -> Result<Keeps, ShardError> {
    if field(info, "aof_enabled") == Some("1") {
        return Ok(Keeps::Log);
    }
    match save {
        Some("") => Err(permanent(format!(
            "{address}: neither appendonly nor save is set, so a restart would lose every answer; \
             set it: CONFIG SET appendonly yes, and the same in redis.conf"
        ))),
        Some(_) => Ok(Keeps::Snapshots),
        None => Ok(Keeps::Unknown),
    }
}

/// A field of `INFO`: lines of `name:value`.
fn field<'a>(info: &'a str, name: &str) -> Option<&'a str> {
    info.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(own, _)| *own == name)
        .map(|(_, value)| value.trim())
}
