//! What a worker counts. Everything is counted where it happens; without handles nothing is.

use std::time::Duration;

use common::telemetry::metrics::WorkerMetrics;
use domain::answer::verdict::Code;
use domain::page_class::PageClass;
use serde::Serialize;

/// A worker's counters, if it has any. Cheap to clone.
#[derive(Clone, Default)]
pub struct Meter(Option<WorkerMetrics>);

/// A page in flight, until it is dropped.
pub(crate) struct InFlight(Option<WorkerMetrics>);

impl Meter {
    /// Counts with these handles. Every class and code is there from the start: a counter that appears
    /// with its first failure shows no increase.
    pub fn new(metrics: WorkerMetrics) -> Self {
        for class in PageClass::ALL {
            metrics.pages.with_label_values(&[&name(class)]).inc_by(0);
        }
        for code in Code::ALL {
            metrics
                .refusals
                .with_label_values(&[&code.as_str()])
                .inc_by(0);
        }
        Self(Some(metrics))
    }

    pub(crate) fn took(&self, redelivered: u32) -> InFlight {
        if let Some(metrics) = &self.0 {
            metrics.in_flight.inc();
            if redelivered > 0 {
                metrics.redeliveries.inc();
            }
        }
        InFlight(self.0.clone())
    }

    pub(crate) fn read(&self, class: PageClass, ms: u64) {
        if let Some(metrics) = &self.0 {
            metrics.pages.with_label_values(&[&name(class)]).inc();
            let seconds = Duration::from_millis(ms).as_secs_f64();
            metrics.read_seconds.observe(seconds);
        }
    }

    pub(crate) fn refused(&self, code: Code) {
        if let Some(metrics) = &self.0 {
            metrics.refusals.with_label_values(&[&code.as_str()]).inc();
        }
    }

    pub(crate) fn committed(&self, took: Duration) {
        if let Some(metrics) = &self.0 {
            metrics.commit_seconds.observe(took.as_secs_f64());
        }
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        if let Some(metrics) = &self.0 {
            metrics.in_flight.dec();
        }
    }
}

/// As it is written in JSON.
fn name(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests;
