//! A queue inside this process, with a broker's promises: bounded prefetch, redelivery of what was
//! dropped, a delivery limit, dead letters. What it holds ends with the process.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use domain::task::Task;
use tokio::sync::Notify;

use super::{
    Consumer, DELIVERY_LIMIT, DeadLetter, Delivery, Depth, Health, Outcome, QueueError, Settle,
    TaskQueue,
};

/// How often a task may come back before it is given up (the default of quorum queues).
const LIMIT: u32 = 20;

/// A queue in memory. Clones share it.
#[derive(Debug, Clone)]
pub struct MemoryQueue {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    limit: u32,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    next_id: u64,
    ready: VecDeque<Message>,
    held: BTreeMap<u64, Held>,
    dead: Vec<DeadLetter>,
    consumers: usize,
}

#[derive(Debug)]
struct Message {
    task: Task,
    redelivered: u32,
}

#[derive(Debug)]
struct Held {
    consumer: u64,
    message: Message,
}

impl Default for MemoryQueue {
    fn default() -> Self {
        Self::with_delivery_limit(LIMIT)
    }
}

impl MemoryQueue {
    /// An empty queue whose tasks may come back `limit` times.
    pub fn with_delivery_limit(limit: u32) -> Self {
        let shared = Shared {
            limit,
            state: Mutex::default(),
            changed: Notify::new(),
        };
        Self {
            shared: Arc::new(shared),
        }
    }
}

#[async_trait]
impl TaskQueue for MemoryQueue {
    async fn publish(&self, task: &Task) -> Result<(), QueueError> {
        self.shared.lock().ready.push_back(Message {
            task: task.clone(),
            redelivered: 0,
        });
        self.shared.changed.notify_waiters();
        Ok(())
    }

    async fn consume(&self, prefetch: u16) -> Result<Box<dyn Consumer>, QueueError> {
        let mut state = self.shared.lock();
        state.consumers += 1;
        Ok(Box::new(MemoryConsumer {
            id: state.fresh_id(),
            prefetch: usize::from(prefetch.max(1)),
            shared: Arc::clone(&self.shared),
        }))
    }

    async fn depth(&self) -> Result<Depth, QueueError> {
        let state = self.shared.lock();
        Ok(Depth {
            ready: state.ready.len(),
            unsettled: state.held.len(),
            dead: state.dead.len(),
        })
    }

    async fn dead_letters(&self, limit: usize) -> Result<Vec<DeadLetter>, QueueError> {
        Ok(self
            .shared
            .lock()
            .dead
            .iter()
            .take(limit)
            .cloned()
            .collect())
    }

    fn health(&self) -> Health {
        Health {
            consumers: self.shared.lock().consumers,
            blocked: None,
        }
    }
}

impl Shared {
    /// No panic can happen under this lock, so a poisoned one is still whole.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn give_back(&self, delivery: u64) {
        self.lock().give_back(delivery, self.limit);
        self.changed.notify_waiters();
    }
}

impl State {
    fn fresh_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// Moves the oldest ready task into the consumer's hands, if it has room.
    fn take(&mut self, consumer: u64, prefetch: usize) -> Option<(u64, Task, u32)> {
        let holds = self.held.values().filter(|h| h.consumer == consumer);
        if holds.count() >= prefetch {
            return None;
        }
        let message = self.ready.pop_front()?;
        let (task, redelivered) = (message.task.clone(), message.redelivered);
        let id = self.fresh_id();
        self.held.insert(id, Held { consumer, message });
        Some((id, task, redelivered))
    }

    /// Puts a task back at the end, so that one that always comes back cannot block the rest.
    fn give_back(&mut self, delivery: u64, limit: u32) {
        let Some(Held { mut message, .. }) = self.held.remove(&delivery) else {
            return;
        };
        message.redelivered += 1;
        if message.redelivered > limit {
            self.dead.push(DeadLetter {
                task: message.task,
                reason: DELIVERY_LIMIT.to_owned(),
            });
        } else {
            self.ready.push_back(message);
        }
    }

    fn settle(&mut self, delivery: u64, outcome: Outcome) -> Result<(), QueueError> {
        let held = self.held.remove(&delivery).ok_or(QueueError::GivenBack)?;
        if let Outcome::DeadLetter(reason) = outcome {
            self.dead.push(DeadLetter {
                task: held.message.task,
                reason,
            });
        }
        Ok(())
    }
}

struct MemoryConsumer {
    id: u64,
    prefetch: usize,
    shared: Arc<Shared>,
}

#[async_trait]
impl Consumer for MemoryConsumer {
    async fn next(&mut self) -> Result<Delivery, QueueError> {
        loop {
            // Listens before it looks, so that no change falls between the two.
            let changed = self.shared.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            let taken = self.shared.lock().take(self.id, self.prefetch);
            if let Some((id, task, redelivered)) = taken {
                let settle = MemorySettle {
                    delivery: id,
                    shared: Arc::clone(&self.shared),
                };
                return Ok(Delivery::new(task, redelivered, Box::new(settle)));
            }
            changed.await;
        }
    }
}

impl Drop for MemoryConsumer {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.consumers = state.consumers.saturating_sub(1);
        let mine: Vec<u64> = state
            .held
            .iter()
            .filter(|(_, held)| held.consumer == self.id)
            .map(|(id, _)| *id)
            .collect();
        for id in mine {
            state.give_back(id, self.shared.limit);
        }
        drop(state);
        self.shared.changed.notify_waiters();
    }
}

struct MemorySettle {
    delivery: u64,
    shared: Arc<Shared>,
}

#[async_trait]
impl Settle for MemorySettle {
    async fn settle(self: Box<Self>, outcome: Outcome) -> Result<(), QueueError> {
        let settled = self.shared.lock().settle(self.delivery, outcome);
        self.shared.changed.notify_waiters();
        settled
    }
}

impl Drop for MemorySettle {
    /// Does nothing to a delivery that was settled: it is no longer held.
    fn drop(&mut self) {
        self.shared.give_back(self.delivery);
    }
}
