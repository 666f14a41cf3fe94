//! The dashboards as files: complete panels and metrics that exist. That the expressions return data is
//! seen on a running fleet, elsewhere.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::names::check_metrics;
use crate::tools::{json, root, text};

fn panels(dashboard: &Value) -> Vec<&Value> {
    let panels = dashboard["panels"].as_array().expect("panels");
    panels
        .iter()
        .filter(|panel| panel["type"] != "row")
        .collect()
}

fn files() -> Vec<String> {
    let folder = std::fs::read_dir(root().join("dashboards")).expect("dashboards");
    let paths = folder.map(|file| file.expect("a file").path());
    let files = paths.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let names = files.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    names.map(|name| format!("dashboards/{name}")).collect()
}

#[test]
fn job_coverage_is_found_by_its_id() {
    let dashboard = json("dashboards/job-coverage.json");
    assert_eq!(dashboard["uid"], "windrow-job-coverage");
    assert_eq!(dashboard["title"], "Job coverage");
    let variables = dashboard["templating"]["list"]
        .as_array()
        .expect("variables");
    let names: Vec<_> = variables.iter().map(|one| one["name"].as_str()).collect();
    assert_eq!(names, [Some("datasource"), Some("job")]);
}

#[test]
fn every_panel_says_what_it_shows() {
    for file in files() {
        let dashboard = json(&file);
        let mut ids = BTreeSet::new();
        for panel in panels(&dashboard) {
            let title = panel["title"].as_str().unwrap_or_default();
            let place = format!("{file}: panel {title:?}");
            assert!(!title.is_empty(), "{place} has no title");
            assert!(ids.insert(panel["id"].as_u64()), "{place}: its id is taken");
            let described = panel["description"].as_str().is_some_and(|d| !d.is_empty());
            assert!(described, "{place} has no description");
            let unit = panel["fieldConfig"]["defaults"]["unit"].as_str();
            assert!(unit.is_some_and(|u| !u.is_empty()), "{place} has no unit");
            assert_eq!(panel["datasource"]["uid"], "${datasource}", "{place}");
            let targets = panel["targets"].as_array().expect("targets");
            assert!(!targets.is_empty(), "{place} asks nothing");
            for target in targets {
                check_metrics(&place, target["expr"].as_str().expect("an expression"));
            }
        }
    }
}

#[test]
fn panels_do_not_lie_on_each_other() {
    for file in files() {
        let dashboard = json(&file);
        let mut taken = BTreeSet::new();
        for panel in dashboard["panels"].as_array().expect("panels") {
            let at = |key: &str| panel["gridPos"][key].as_u64().expect("a place");
            assert!(
                at("x") + at("w") <= 24,
                "{file}: {} is too wide",
                panel["title"]
            );
            for x in at("x")..at("x") + at("w") {
                for y in at("y")..at("y") + at("h") {
                    assert!(
                        taken.insert((x, y)),
                        "{file}: {} covers another",
                        panel["title"]
                    );
                }
            }
        }
    }
}

#[test]
fn the_chart_has_the_same_dashboard() {
    // A chart can only read what is inside of it.
    let own = text("helm/windrow/files/job-coverage.json");
    assert!(
        own == text("dashboards/job-coverage.json"),
        "cp dashboards/job-coverage.json helm/windrow/files/"
    );
}
