//! The coordinator's metrics: how each job stands, the queue, and who is active.

use prometheus::{IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry};

/// Handles of the coordinator's metrics. Jobs are labelled by id, fields by name; addresses and free
/// text never become labels.
#[derive(Clone)]
pub struct CoordinatorMetrics {
    /// Where they are gathered.
    pub registry: Registry,
    /// Detail pages by state: `job`, `state`.
    pub job_pages: IntGaugeVec,
    /// List pages by state: `job`, `state`.
    pub job_list_pages: IntGaugeVec,
    /// Rows: `job`.
    pub job_rows: IntGaugeVec,
    /// Refused rows that are remembered: `job`.
    pub job_refused_rows: IntGaugeVec,
    /// Rows by how a field stands on them: `job`, `field`, `standing` (filled, partial, empty, absent,
    /// `not_applicable`).
    pub job_field_rows: IntGaugeVec,
    /// 1 for the state a job is in: `job`, `state`.
    pub job_state: IntGaugeVec,
    /// Messages of the queue: `state` (ready, dead).
    pub queue_tasks: IntGaugeVec,
    /// 1 while the broker takes no publishes.
    pub queue_blocked: IntGauge,
    /// 1 while this coordinator holds the lease.
    pub active: IntGauge,
    /// Publishes: `outcome` (confirmed, failed).
    pub publishes: IntCounterVec,
}

impl CoordinatorMetrics {
    /// Makes and registers them.
    ///
    /// # Errors
    /// A name is taken in the registry.
    pub fn new(registry: Registry) -> Result<Self, prometheus::Error> {
        let gauges = |name: &str, help: &str, labels: &[&str]| {
            let gauges = IntGaugeVec::new(Opts::new(name, help), labels)?;
            registry.register(Box::new(gauges.clone()))?;
            Ok::<_, prometheus::Error>(gauges)
        };
        let gauge = |name: &str, help: &str| {
            let gauge = IntGauge::new(name, help)?;
            registry.register(Box::new(gauge.clone()))?;
            Ok::<_, prometheus::Error>(gauge)
        };
        let publishes = Opts::new("windrow_publishes_total", "Publishes by outcome");
        let publishes = IntCounterVec::new(publishes, &["outcome"])?;
        registry.register(Box::new(publishes.clone()))?;
        for outcome in ["confirmed", "failed"] {
            publishes.with_label_values(&[outcome]).inc_by(0);
        }
        let queue_tasks = gauges("windrow_queue_tasks", "Messages of the queue", &["state"])?;
        for state in ["ready", "dead"] {
            queue_tasks.with_label_values(&[state]).set(0);
        }
        Ok(Self {
            job_pages: gauges(
                "windrow_job_pages",
                "Detail pages by state",
                &["job", "state"],
            )?,
            job_list_pages: gauges(
                "windrow_job_list_pages",
                "List pages by state",
                &["job", "state"],
            )?,
            job_rows: gauges("windrow_job_rows", "Rows", &["job"])?,
            job_refused_rows: gauges(
                "windrow_job_refused_rows",
                "Refused rows that are remembered",
                &["job"],
            )?,
            job_field_rows: gauges(
                "windrow_job_field_rows",
                "Rows by how a field stands on them",
                &["job", "field", "standing"],
            )?,
            job_state: gauges(
                "windrow_job_state",
                "1 for the state a job is in",
                &["job", "state"],
            )?,
            queue_tasks,
            queue_blocked: gauge(
                "windrow_queue_blocked",
                "1 while the broker takes no publishes",
            )?,
            active: gauge(
                "windrow_coordinator_active",
                "1 while this coordinator holds the lease",
            )?,
            publishes,
            registry,
        })
    }
}
