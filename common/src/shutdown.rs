//! One way to stop: the first SIGINT, SIGTERM or SIGHUP asks everything to finish, the second says that
//! nobody wants to wait. It ends no process itself.

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// Two tokens, both tripped at most once. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Shutdown {
    /// Stop taking work, finish or hand back what is in hand, then return.
    pub requested: CancellationToken,
    /// Do not finish: clean up what must not be left behind and leave.
    pub forced: CancellationToken,
}

impl Shutdown {
    /// Listens for signals from now on, in a task of its own. Must be called inside a runtime.
    pub fn on_signals() -> std::io::Result<Self> {
        let interrupt = signal(SignalKind::interrupt())?;
        let terminate = signal(SignalKind::terminate())?;
        let hangup = signal(SignalKind::hangup())?;
        let shutdown = Self::default();
        tokio::spawn(shutdown.clone().listen([interrupt, terminate, hangup]));
        Ok(shutdown)
    }

    async fn listen(self, mut signals: [Signal; 3]) {
        for token in [self.requested, self.forced] {
            let [interrupt, terminate, hangup] = &mut signals;
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
            token.cancel();
        }
    }
}

#[cfg(test)]
mod tests;
