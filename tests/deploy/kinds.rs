//! Every manifest is what a cluster's API takes, unknown keys refused: checked against the shapes of the
//! oldest version of Kubernetes that the chart is for, and of a new one.

use serde_json::{Value, json};

use crate::chart::all_ways;
use crate::tools::fetched;

/// The API group of a kind as the shapes name it; absent for kinds that no cluster has of itself.
fn shape(manifest: &Value) -> Option<String> {
    let kind = manifest["kind"].as_str().expect("a kind");
    let group = match manifest["apiVersion"].as_str().expect("a version") {
        "v1" => "core.v1",
        "apps/v1" => "apps.v1",
        "policy/v1" => "policy.v1",
        "networking.k8s.io/v1" => "networking.v1",
        "keda.sh/v1alpha1" | "monitoring.coreos.com/v1" => return None,
        other => panic!("no shapes for {other}"),
    };
    Some(format!("io.k8s.api.{group}.{kind}"))
}

/// The shapes of a version as one schema document.
fn shapes(version: &str) -> Value {
    let path = fetched(&format!("kubernetes-{version}.json"), "linters");
    let text = std::fs::read_to_string(path).expect("shapes");
    let text = text.replace("/api/_definitions.json#", "#");
    serde_json::from_str(&text).expect("JSON")
}

fn check(version: &str, manifests: &[(String, Vec<Value>)]) {
    let mut document = shapes(version);
    let mut wanted: Vec<(String, &str, &Value)> = Vec::new();
    for (way, manifests) in manifests {
        for manifest in manifests {
            if let Some(shape) = shape(manifest) {
                wanted.push((shape, way, manifest));
            }
        }
    }
    wanted.sort_by(|a, b| a.0.cmp(&b.0));
    for same in wanted.chunk_by(|a, b| a.0 == b.0) {
        let name = &same[0].0;
        document["$ref"] = json!(format!("#/$defs/{name}"));
        let validator = jsonschema::validator_for(&document).expect("a schema");
        for (_, way, manifest) in same {
            if let Some(error) = validator.iter_errors(manifest).next() {
                let place = error.instance_path();
                panic!("{way}: {name} of {version}: {place} {error}");
            }
        }
    }
}

#[test]
fn clusters_old_and_new_take_the_manifests() {
    let manifests = all_ways();
    check("1.25", &manifests);
    check("1.37", &manifests);
}

#[test]
fn a_misspelt_key_is_seen() {
    let service = json!({
        "apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"},
        "spec": {"ports": [{"port": 1, "protokol": "TCP"}]},
    });
    let refused = std::panic::catch_unwind(|| check("1.37", &[("here".to_owned(), vec![service])]));
    refused.expect_err("an unknown key");
}
