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

    /// Returns when the request may be answered.
    pub(super) async fn pass(&self, target: &str) {
        let mut held = false;
        self.0
            .send_if_modified(|state| match state.closed.as_mut() {
                Some(closed) if target.starts_with(&closed.prefix) => {
                    held = closed.free == 0;
                    closed.free = closed.free.saturating_sub(1);
                    state.waiting += usize::from(held);
                    true
                }
                _ => false,
            });
        if held {
            let _place = Place(self);
            // The sender is the gate itself: waiting cannot fail.
            let mut state = self.0.subscribe();
            state.wait_for(|state| state.closed.is_none()).await.ok();
        }
    }
}

/// A place in the queue before the gate; given up when the request ends in whatever way.
struct Place<'a>(&'a Gate);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.0.send_modify(|state| state.waiting -= 1);
    }
}
