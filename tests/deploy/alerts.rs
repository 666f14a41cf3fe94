//! The alert rules, judged and played by `promtool`.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::names::check_metrics;
use crate::tools::{command, said, yaml};

const RULES: &str = "helm/windrow/files/rules.yaml";
const PLAY: &str = "tests/deploy/alerts.yaml";

fn rules() -> Vec<Value> {
    let file = yaml(RULES);
    let groups = file["groups"].as_array().expect("groups");
    let rules = groups.iter().filter_map(|group| group["rules"].as_array());
    rules.flatten().cloned().collect()
}

#[test]
fn prometheus_takes_the_rules() {
    said(command("promtool").args(["check", "rules", RULES])).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn every_alert_says_what_is_the_matter() {
    for rule in rules() {
        let name = rule["alert"].as_str().expect("an alert");
        for text in ["summary", "description"] {
            let said = rule["annotations"][text].as_str().unwrap_or_default();
            assert!(!said.is_empty(), "{name} has no {text}");
        }
        let severity = rule["labels"]["severity"].as_str();
        assert!(matches!(severity, Some("critical" | "warning")), "{name}");
        check_metrics(name, rule["expr"].as_str().expect("an expression"));
    }
}

/// Annotations are words, checked above; without them a test names labels only.
#[test]
fn alerts_fire_when_they_should_and_only_then() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut file = yaml(RULES);
    for group in file["groups"].as_array_mut().expect("groups") {
        for rule in group["rules"].as_array_mut().expect("rules") {
            rule.as_object_mut().expect("a rule").remove("annotations");
        }
    }
    let play = yaml(PLAY);
    std::fs::write(folder.path().join("rules.yaml"), file.to_string()).expect("rules");
    std::fs::write(folder.path().join("play.yaml"), play.to_string()).expect("a play");
    let mut promtool = command("promtool");
    let promtool = promtool
        .args(["test", "rules"])
        .arg(folder.path().join("play.yaml"));
    said(promtool).unwrap_or_else(|error| panic!("{error}"));

    let (mut fires, mut rests) = (BTreeSet::new(), BTreeSet::new());
    for test in play["tests"].as_array().expect("tests") {
        for case in test["alert_rule_test"].as_array().expect("cases") {
            let name = case["alertname"].as_str().expect("a name").to_owned();
            let expected = case["exp_alerts"].as_array().is_some_and(|a| !a.is_empty());
            if expected { &mut fires } else { &mut rests }.insert(name);
        }
    }
    let all: BTreeSet<String> = rules()
        .iter()
        .filter_map(|rule| rule["alert"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(fires, all, "each alert fires in a test");
    assert_eq!(rests, all, "each alert rests in a test");
}
