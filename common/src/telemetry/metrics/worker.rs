//! A worker's metrics: what it reads, how long it takes, and whether it is alive.

use prometheus::{Histogram, HistogramOpts, IntCounter, IntCounterVec, IntGauge, Opts, Registry};

/// Seconds: from a page that was there at once to one that ran out of its time.
const READS: [f64; 9] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0];
/// Seconds of a commit.
const COMMITS: [f64; 8] = [0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 2.0];

/// Handles of a worker's metrics.
#[derive(Clone)]
pub struct WorkerMetrics {
    /// Where they are gathered.
    pub registry: Registry,
    /// Pages read, by `class`.
    pub pages: IntCounterVec,
    /// Refusals, by `code`.
    pub refusals: IntCounterVec,
    /// Seconds a read took.
    pub read_seconds: Histogram,
    /// Seconds a submission took.
    pub commit_seconds: Histogram,
    /// Pages in flight.
    pub in_flight: IntGauge,
    /// 1 while the broker knows a consumer of this worker.
    pub consumer_live: IntGauge,
    /// Deliveries that had been delivered before.
    pub redeliveries: IntCounter,
    /// Browsers that are running.
    pub browsers: IntGauge,
}

impl WorkerMetrics {
    /// Makes and registers them.
    ///
    /// # Errors
    /// A name is taken in the registry.
    pub fn new(registry: Registry) -> Result<Self, prometheus::Error> {
        let counters = |name: &str, help: &str, label: &str| {
            let counters = IntCounterVec::new(Opts::new(name, help), &[label])?;
            registry.register(Box::new(counters.clone()))?;
            Ok::<_, prometheus::Error>(counters)
        };
        let gauge = |name: &str, help: &str| {
            let gauge = IntGauge::new(name, help)?;
            registry.register(Box::new(gauge.clone()))?;
            Ok::<_, prometheus::Error>(gauge)
        };
        let histogram = |name: &str, help: &str, buckets: &[f64]| {
            let options = HistogramOpts::new(name, help).buckets(buckets.to_vec());
            let histogram = Histogram::with_opts(options)?;
            registry.register(Box::new(histogram.clone()))?;
            Ok::<_, prometheus::Error>(histogram)
        };
        let redeliveries = IntCounter::new(
            "windrow_worker_redeliveries_total",
            "Deliveries that had been delivered before",
        )?;
        registry.register(Box::new(redeliveries.clone()))?;
        Ok(Self {
            pages: counters(
                "windrow_worker_pages_total",
                "Pages read, by class",
                "class",
            )?,
            refusals: counters("windrow_worker_refusals_total", "Refusals, by code", "code")?,
            read_seconds: histogram("windrow_worker_read_seconds", "Seconds a read took", &READS)?,
            commit_seconds: histogram(
                "windrow_worker_commit_seconds",
                "Seconds a submission took",
                &COMMITS,
            )?,
            in_flight: gauge("windrow_worker_pages_in_flight", "Pages in flight")?,
            consumer_live: gauge(
                "windrow_worker_consumer_live",
                "1 while the broker knows a consumer of this worker",
            )?,
            browsers: gauge("windrow_worker_browsers", "Browsers that are running")?,
            redeliveries,
            registry,
        })
    }
}
