//! A real Prometheus scrapes a fleet: its pages of metrics are sound, and every expression of every
//! dashboard has data.

use std::path::Path;

use anyhow::{Context, Result};
use common::clock::Clock;
use fleet_tests::fleet::{Broker, Fleet, Process};
use fleet_tests::patience::eventually;
use fleet_tests::prometheus::{Job, Server, check_metrics};
use fleet_tests::site::Scenario;
use serde_json::Value;

/// No page states this, so that rows are refused.
const REFUSED: &str = r#"{"type": "object", "properties": {"jobs": {"type": "array", "items": {
    "type": "object", "required": ["shoeSize"],
    "properties": {"title": {"type": "string"}, "shoeSize": {"type": "integer"}}}}}}"#;

#[tokio::test(flavor = "multi_thread")]
async fn every_expression_of_the_dashboards_has_data() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 2).await?;
    let began = Clock::system().now_ms() / 1_000;
    let jobs = [
        ("coordinator", &fleet.coordinators),
        ("worker", &fleet.workers),
    ];
    let jobs = jobs.map(|(name, programs)| target(name, programs));
    let jobs: Result<Vec<Job>> = jobs.into_iter().collect();
    let prometheus = Server::start(&jobs?).await?;
    // A rate needs a scrape from before the first page, and a server takes seconds to its first.
    all_up(&fleet, &prometheus).await;
    let good = fleet.submit(Scenario::JobBoard, "")?;
    let job = format!(
        "name: refused\nstart: ['{}']\nschema: schema.json\n",
        fleet.site.url("/jobs")
    );
    let refused = fleet.submit_job(&job, REFUSED)?;
    fleet.ended(&good).await;
    fleet.ended(&refused).await;
    for program in fleet.programs() {
        check_metrics(&program.get("/metrics").await?).context(program.name().to_owned())?;
    }
    for expression in expressions()? {
        eventually(&expression, || async {
            let now = Clock::system().now_ms() / 1_000;
            let found = prometheus.query_range(&expression, began, now).await;
            let found = found.unwrap_or_else(|error| panic!("{error:#}"));
            let mut values = found.iter().flat_map(|series| &series.values);
            values.any(|value| value != "NaN").then_some(())
        })
        .await;
    }
    all_up(&fleet, &prometheus).await;
    fleet.at_rest(&[&good, &refused]).await
}

/// Waits until the newest scrape of every program went well.
async fn all_up(fleet: &Fleet, prometheus: &Server) {
    eventually("a scrape of every program", || async {
        let targets = prometheus.targets().await.ok()?;
        let up = targets.iter().filter(|(_, state)| state == "up").count();
        (up == fleet.programs().count()).then_some(())
    })
    .await;
}

fn target(name: &str, programs: &[Process]) -> Result<Job> {
    let address = |program: &Process| {
        let addresses = program.url()?.socket_addrs(|| None)?;
        addresses.first().copied().context("no address")
    };
    Ok(Job {
        name: name.to_owned(),
        targets: programs.iter().map(address).collect::<Result<_>>()?,
    })
}

/// Every expression of the dashboards, its variables filled in as for a look at everything.
fn expressions() -> Result<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dashboards");
    let mut all = Vec::new();
    for file in std::fs::read_dir(&folder).context("dashboards")? {
        let text = std::fs::read_to_string(file?.path())?;
        collect(&serde_json::from_str(&text)?, &mut all);
    }
    assert!(!all.is_empty(), "no expression in {}", folder.display());
    for expression in &mut all {
        *expression = expression
            .replace("$job", ".+")
            .replace("$__rate_interval", "1m");
        assert!(
            !expression.contains('$'),
            "an unknown variable: {expression}"
        );
    }
    Ok(all)
}

/// Expressions of panels, and the metrics whose labels fill variables.
fn collect(value: &Value, all: &mut Vec<String>) {
    if let Some(expression) = value["expr"].as_str() {
        all.push(expression.to_owned());
    }
    let labels = value["query"]
        .as_str()
        .and_then(|query| query.strip_prefix("label_values("));
    if let Some((metric, _)) = labels.and_then(|labels| labels.split_once(',')) {
        all.push(metric.to_owned());
    }
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect(value, all)),
        Value::Object(map) => map.values().for_each(|value| collect(value, all)),
        _ => {}
    }
}
