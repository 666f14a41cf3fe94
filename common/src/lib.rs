//! Adapters and plumbing between the pure core and the world: queue, store, browser, config,
//! telemetry. It knows no job flow.

pub mod browser;
pub mod store;
