//! The consume loop: deliveries in, a wave of pages in flight, nothing held after shutdown.

use std::sync::Arc;

use common::archive::Archive;
use common::browser::PageReader;
use common::clock::Clock;
use common::hosts::HostLimiter;
use common::jobs::JobBook;
use common::queue::{Consumer, Delivery, QueueError, TaskQueue};
use common::telemetry::Events;
use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use tokio_util::sync::CancellationToken;

use crate::read;

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
}

/// A worker's settings.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Pages read in parallel under one prefetch window, 1 to 48.
    pub wave: usize,
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
}

impl Service {
    /// A worker from its parts.
    pub fn new(parts: Parts, options: Options) -> Self {
        Self { parts, options }
    }

    /// Consumes until `shutdown`, then finishes the pages in flight and hands the rest back.
    ///
    /// # Errors
    /// The queue is out of reach.
    pub async fn run(self, shutdown: CancellationToken) -> Result<(), WorkerError> {
        let prefetch = u16::try_from(self.options.wave).unwrap_or(u16::MAX);
        let mut consumer = self.parts.queue.consume(prefetch).await?;
        let mut wave = FuturesUnordered::new();
        loop {
            tokio::select! {
                biased;
                () = shutdown.cancelled() => break,
                Some(()) = wave.next(), if !wave.is_empty() => {}
                delivery = next(consumer.as_mut()), if wave.len() < self.options.wave => {
                    wave.push(read::page(&self.parts, delivery?, &shutdown));
                }
            }
        }
        while wave.next().await.is_some() {}
        Ok(())
    }
}

async fn next(consumer: &mut dyn Consumer) -> Result<Delivery, QueueError> {
    consumer.next().await
}
