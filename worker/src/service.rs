//! The consume loop: deliveries in, a wave of pages in flight, nothing held after shutdown.

use std::sync::Arc;
use std::time::Duration;

use common::archive::Archive;
use common::browser::{PageReader, Place};
use common::clock::Clock;
use common::hosts::HostLimiter;
use common::jobs::JobBook;
use common::queue::{Delivery, QueueError, TaskQueue};
use common::telemetry::{Events, Outage};
use domain::disposition::ErrorClass;
use domain::task::Task;
use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use tokio_util::sync::CancellationToken;

use crate::metrics::Meter;
use crate::read;
use crate::seats::Seats;

/// Everything a worker works with.
#[derive(Clone)]
pub struct Parts {
    /// Where pages to read come from.
    pub queue: Arc<dyn TaskQueue>,
    /// The jobs they belong to.
    pub jobs: JobBook,
    /// Reads pages.
    pub reader: Arc<dyn PageReader>,
    /// Hosts' turns.
    pub hosts: Arc<dyn HostLimiter>,
    /// Keeps what was read.
    pub archive: Arc<dyn Archive>,
    /// The time.
    pub clock: Clock,
    /// What happens.
    pub events: Events,
    /// What is counted.
    pub meter: Meter,
    /// What becomes of the pages in flight at the end.
    pub on_stop: OnStop,
}

/// What a worker does with the pages it reads when it is asked to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnStop {
    /// Hands them back at once: whoever asked waits at a terminal.
    HandBack,
    /// Finishes them; each takes its time limit at the most.
    Finish,
}

/// A worker's settings.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Pages read in parallel, 1 to 48, and not more than the reader has lanes. Some more are held, so
    /// that there is a choice when a lane is free.
    pub wave: usize,
    /// How often in a row a consumer that was lost is replaced before the worker gives up.
    pub replacements: u32,
    /// End once nothing has come for so long and no job is left to come from; `None` waits for ever.
    pub idle: Option<Duration>,
}

impl Options {
    /// Those of a worker beside its queue: a queue in the same process is not lost.
    pub fn in_process(wave: usize) -> Self {
        Self {
            wave,
            replacements: 0,
            idle: None,
        }
    }
}

/// Why a worker ended before it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The queue ended the consumer.
    #[error("the worker cannot consume: {0}")]
    Queue(#[from] QueueError),
}

/// A worker, ready to run.
pub struct Service {
    parts: Parts,
    options: Options,
    outage: Outage,
}

impl Service {
    /// A worker from its parts.
    pub fn new(parts: Parts, options: Options) -> Self {
        let outage = Outage::new(parts.clock.clone());
        Self {
            parts,
            options,
            outage,
        }
    }

    /// Consumes until `shutdown`, then finishes the pages in flight and hands the rest back.
    ///
    /// # Errors
    /// The queue is out of reach, also after the replacements.
    pub async fn run(self, shutdown: CancellationToken) -> Result<(), WorkerError> {
        let mut lost = 0;
        loop {
            let error = match self.consume(&shutdown, &mut lost).await {
                Ok(()) => return Ok(()),
                Err(error) => error,
            };
            let passing = error.class() == ErrorClass::Transient;
            if !passing || lost >= self.options.replacements {
                return Err(error.into());
            }
            let pause = Duration::from_millis(250 << lost.min(6));
            lost += 1;
            if let Some(since) = self.outage.goes_on(&error) {
                tracing::warn!(%error, %since, "the consumer was lost: a new one is started");
            }
            tokio::select! {
                () = shutdown.cancelled() => return Ok(()),
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// One consumer's life. A delivery resets the count of lost ones.
    async fn consume(
        &self,
        shutdown: &CancellationToken,
        lost: &mut u32,
    ) -> Result<(), QueueError> {
        let count = self.options.wave.min(self.parts.reader.lanes());
        let mut seats: Seats<Delivery> = Seats::new(count);
        let in_hand = seats.in_hand();
        let prefetch = u16::try_from(in_hand).unwrap_or(u16::MAX);
        let mut consumer = self.parts.queue.consume(prefetch).await?;
        if let Some(after) = self.outage.ends() {
            tracing::info!(%after, "there is a consumer again");
        }
        let mut wave = FuturesUnordered::new();
        let ended = loop {
            while let Some((place, delivery)) = seats.next() {
                wave.push(async move {
                    read::page(&self.parts, delivery, shutdown).await;
                    place
                });
            }
            tokio::select! {
                biased;
                () = shutdown.cancelled() => break Ok(()),
                Some(place) = wave.next(), if !wave.is_empty() => seats.leave(place),
                delivery = consumer.next(), if wave.len() + seats.waiting() < in_hand => {
                    match delivery {
                        Ok(delivery) => {
                            *lost = 0;
                            seats.queue(place_of(delivery.task()), delivery);
                        }
                        Err(error) => break Err(error),
                    }
                }
                () = self.nothing_left(), if wave.is_empty() => break Ok(()),
            }
        };
        // What waits for a seat goes back: at once, or with the consumer, as the queue has it.
        drop(seats);
        while wave.next().await.is_some() {}
        ended
    }

    /// Comes when nothing has come for so long and nothing will: silence alone is also what a broker
    /// out of reach sounds like, a list page that takes its time, or a page in another worker's hands.
    async fn nothing_left(&self) {
        let Some(span) = self.options.idle else {
            return std::future::pending().await;
        };
        let stay = Outage::new(self.parts.clock.clone());
        loop {
            tokio::time::sleep(span).await;
            let Some(why) = self.why_stay().await else {
                return;
            };
            if let Some(since) = stay.goes_on(&why) {
                tracing::info!(why, %since, "nothing comes, and the worker stays");
            }
        }
    }

    /// Why more work may come, if it may.
    async fn why_stay(&self) -> Option<String> {
        if self.parts.queue.health().consumers == 0 {
            return Some("the broker is out of reach".to_owned());
        }
        match self.parts.queue.depth().await {
            Ok(depth) if depth.ready > 0 => return Some(format!("{} pages wait", depth.ready)),
            Ok(_) => {}
            Err(error) => return Some(error.to_string()),
        }
        match self.parts.jobs.any_open().await {
            Ok(open) => open.map(|id| format!("the job {} is not over", id.0)),
            Err(error) => Some(error.to_string()),
        }
    }
}

/// Where the page of a task is read: a page key begins as its address does.
fn place_of(task: &Task) -> Place<String> {
    let Task::V1 { job, page, .. } = task;
    Place::of(job.clone(), page)
}
