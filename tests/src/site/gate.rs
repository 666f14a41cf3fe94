//! A gate before a server's pages: requests wait at it until it is opened, so that a test can act
//! while pages are being read.

use tokio::sync::watch;

/// Requests that wait.
#[derive(Debug, Default)]
pub struct Gate(watch::Sender<State>);

#[derive(Debug, Default)]
struct State {
    closed: Option<Closed>,
    waiting: usize,
}

#[derive(Debug)]
struct Closed {
    prefix: String,
    /// How many requests may still pass.
    free: usize,
}

impl Gate {
    /// Lets the next `free` requests for targets that start with `prefix` pass and holds all after
    /// them.
    pub fn close(&self, prefix: &str, free: usize) {
        let prefix = prefix.to_owned();
        self.0
            .send_modify(|state| state.closed = Some(Closed { prefix, free }));
    }

    /// Lets everything pass.
    pub fn open(&self) {
        self.0.send_modify(|state| state.closed = None);
    }

    /// How many requests wait now. One whose connection ended does not.
    pub fn waiting(&self) -> usize {
        self.0.borrow().waiting
    }

    /// Lets `more` of the requests that wait, or come, pass; the gate stays closed after them.
    pub fn let_pass(&self, more: usize) {
        self.0.send_modify(|state| {
            if let Some(closed) = &mut state.closed {
                closed.free += more;
            }
        });
    }

    /// Returns when the request may be answered.
    pub(super) async fn pass(&self, target: &str) {
        let mut place = None;
        while !self.goes(target) {
            place.get_or_insert_with(|| Place::take(self));
            // The sender is the gate itself: waiting cannot fail.
            let mut state = self.0.subscribe();
            let open = |state: &State| state.closed.as_ref().is_none_or(|closed| closed.free > 0);
            state.wait_for(open).await.ok();
        }
    }

    /// Whether a request may pass now; it uses up one of those that may.
    fn goes(&self, target: &str) -> bool {
        let mut goes = true;
        self.0.send_if_modified(|state| {
            if let Some(closed) = state.closed.as_mut()
                && target.starts_with(&closed.prefix)
            {
                goes = closed.free > 0;
                closed.free = closed.free.saturating_sub(1);
            }
            false
        });
        goes
    }
}

/// A place in the queue before the gate; given up when the request ends in whatever way.
struct Place<'a>(&'a Gate);

impl<'a> Place<'a> {
    fn take(gate: &'a Gate) -> Self {
        gate.0.send_modify(|state| state.waiting += 1);
        Self(gate)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.0.send_modify(|state| state.waiting -= 1);
    }
}
