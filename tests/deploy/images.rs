//! Dockerfile and compose file, judged by `hadolint` and by the real Compose.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::names::{check_settings, strings};
use crate::tools::{command, fetched, said, text};

const DOCKERFILE: &str = "deploy/Dockerfile";
const COMPOSE: &str = "deploy/compose.yaml";
const GIVEN: [(&str, &str); 3] = [
    ("WINDROW_QUEUE_PASSWORD", "queuepassword"),
    ("WINDROW_STORE_PASSWORD", "storepassword"),
    ("WINDROW_TOKEN", "apitoken"),
];

/// The compose file with its variables filled in.
fn compose(without: Option<&str>) -> Result<Value, String> {
    let mut command = command(fetched("docker-compose", "linters"));
    command.args(["--file", COMPOSE, "config", "--format", "json"]);
    command.env_clear();
    for (name, value) in GIVEN {
        if Some(name) != without {
            command.env(name, value);
        }
    }
    said(&mut command).map(|text| serde_json::from_str(&text).expect("JSON"))
}

fn file() -> Value {
    compose(None).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_dockerfile_passes_hadolint() {
    let mut hadolint = command(fetched("hadolint", "linters"));
    said(hadolint.arg(DOCKERFILE)).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_image_runs_windrow_as_a_user_under_an_init() {
    let dockerfile = text(DOCKERFILE);
    let last = |word: &str| {
        let mut lines = dockerfile.lines().filter(|line| line.starts_with(word));
        lines
            .next_back()
            .unwrap_or_else(|| panic!("no {word}"))
            .to_owned()
    };
    let user = last("USER ");
    assert!(
        user[5..].starts_with(|c: char| c.is_ascii_digit() && c != '0'),
        "{user}"
    );
    assert!(last("ENTRYPOINT").contains("/usr/bin/tini"));
    assert!(dockerfile.contains("\nHEALTHCHECK "));
    for line in dockerfile.lines().filter(|line| line.starts_with("FROM ")) {
        let image = line.split(' ').nth(1).expect("an image");
        let tag = image.split_once(':').map(|(_, tag)| tag);
        assert!(
            tag.is_some_and(|t| t.contains('.')),
            "{image} has no version"
        );
    }
    let words = dockerfile.split(|c: char| !(c.is_ascii_uppercase() || c == '_'));
    check_settings(DOCKERFILE, words);
}

#[test]
fn the_compose_file_names_what_it_lacks() {
    for (name, _) in GIVEN {
        let error = compose(Some(name)).expect_err(name);
        assert!(error.contains(name), "{error}");
    }
}

#[test]
fn the_compose_file_has_services_that_outlive_a_restart() {
    let file = file();
    let services = file["services"].as_object().expect("services");
    let names: BTreeSet<&str> = services.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        BTreeSet::from(["coordinator", "rabbitmq", "redis", "worker"])
    );
    for (name, service) in services {
        let image = service["image"].as_str().expect("an image");
        let tag = image.rsplit_once(':').map(|(_, tag)| tag);
        assert!(
            tag.is_some_and(|t| t.contains('.')),
            "{image} has no version"
        );
        assert_eq!(service["restart"], "unless-stopped", "{name}");
    }
    for server in ["rabbitmq", "redis"] {
        assert!(
            services[server]["healthcheck"]["test"].is_array(),
            "{server}"
        );
        assert!(services[server]["volumes"].is_array(), "{server} forgets");
        assert!(
            services[server]["ports"].is_null(),
            "{server} is open to the network"
        );
    }
    let redis = services["redis"]["command"].to_string();
    for word in [
        "--appendonly yes",
        "--maxmemory-policy noeviction",
        "--requirepass",
    ] {
        assert!(redis.contains(word), "{redis}");
    }
}

#[test]
fn the_programs_of_the_compose_file_wait_for_their_services() {
    let file = file();
    for name in ["coordinator", "worker"] {
        let program = &file["services"][name];
        assert_eq!(program["command"][0], name);
        for server in ["rabbitmq", "redis"] {
            let condition = &program["depends_on"][server]["condition"];
            assert_eq!(condition, "service_healthy", "{name}");
        }
        assert_eq!(program["read_only"], true);
        let environment = program["environment"].as_object().expect("an environment");
        check_settings(COMPOSE, environment.keys().map(String::as_str));
        let queue = environment["WINDROW__QUEUE__URL"].as_str();
        assert_eq!(
            queue,
            Some("amqp://windrow:queuepassword@rabbitmq:5672/%2f")
        );
    }
}

#[test]
fn the_broker_of_the_compose_file_knows_its_user_and_counts_deliveries() {
    let file = file();
    let content = file["configs"]["definitions"]["content"].as_str();
    let definitions: Value = serde_json::from_str(content.expect("content")).expect("JSON");
    assert_eq!(definitions["users"][0]["password"], "queuepassword");
    assert_eq!(
        definitions["policies"][0]["definition"]["delivery-limit"],
        20
    );
    let mut found = Vec::new();
    strings(&file["services"]["rabbitmq"]["configs"], "", &mut found);
    assert!(found.contains(&("source", "definitions")), "{found:?}");
}
