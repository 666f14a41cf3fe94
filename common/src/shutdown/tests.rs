//! Real signals, sent to this process.

use std::time::Duration;

use nix::sys::signal::{Signal, raise};
use tokio::time::timeout;

use super::Shutdown;

#[tokio::test]
async fn the_first_signal_asks_and_the_second_insists() {
    let shutdown = Shutdown::on_signals().unwrap();
    assert!(!shutdown.requested.is_cancelled());
    raise(Signal::SIGTERM).unwrap();
    let soon = Duration::from_mins(1);
    timeout(soon, shutdown.requested.cancelled()).await.unwrap();
    assert!(!shutdown.forced.is_cancelled());
    raise(Signal::SIGINT).unwrap();
    timeout(soon, shutdown.forced.cancelled()).await.unwrap();
}
