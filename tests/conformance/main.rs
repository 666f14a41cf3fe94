//! One contract suite for each port, run against every backend of it.

#![expect(
    clippy::unwrap_used,
    reason = "the clauses are tests, though only the macro marks them as such"
)]

mod differential;
mod hosts;
mod killed;
mod queue;
mod rabbit;
mod rabbit_restart;
mod rabbit_tls;
mod redis_away;
mod redis_server;
mod redis_tls;
mod redis_use;
mod shard;
