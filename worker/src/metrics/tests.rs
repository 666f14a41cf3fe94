//! What is counted is there before it happens.

use std::fmt::Debug;

use common::telemetry::metrics::text;
use serde::de::DeserializeOwned;

use super::*;

/// The names of an enumeration, as its decoder lists them for one that is none.
fn names<T: DeserializeOwned + Debug>() -> Vec<String> {
    let refused = serde_json::from_str::<T>("\"no-such-name\"").unwrap_err();
    let refused = refused.to_string();
    let quoted = refused.split('`').skip(3).step_by(2);
    quoted.map(str::to_owned).collect()
}

#[test]
fn every_class_and_every_code_is_counted_from_the_start() {
    let metrics = WorkerMetrics::new(prometheus::Registry::new()).unwrap();
    drop(Meter::new(metrics.clone()));
    let told = text(&metrics.registry).unwrap();
    let check = |metric: &str, label: &str, names: Vec<String>, least: usize| {
        assert!(names.len() > least, "{names:?}");
        for name in names {
            let line = format!("{metric}{{{label}=\"{name}\"}} 0");
            assert!(told.lines().any(|own| own == line), "no {line} in\n{told}");
        }
    };
    check(
        "windrow_worker_pages_total",
        "class",
        names::<PageClass>(),
        5,
    );
    check("windrow_worker_refusals_total", "code", names::<Code>(), 20);
}
