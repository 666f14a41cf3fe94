//! One delivered task and the ways to settle it. Settling consumes the delivery, so it cannot
//! happen twice; not settling it gives it back.

use async_trait::async_trait;
use domain::task::Task;

use super::QueueError;

/// A task in a consumer's hands.
#[must_use = "a delivery that is dropped unsettled comes back"]
pub struct Delivery {
    task: Task,
    redelivered: u32,
    settle: Box<dyn Settle>,
}

/// What became of a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Done: the queue forgets it.
    Ack,
    /// Given up, with the reason.
    DeadLetter(String),
}

/// A backend's half of a delivery. Dropping it unused must give the task back.
#[async_trait]
pub trait Settle: Send + Sync {
    /// Tells the queue what became of the task.
    async fn settle(self: Box<Self>, outcome: Outcome) -> Result<(), QueueError>;
}

impl Delivery {
    /// For backends: a task, how often it came back before, and how to settle it.
    pub fn new(task: Task, redelivered: u32, settle: Box<dyn Settle>) -> Self {
        Self {
            task,
            redelivered,
            settle,
        }
    }

    /// What to do.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// How often it was delivered before and came back; 0 the first time.
    pub fn redelivered(&self) -> u32 {
        self.redelivered
    }

    /// The work is committed: the queue forgets the task.
    pub async fn ack(self) -> Result<(), QueueError> {
        self.settle.settle(Outcome::Ack).await
    }

    /// Gives the task up. The reason is one a person can act on.
    pub async fn dead_letter(self, reason: &str) -> Result<(), QueueError> {
        self.settle
            .settle(Outcome::DeadLetter(reason.to_owned()))
            .await
    }
}

impl std::fmt::Debug for Delivery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Delivery")
            .field("task", &self.task)
            .field("redelivered", &self.redelivered)
            .finish_non_exhaustive()
    }
}
