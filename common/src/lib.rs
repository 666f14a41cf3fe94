//! Adapters and plumbing between the pure core and the world: queue, store, browser, config,
//! telemetry. It knows no job flow.

pub mod address;
pub mod api;
pub mod archive;
pub mod backends;
pub mod browser;
pub mod clock;
pub mod config;
pub mod health;
pub mod hosts;
pub mod jobs;
pub mod queue;
pub mod shutdown;
pub mod store;
pub mod telemetry;
pub mod tls;
