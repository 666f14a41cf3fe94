//! The coordinator's gauges, taken from the store when they are asked for: how each job stands. Jobs
//! that came to their end long ago, and fields beyond a number, are not labels of their own.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use common::jobs::{JobRecord, JobState};
use common::store::StoreError;
use common::telemetry::{self, metrics::CoordinatorMetrics};
use domain::answer::standing::Coverage;
use prometheus::IntGaugeVec;

use crate::http::Parts;

/// Jobs that came to their end and are still measured.
const ENDED: usize = 20;
/// Fields of a job that are labels of their own.
const FIELDS: usize = 50;
/// The label of the rest.
const OTHER: &str = "other";

/// All metrics in the text format, the gauges as they are now. While the store is out of reach, those of
/// the jobs stay as they were.
///
/// # Errors
/// A metric could not be written down.
pub(crate) async fn text(parts: &Parts) -> Result<String, prometheus::Error> {
    /// Held while gauges are replaced and told: no scrape sees a part of another one's.
    static TOLD: Mutex<()> = Mutex::new(());
    let taken = take(parts).await;
    let _one = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    match taken {
        Ok(taken) => show(&parts.metrics, &taken),
        Err(error) => tracing::warn!(%error, "jobs are not measured: the store is out of reach"),
    }
    telemetry::metrics::text(&parts.metrics.registry)
}

/// Looks up how every job stands.
async fn take(parts: &Parts) -> Result<Vec<Taken>, StoreError> {
    let metrics = &parts.metrics;
    if let Ok(depth) = parts.queue.depth().await {
        set(&metrics.queue_tasks, &["ready"], depth.ready as u64);
        set(&metrics.queue_tasks, &["dead"], depth.dead as u64);
    }
    let blocked = parts.queue.health().blocked.is_some();
    metrics.queue_blocked.set(i64::from(blocked));
    let mut records = parts.registry.all().await?;
    records.sort_by_key(|record| std::cmp::Reverse(record.ended_at));
    let (ended, open): (Vec<_>, Vec<_>) = records
        .into_iter()
        .partition(|record| record.ended_at.is_some());
    let mut taken = Vec::new();
    for record in open.iter().chain(ended.iter().take(ENDED)) {
        taken.extend(job(parts, record).await?);
    }
    Ok(taken)
}

/// One number of a gauge that is labelled by job.
struct Taken {
    gauge: fn(&CoordinatorMetrics) -> &IntGaugeVec,
    labels: Vec<String>,
    number: u64,
}

/// Replaces what was shown: what a job that was forgotten left goes with it.
fn show(metrics: &CoordinatorMetrics, taken: &[Taken]) {
    for gauges in [
        &metrics.job_pages,
        &metrics.job_list_pages,
        &metrics.job_rows,
        &metrics.job_refused_rows,
        &metrics.job_field_rows,
        &metrics.job_state,
    ] {
        gauges.reset();
    }
    for Taken {
        gauge,
        labels,
        number,
    } in taken
    {
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        set(gauge(metrics), &labels, *number);
    }
}

async fn job(parts: &Parts, record: &JobRecord) -> Result<Vec<Taken>, StoreError> {
    let id = record.id.0.as_str();
    let mut taken = Vec::new();
    let mut take = |gauge: fn(&CoordinatorMetrics) -> &IntGaugeVec, more: &[&str], number: u64| {
        let labels = std::iter::once(id).chain(more.iter().copied());
        taken.push(Taken {
            gauge,
            labels: labels.map(str::to_owned).collect(),
            number,
        });
    };
    for state in JobState::ALL {
        let here = u64::from(state == record.state);
        take(|m| &m.job_state, &[state.name()], here);
    }
    // A job that does not compile has no answer to measure.
    let Ok(open) = parts.registry.open_job(record, &parts.clock) else {
        return Ok(taken);
    };
    let progress = open.store.progress().await?;
    for (state, pages) in &progress.details {
        take(|m| &m.job_pages, &[state], *pages);
    }
    for (state, pages) in &progress.lists {
        take(|m| &m.job_list_pages, &[state], *pages);
    }
    take(|m| &m.job_rows, &[], progress.rows);
    take(|m| &m.job_refused_rows, &[], progress.refused);
    let coverage = open.store.coverage().await?;
    for ((field, standing), rows) in field_rows(&coverage) {
        take(|m| &m.job_field_rows, &[&field, standing], rows);
    }
    Ok(taken)
}

/// Rows by field and standing; fields beyond a number are summed.
fn field_rows(coverage: &Coverage) -> BTreeMap<(String, &'static str), u64> {
    let items = coverage.items;
    let whole = |names: &[String], standing: &'static str| -> Vec<(String, &'static str, u64)> {
        let named = names.iter().map(|name| (name.clone(), standing, items));
        named.collect()
    };
    let mut parts = whole(&coverage.filled_on_all, "filled");
    for (name, filled, of) in &coverage.partial {
        parts.push((name.clone(), "partial", *filled));
        parts.push((name.clone(), "empty", of.saturating_sub(*filled)));
    }
    parts.extend(whole(&coverage.empty_on_all, "empty"));
    parts.extend(whole(&coverage.marked_absent, "absent"));
    parts.extend(whole(&coverage.not_applicable, "not_applicable"));
    let mut sums = BTreeMap::new();
    let mut named = std::collections::BTreeSet::new();
    for (name, standing, rows) in parts {
        let known = named.contains(&name) || named.len() < FIELDS;
        let label = if known {
            named.insert(name.clone());
            name
        } else {
            OTHER.to_owned()
        };
        *sums.entry((label, standing)).or_insert(0) += rows;
    }
    sums
}

fn set(gauges: &IntGaugeVec, labels: &[&str], value: u64) {
    let gauge = gauges.with_label_values(labels);
    gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
}

#[cfg(test)]
mod tests;
