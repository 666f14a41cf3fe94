//! The `PageReader` over WebDriver: keeps one session of many lanes, replaces it when it breaks or
//! has read its share, and reads suspects in sessions of their own.

use std::collections::VecDeque;
use std::time::Duration;

use async_trait::async_trait;
use domain::snapshot::Snapshot;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Mutex, Semaphore, oneshot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::drivers::Drivers;
use super::failure;
use super::http::Fetcher;
use super::lane::Job;
use super::options::BrowserOptions;
use super::session::{Fault, StartError};
use super::tally::{Counters, Tally};
use super::wave::{End, Wave};
use super::{FetchRequest, Fetched, PageReader, ReadError, ReadRequest};

/// How long a script may hold the shared session.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long it may hold a session of its own.
const PATIENCE_ALONE: Duration = Duration::from_secs(20);
/// How often a session is tried to be started before the waiting pages are handed back.
const STARTS: u32 = 3;
const START_PAUSE: Duration = Duration::from_millis(300);

/// Reads pages in tabs of a browser.
#[derive(Debug)]
pub struct WebDriverReader {
    jobs: UnboundedSender<Job>,
    options: BrowserOptions,
    drivers: Drivers,
    fetcher: Fetcher,
    counters: Counters,
    /// Suspects are read one at a time.
    alone: Semaphore,
    closed: CancellationToken,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl WebDriverReader {
    /// Starts the first session, so that a missing browser shows at once.
    pub async fn start(mut options: BrowserOptions) -> Result<Self, StartError> {
        options.lanes = options.lanes.clamp(1, 48);
        let drivers = Drivers::default();
        let counters = Counters::default();
        let first = Wave::open(&options, &drivers, &counters, options.lanes, PATIENCE).await?;
        let (jobs, queue) = unbounded_channel();
        let closed = CancellationToken::new();
        let shift = Shift {
            options: options.clone(),
            drivers: drivers.clone(),
            counters: counters.clone(),
            closed: closed.clone(),
            queue,
            waiting: VecDeque::new(),
        };
        let task = tokio::spawn(shift.run(first));
        Ok(Self {
            jobs,
            fetcher: Fetcher::new(&options.address_policy),
            options,
            drivers,
            counters,
            alone: Semaphore::new(1),
            closed,
            task: Mutex::new(Some(task)),
        })
    }

    /// What was done for the pages read so far.
    pub fn tally(&self) -> Tally {
        self.counters.read()
    }

    async fn read_alone(&self, request: ReadRequest) -> Result<Snapshot, ReadError> {
        let permit = self.alone.acquire().await;
        let read = async {
            let Self {
                options,
                drivers,
                counters,
                ..
            } = self;
            let mut wave = Wave::open(options, drivers, counters, 1, PATIENCE_ALONE)
                .await
                .map_err(|error| failure::unavailable(&error.to_string()))?;
            let outcome = read_once(&mut wave, request).await;
            wave.session.close().await;
            outcome
        };
        let outcome = tokio::select! {
            outcome = Box::pin(read) => outcome,
            () = self.closed.cancelled() => Err(closed_error()),
        };
        drop(permit);
        outcome
    }
}

/// The task that serves all reads but those alone, one session after another.
struct Shift {
    options: BrowserOptions,
    drivers: Drivers,
    counters: Counters,
    closed: CancellationToken,
    queue: UnboundedReceiver<Job>,
    waiting: VecDeque<Job>,
}

impl Shift {
    async fn run(mut self, first: Wave) {
        let mut next = Some(first);
        while let Some(mut wave) = next.take() {
            let end = tokio::select! {
                biased;
                () = self.closed.cancelled() => End::Closed,
                end = wave.serve(&mut self.queue, &mut self.waiting) => end,
            };
            wave.abandon(&Fault::Session("the reader is closed".to_owned()));
            wave.session.close().await;
            if end != End::Closed {
                next = self.next().await;
            }
        }
        for job in self.waiting {
            job.finish(Err(closed_error()));
        }
    }

    /// A new session as soon as somebody waits for a page; `None` when the reader is closed.
    async fn next(&mut self) -> Option<Wave> {
        let closed = self.closed.clone();
        tokio::select! {
            biased;
            () = closed.cancelled() => None,
            wave = self.reopen() => wave,
        }
    }

    async fn reopen(&mut self) -> Option<Wave> {
        loop {
            if self.waiting.is_empty() {
                self.waiting.push_back(self.queue.recv().await?);
            }
            let mut why = String::new();
            for _ in 0..STARTS {
                let Self {
                    options,
                    drivers,
                    counters,
                    ..
                } = &*self;
                match Wave::open(options, drivers, counters, options.lanes, PATIENCE).await {
                    Ok(wave) => return Some(wave),
                    Err(error) => why = error.to_string(),
                }
                tokio::time::sleep(START_PAUSE).await;
            }
            tracing::warn!(why, "no browser session");
            for job in self.waiting.drain(..) {
                job.finish(Err(failure::unavailable(&why)));
            }
        }
    }
}

/// Reads one page with a whole wave.
async fn read_once(wave: &mut Wave, request: ReadRequest) -> Result<Snapshot, ReadError> {
    let (jobs, mut queue) = unbounded_channel();
    let (answer, outcome) = oneshot::channel();
    let mut waiting = VecDeque::from([Job { request, answer }]);
    drop(jobs);
    wave.serve(&mut queue, &mut waiting).await;
    outcome.await.unwrap_or_else(|_| Err(closed_error()))
}

#[async_trait]
impl PageReader for WebDriverReader {
    async fn read(&self, request: ReadRequest) -> Result<Snapshot, ReadError> {
        if self.closed.is_cancelled() {
            return Err(closed_error());
        }
        if request.alone {
            return self.read_alone(request).await;
        }
        let (answer, outcome) = oneshot::channel();
        self.jobs
            .send(Job { request, answer })
            .map_err(|_| closed_error())?;
        outcome.await.unwrap_or_else(|_| Err(closed_error()))
    }

    async fn fetch(&self, request: FetchRequest) -> Result<Fetched, ReadError> {
        self.fetcher.fetch(&request).await
    }

    fn lanes(&self) -> usize {
        self.options.lanes
    }

    fn sessions(&self) -> usize {
        self.drivers.sessions()
    }

    async fn close(&self) {
        self.closed.cancel();
        // Held while waiting, so that a second caller returns no earlier.
        let mut task = self.task.lock().await;
        if let Some(task) = task.take()
            && let Err(error) = task.await
        {
            tracing::warn!(%error, "the reader's task did not end well");
        }
        // A read alone ends its session before it gives its permit back.
        drop(self.alone.acquire().await);
    }
}

impl Drop for WebDriverReader {
    fn drop(&mut self) {
        self.closed.cancel();
        if let Some(task) = self.task.get_mut().take() {
            task.abort();
        }
        self.drivers.end_all();
    }
}

fn closed_error() -> ReadError {
    failure::unavailable("the reader is closed")
}
