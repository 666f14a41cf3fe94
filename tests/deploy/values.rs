//! The chart's values: each is used, each is described by the schema, and what the schema does not
//! know is refused.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::chart::{CHART, MAJORS, helm, render, way};
use crate::tools::{json as json_file, said, yaml};

const VALUES: &str = "helm/windrow/values.yaml";

/// Maps that are handed on as they are: leaves, whatever they hold.
const WHOLE: [&str; 9] = [
    "affinity",
    "annotations",
    "labels",
    "nodeSelector",
    "podAnnotations",
    "podLabels",
    "podSecurityContext",
    "resources",
    "securityContext",
];

fn is_whole(pointer: &str) -> bool {
    let name = pointer.rsplit('/').next().unwrap_or_default();
    WHOLE.contains(&name)
}

/// Every leaf of values, by its pointer.
fn leaves(value: &Value, at: &str, found: &mut BTreeMap<String, Value>) {
    match value {
        Value::Object(map) if !map.is_empty() && !is_whole(at) => {
            for (key, value) in map {
                leaves(value, &format!("{at}/{key}"), found);
            }
        }
        leaf => {
            found.insert(at.to_owned(), leaf.clone());
        }
    }
}

fn leaves_of(path: &str) -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    leaves(&yaml(path), "", &mut found);
    found
}

/// A values document with one leaf.
fn only(pointer: &str, leaf: &Value) -> Value {
    let keys: Vec<&str> = pointer[1..].split('/').collect();
    let wrap = |inner: Value, key: &&str| json!({ *key: inner });
    keys.iter().rev().fold(leaf.clone(), wrap)
}

/// What is rendered with one leaf set over a values file.
fn rendered(file: &str, pointer: &str, leaf: &Value) -> Result<String, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("own.yaml");
    std::fs::write(&own, only(pointer, leaf).to_string()).expect("values");
    let mut helm = helm(3);
    helm.args(["template", "rake", CHART, "--values", file, "--values"])
        .arg(own);
    said(&mut helm)
}

#[test]
fn every_value_changes_what_is_rendered() {
    let defaults = leaves_of(VALUES);
    let others = leaves_of("tests/deploy/values/other.yaml");
    let names = |leaves: &BTreeMap<String, Value>| leaves.keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        names(&others),
        names(&defaults),
        "other.yaml has every value"
    );
    let bases = ["everything", "given", "own-secrets", "keda"].map(way);
    for (pointer, other) in &others {
        let default = &defaults[pointer];
        assert_ne!(other, default, "{pointer} is not another value");
        let used = bases.iter().any(|base| {
            let before = rendered(base, pointer, default);
            let after = rendered(base, pointer, other);
            before.is_ok() && after.is_ok() && before != after
        });
        assert!(used, "{pointer} changes nothing");
    }
}

#[test]
fn the_schema_knows_every_value_and_no_other() {
    fn check(values: &Value, schema: &Value, at: &str) {
        let (Some(values), Some(known)) = (values.as_object(), schema["properties"].as_object())
        else {
            return;
        };
        assert_eq!(schema["additionalProperties"], false, "{at} takes anything");
        for (key, value) in values {
            let place = format!("{at}/{key}");
            let below = known
                .get(key)
                .unwrap_or_else(|| panic!("{place} is not described"));
            check(value, below, &place);
        }
        for key in known.keys().filter(|key| *key != "global") {
            let is_optional = at.ends_with("/resources");
            assert!(
                values.contains_key(key) || is_optional,
                "{at}/{key} is no value"
            );
        }
    }
    check(
        &yaml(VALUES),
        &json_file("helm/windrow/values.schema.json"),
        "",
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let check = |set: &str, word: &str| {
        for major in MAJORS {
            let refusal = render(major, &["--set-json", set]).expect_err(set);
            assert!(refusal.contains(word), "helm {major}, {set}: {refusal}");
        }
    };
    check("worker.wave=49", "wave");
    check(r#"worker.replicas="two""#, "replicas");
    check("worker.lanes=3", "lanes");
    check("worke.wave=3", "worke");
    check(r#"image.tag="latest""#, "tag");
    check(r#"image.digest="sha256:12""#, "digest");
    check(r#"queue.url="http://broker""#, "url");
    check(r#"store.url="memcached://store""#, "url");
    check(r#"store.keep="a week""#, "keep");
    check("coordinator.lease=10", "lease");
    check("service.port=0", "port");
    check(r#"browser.sharedMemory="1 GB""#, "sharedMemory");
    check("podDisruptionBudget.maxUnavailable=0", "maxUnavailable");
    check(r#"log.format="xml""#, "format");
}
