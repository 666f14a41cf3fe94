//! Names that two places have to agree on: settings in the environment, and metrics.

use std::collections::BTreeSet;

use regex::Regex;
use serde_json::Value;

use crate::tools::{root, text};

/// The settings as variables of the environment: `WINDROW__SECTION__KEY`.
pub(super) fn settings() -> BTreeSet<String> {
    let defaults: toml::Table = text("common/src/config/default.toml")
        .parse()
        .expect("TOML");
    let names = defaults.iter().flat_map(|(section, keys)| {
        let keys = keys.as_table().into_iter().flat_map(toml::Table::keys);
        keys.map(move |key| format!("WINDROW__{section}__{key}").to_uppercase())
    });
    names.collect()
}

/// Fails for a variable that looks like a setting and is none.
pub(super) fn check_settings<'a>(place: &str, names: impl IntoIterator<Item = &'a str>) {
    let known = settings();
    let named: Vec<&str> = names
        .into_iter()
        .filter(|name| name.starts_with("WINDROW__"))
        .collect();
    assert!(!named.is_empty(), "{place} sets nothing");
    for name in named {
        assert!(known.contains(name), "{place}: {name} is no setting");
    }
}

/// The metrics that the programs have, as their source names them.
fn metrics() -> BTreeSet<String> {
    let folder = root().join("common/src/telemetry/metrics");
    let files = std::fs::read_dir(&folder).expect("the metrics' folder");
    let name = Regex::new(r#""(windrow_[a-z_]+)""#).expect("a pattern");
    let mut names = BTreeSet::new();
    for file in files {
        let source = std::fs::read_to_string(file.expect("a file").path()).expect("source");
        names.extend(name.captures_iter(&source).map(|found| found[1].to_owned()));
    }
    assert!(names.len() > 10, "few metrics: {names:?}");
    names
}

/// Fails for a metric that no program has.
pub(super) fn check_metrics(place: &str, expression: &str) {
    let known = metrics();
    let name = Regex::new(r"\bwindrow_[a-z_]+").expect("a pattern");
    let mut named = name.find_iter(expression).peekable();
    assert!(named.peek().is_some(), "{place}: no metric in {expression}");
    for found in named {
        let found = found.as_str();
        let parts = ["_bucket", "_sum", "_count"];
        let of_histogram = parts.iter().find_map(|part| found.strip_suffix(part));
        let is_known = known.contains(found) || of_histogram.is_some_and(|n| known.contains(n));
        assert!(is_known, "{place}: no program has the metric {found}");
    }
}

/// Every string below a value, with the key it is under.
pub(super) fn strings<'a>(value: &'a Value, key: &'a str, found: &mut Vec<(&'a str, &'a str)>) {
    match value {
        Value::String(text) => found.push((key, text)),
        Value::Array(items) => items.iter().for_each(|item| strings(item, key, found)),
        Value::Object(map) => map
            .iter()
            .for_each(|(key, value)| strings(value, key, found)),
        _ => {}
    }
}

#[test]
fn names_are_found_where_they_are_given() {
    assert!(settings().contains("WINDROW__BROWSER__LANES"));
    assert!(metrics().contains("windrow_job_rows"));
    let unknown = std::panic::catch_unwind(|| check_metrics("here", "sum(windrow_job_lines) > 0"));
    unknown.expect_err("no such metric");
    let unknown = std::panic::catch_unwind(|| check_settings("here", ["WINDROW__RUN__IN"]));
    unknown.expect_err("no such setting");
}
