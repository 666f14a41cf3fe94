//! The chart, rendered by the real Helm of both majors: what it must be like whatever is set.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::names::{check_metrics, check_settings, strings};
use crate::tools::{command, fetched, said};

/// Helm's majors in use.
pub(super) const MAJORS: [u32; 2] = [3, 4];
pub(super) const CHART: &str = "helm/windrow";

/// Values files that stand for ways to install it, beside the defaults.
pub(super) const WAYS: [&str; 4] = ["everything", "given", "own-secrets", "keda"];

/// The values file of a way.
pub(super) fn way(name: &str) -> String {
    format!("tests/deploy/values/{name}.yaml")
}

pub(super) fn helm(major: u32) -> Command {
    command(fetched(&format!("helm-{major}"), "helm"))
}

/// All manifests of a release `rake` in the namespace `shed`, or Helm's refusal.
pub(super) fn render(major: u32, arguments: &[&str]) -> Result<Vec<Value>, String> {
    let mut helm = helm(major);
    helm.args(["template", "rake", CHART, "--namespace", "shed"])
        .args(arguments);
    let text = said(&mut helm)?;
    Ok(serde_saphyr::from_multiple(&text).unwrap_or_else(|error| panic!("{error}\n{text}")))
}

/// Every way's manifests by every Helm, with a name for messages.
pub(super) fn all_ways() -> Vec<(String, Vec<Value>)> {
    let files = WAYS.map(way);
    let mut ways = vec![("defaults", Vec::new())];
    ways.extend(
        files
            .iter()
            .map(|file| (file.as_str(), vec!["--values", file.as_str()])),
    );
    let mut all = Vec::new();
    for major in MAJORS {
        for (name, arguments) in &ways {
            let manifests = render(major, arguments).unwrap_or_else(|e| panic!("{name}: {e}"));
            all.push((format!("helm {major}, {name}"), manifests));
        }
    }
    all
}

/// The only manifest of a kind whose name ends so.
fn find<'a>(manifests: &'a [Value], kind: &str, end: &str) -> &'a Value {
    let mut found = manifests.iter().filter(|one| {
        let name = one["metadata"]["name"].as_str().unwrap_or_default();
        one["kind"] == kind && name.ends_with(end)
    });
    let one = found.next().unwrap_or_else(|| panic!("no {kind} {end}"));
    assert!(found.next().is_none(), "two of {kind} {end}");
    one
}

/// The pod of a program and its container.
fn pod<'a>(manifests: &'a [Value], program: &str) -> (&'a Value, &'a Value) {
    let deployment = find(manifests, "Deployment", program);
    let pod = &deployment["spec"]["template"]["spec"];
    (pod, &pod["containers"][0])
}

/// A variable's entry.
fn variable<'a>(container: &'a Value, name: &str) -> &'a Value {
    let all = container["env"].as_array().expect("an environment");
    let mut found = all.iter().filter(|entry| entry["name"] == name);
    let one = found.next().unwrap_or_else(|| panic!("no {name}"));
    assert!(found.next().is_none(), "{name} twice");
    one
}

#[test]
fn lint_has_no_remark() {
    for major in MAJORS {
        let lint = |arguments: &[&str]| {
            let mut helm = helm(major);
            said(helm.args(["lint", "--strict", CHART]).args(arguments))
                .unwrap_or_else(|error| panic!("helm {major} {arguments:?}: {error}"));
        };
        lint(&[]);
        for name in WAYS {
            lint(&["--values", &way(name)]);
        }
    }
}

#[test]
fn every_setting_in_the_environment_is_one() {
    for (way, manifests) in all_ways() {
        let mut found = Vec::new();
        for manifest in &manifests {
            strings(manifest, "", &mut found);
        }
        let names = found.iter().filter(|(key, _)| *key == "name");
        check_settings(&way, names.map(|(_, name)| *name));
    }
}

#[test]
fn every_pod_is_as_confined_as_it_can_be() {
    for (way, manifests) in all_ways() {
        let deployments = ["coordinator", "worker"].map(|name| pod(&manifests, name).0);
        let test = &find(&manifests, "Pod", "-test")["spec"];
        for pod in deployments.into_iter().chain([test]) {
            assert_eq!(pod["automountServiceAccountToken"], false, "{way}");
            assert_eq!(pod["enableServiceLinks"], false, "{way}");
            assert_eq!(pod["securityContext"]["runAsNonRoot"], true, "{way}");
            assert!(
                pod["securityContext"]["seccompProfile"].is_object(),
                "{way}"
            );
            let container = &pod["containers"][0];
            let rights = &container["securityContext"];
            assert_eq!(rights["allowPrivilegeEscalation"], false, "{way}");
            assert_eq!(rights["readOnlyRootFilesystem"], true, "{way}");
            assert_eq!(rights["capabilities"]["drop"][0], "ALL", "{way}");
            assert!(
                container["resources"]["requests"]["memory"].is_string(),
                "{way}"
            );
            assert!(
                container["resources"]["limits"]["memory"].is_string(),
                "{way}"
            );
            let image = container["image"].as_str().expect("an image");
            let named = image.contains("@sha256:") || image.contains(":0.") || image.contains(":9");
            assert!(named && !image.ends_with(":latest"), "{way}: {image}");
        }
    }
}

#[test]
fn browsers_have_room_and_waves_have_time() {
    for (way, manifests) in all_ways() {
        for (program, port) in [("coordinator", 7700), ("worker", 7701)] {
            let (pod, container) = pod(&manifests, program);
            assert_eq!(container["args"][0], program, "{way}");
            for (path, volume) in [("/dev/shm", "shm"), ("/tmp", "scratch")] {
                let mounts = container["volumeMounts"].as_array().expect("mounts");
                let mount = mounts.iter().find(|m| m["mountPath"] == path);
                assert_eq!(mount.expect(path)["name"], volume, "{way}");
                let volumes = pod["volumes"].as_array().expect("volumes");
                let volume = volumes.iter().find(|v| v["name"] == volume).expect(volume);
                assert!(volume["emptyDir"]["sizeLimit"].is_string(), "{way}");
            }
            for (probe, path) in [
                ("startupProbe", "/healthz"),
                ("livenessProbe", "/healthz"),
                ("readinessProbe", "/readyz"),
            ] {
                assert_eq!(container[probe]["httpGet"]["path"], path, "{way}");
                assert_eq!(container[probe]["httpGet"]["port"], "http", "{way}");
            }
            assert_eq!(container["ports"][0]["containerPort"], port, "{way}");
            assert!(container["lifecycle"].is_null(), "{way}");
            let grace = pod["terminationGracePeriodSeconds"].as_u64();
            assert!(
                grace.is_some_and(|seconds| seconds >= 60),
                "{way}: {grace:?}"
            );
        }
    }
}

#[test]
fn services_and_budgets_select_the_pods_that_are_there() {
    for (way, manifests) in all_ways() {
        for program in ["coordinator", "worker"] {
            let deployment = find(&manifests, "Deployment", program);
            let labels = &deployment["spec"]["template"]["metadata"]["labels"];
            let mut selectors = vec![&deployment["spec"]["selector"]["matchLabels"]];
            if program == "coordinator" {
                selectors.push(&find(&manifests, "Service", "")["spec"]["selector"]);
            }
            let budget = find(&manifests, "PodDisruptionBudget", program);
            assert!(budget["spec"]["minAvailable"].is_null(), "{way}");
            selectors.push(&budget["spec"]["selector"]["matchLabels"]);
            for selector in selectors {
                let selector = selector.as_object().expect("a selector");
                assert_eq!(selector["app.kubernetes.io/component"], program, "{way}");
                assert!(
                    selector.iter().all(|(key, value)| labels[key] == *value),
                    "{way}"
                );
                // A version in it would make an upgrade impossible.
                assert!(!selector.contains_key("app.kubernetes.io/version"), "{way}");
            }
        }
    }
}

#[test]
fn passwords_and_tokens_come_from_secrets_only() {
    for (way, manifests) in all_ways() {
        for (program, names) in [
            (
                "coordinator",
                &["QUEUE__URL", "STORE__URL", "COORDINATOR__TOKEN"][..],
            ),
            ("worker", &["QUEUE__URL", "STORE__URL"][..]),
        ] {
            for name in names {
                let entry = variable(pod(&manifests, program).1, &format!("WINDROW__{name}"));
                assert!(entry["value"].is_null(), "{way}: {name} is open to read");
                assert!(
                    entry["valueFrom"]["secretKeyRef"]["key"].is_string(),
                    "{way}"
                );
            }
        }
        let open = manifests.iter().filter(|one| one["kind"] != "Secret");
        for manifest in open {
            assert!(
                !manifest.to_string().contains("hunter2"),
                "{way}: {manifest}"
            );
        }
    }
}

#[test]
fn a_secret_is_the_operators_or_the_charts_or_expected() {
    let check = |arguments: &[&str], expect: &str| {
        let manifests = render(3, arguments).expect("manifests");
        let entry = variable(pod(&manifests, "worker").1, "WINDROW__QUEUE__URL");
        assert_eq!(
            entry["valueFrom"]["secretKeyRef"]["name"], expect,
            "{arguments:?}"
        );
    };
    check(&[], "rake-windrow-access");
    check(
        &["--set", "queue.url=amqp://a:b@c:5672/%2f"],
        "rake-windrow",
    );
    check(&["--set", "queue.secret.name=mine"], "mine");
    let both = ["--set", "queue.secret.name=mine,queue.url=amqp://a"];
    let refusal = render(3, &both).expect_err("two sources");
    assert!(
        refusal.contains("queue.url and queue.secret.name are both set"),
        "{refusal}"
    );
}

#[test]
fn a_changed_secret_of_the_chart_restarts_the_pods() {
    let sum = |url: &str| {
        let set = format!("queue.url={url}");
        let manifests = render(4, &["--set", &set]).expect("manifests");
        let worker = find(&manifests, "Deployment", "worker");
        worker["spec"]["template"]["metadata"]["annotations"]["checksum/secret"].clone()
    };
    assert!(sum("amqp://a").is_string());
    assert_eq!(sum("amqp://a"), sum("amqp://a"));
    assert_ne!(sum("amqp://a"), sum("amqp://b"));
}

#[test]
fn an_autoscaler_has_the_replicas_to_itself() {
    let manifests = render(4, &["--values", &way("keda")]).expect("manifests");
    let worker = find(&manifests, "Deployment", "worker");
    assert!(worker["spec"]["replicas"].is_null());
    let scaled = find(&manifests, "ScaledObject", "worker");
    assert_eq!(
        scaled["spec"]["scaleTargetRef"]["name"],
        worker["metadata"]["name"]
    );
    let query = &scaled["spec"]["triggers"][0]["metadata"]["query"];
    check_metrics("the ScaledObject", query.as_str().expect("a query"));
}

#[test]
fn the_chart_carries_rules_and_dashboard() {
    let manifests = render(4, &["--values", &way("everything")]).expect("manifests");
    let rules = find(&manifests, "PrometheusRule", "");
    assert_eq!(
        rules["spec"],
        crate::tools::yaml("helm/windrow/files/rules.yaml")
    );
    let map = find(&manifests, "ConfigMap", "dashboard");
    let text = map["data"]["job-coverage.json"]
        .as_str()
        .expect("a dashboard");
    let dashboard: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(
        dashboard,
        crate::tools::json("dashboards/job-coverage.json")
    );
}

#[test]
fn long_names_stay_within_what_a_cluster_takes() {
    let long = "a-release-whose-name-is-as-long-as-helm-allows-it-53c";
    for major in MAJORS {
        let mut helm = helm(major);
        helm.args([
            "template",
            long,
            CHART,
            "--set",
            "nameOverride=something-very-long-indeed",
        ]);
        let text = said(&mut helm).expect("manifests");
        let manifests: Vec<Value> = serde_saphyr::from_multiple(&text).expect("YAML");
        for manifest in manifests {
            let name = manifest["metadata"]["name"].as_str().expect("a name");
            assert!(name.len() <= 63, "{name}");
        }
    }
}

#[test]
fn the_package_is_whole() {
    for major in MAJORS {
        let folder = tempfile::tempdir().expect("a folder");
        let mut pack = helm(major);
        pack.args(["package", CHART, "--destination"])
            .arg(folder.path());
        said(&mut pack).unwrap_or_else(|error| panic!("{error}"));
        let file: &Path = &folder.path().join("windrow-0.1.0.tgz");
        let mut template = helm(major);
        template
            .args(["template", "rake"])
            .arg(file)
            .args(["--values", &way("everything")]);
        said(&mut template).unwrap_or_else(|error| panic!("{error}"));
    }
}
