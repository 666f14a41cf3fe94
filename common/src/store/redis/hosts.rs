//! The host limiter of a fleet: every worker that shares the server keeps the pace of a host
//! together with all the others. The decision is that of `hosts::HostPace`, as a short script.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use redis::Script;

use super::connect::Link;
use super::keys::HostKeys;
use crate::hosts::{HostError, HostLimiter, LANES_FULL_WAIT_MS, Pace, Turn};
use crate::store::ShardError;

/// How long the keys of a host outlive their use: so that a turn which ran out is not given back in
/// the name of a later one, and clocks may differ.
const SPARE: Duration = Duration::from_hours(24);

/// Numbers in scripts are exact below this.
const EXACT: u64 = 1 << 53;

/// Turns on hosts, shared by all who use the same server and prefix. Cheap to clone. Keys of hosts
/// that nobody asks for disappear after a day.
#[derive(Clone)]
pub struct RedisHosts {
    link: Arc<Link>,
    prefix: Arc<str>,
    scripts: Arc<Scripts>,
}

struct Scripts {
    turn: Script,
    rest: Script,
}

impl RedisHosts {
    pub(super) fn over(link: Arc<Link>, prefix: Arc<str>) -> Self {
        let scripts = Scripts {
            turn: Script::new(include_str!("host_turn.lua")),
            rest: Script::new(include_str!("host_rest.lua")),
        };
        Self {
            link,
            prefix,
            scripts: Arc::new(scripts),
        }
    }

    fn keys(&self, host: &str) -> HostKeys {
        HostKeys::new(&self.prefix, host)
    }
}

#[async_trait]
impl HostLimiter for RedisHosts {
    async fn turn(&self, host: &str, pace: Pace, now: u64) -> Result<Turn, HostError> {
        let keys = self.keys(host);
        let mut call = self.scripts.turn.prepare_invoke();
        call.key(keys.state).key(keys.open).arg(pace.lanes.max(1));
        let times = [
            pace.delay_ms,
            pace.hold_ms.max(1),
            LANES_FULL_WAIT_MS,
            now,
            spare(),
        ];
        for ms in times {
            call.arg(exact(ms));
        }
        let mut connection = self.link.connection().await.map_err(lost)?;
        let reply = self.link.within(call.invoke_async(&mut connection)).await;
        Ok(match reply.map_err(lost)? {
            (0, ms) => Turn::Wait { ms },
            (permit, _) => Turn::Go { permit },
        })
    }

    async fn keep(&self, host: &str, permit: u64, pace: Pace, now: u64) -> Result<(), HostError> {
        let open = self.keys(host).open;
        let hold = exact(pace.hold_ms.max(1));
        let until = exact(now.saturating_add(hold));
        let stay = hold.saturating_add(spare());
        let mut both = redis::pipe();
        both.cmd("ZADD").arg(&open).arg("XX").arg(until).arg(permit);
        both.cmd("PEXPIRE").arg(&open).arg(stay).arg("GT");
        let mut connection = self.link.connection().await.map_err(lost)?;
        let kept = both.exec_async(&mut connection);
        self.link.within(kept).await.map_err(lost)
    }

    async fn done(&self, host: &str, permit: u64) -> Result<(), HostError> {
        let mut remove = redis::cmd("ZREM");
        remove.arg(self.keys(host).open).arg(permit);
        let mut connection = self.link.connection().await.map_err(lost)?;
        let gone = remove.exec_async(&mut connection);
        self.link.within(gone).await.map_err(lost)
    }

    async fn rest(&self, host: &str, until: u64) -> Result<(), HostError> {
        let mut call = self.scripts.rest.prepare_invoke();
        call.key(self.keys(host).state);
        call.arg(exact(until)).arg(spare());
        let mut connection = self.link.connection().await.map_err(lost)?;
        let told = call.invoke_async(&mut connection);
        self.link.within(told).await.map_err(lost)
    }
}

/// Times beyond what scripts count exactly are hundreds of thousands of years away.
fn exact(ms: u64) -> u64 {
    ms.min(EXACT)
}

fn spare() -> u64 {
    u64::try_from(SPARE.as_millis()).unwrap_or(EXACT)
}

fn lost(error: ShardError) -> HostError {
    HostError(error.message)
}
