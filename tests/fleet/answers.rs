//! Every scenario gives its golden answer on two workers, and a fleet does several jobs side by side.

use anyhow::Result;
use common::jobs::JobState;
use fleet_tests::fleet::{Broker, Fleet};
use fleet_tests::patience::eventually;
use fleet_tests::site::Scenario;

#[tokio::test(flavor = "multi_thread")]
async fn every_scenario_on_two_workers() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 2).await?;
    let mut ids = Vec::new();
    for scenario in Scenario::ALL {
        ids.push(fleet.submit(scenario, "")?);
    }
    for (scenario, id) in Scenario::ALL.into_iter().zip(&ids) {
        let status = fleet.ended(id).await;
        assert_eq!(status.state, JobState::Delivered, "{status:?}");
        let golden = scenario.golden(&fleet.site.origin())?;
        assert_eq!(fleet.output(id).await?, golden, "{scenario:?}");
    }
    let ids: Vec<_> = ids.iter().map(String::as_str).collect();
    fleet.at_rest(&ids).await
}

/// How many reads of the fleet's workers ended in a class.
async fn reads(fleet: &Fleet, class: &str) -> f64 {
    let wanted = format!("windrow_worker_pages_total{{class=\"{class}\"}} ");
    let mut sum = 0.0;
    for worker in &fleet.workers {
        let page = worker.get("/metrics").await.unwrap_or_default();
        let values = page.lines().filter_map(|line| line.strip_prefix(&wanted));
        sum += values.filter_map(|n| n.parse::<f64>().ok()).sum::<f64>();
    }
    sum
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_that_were_stored_as_shells_are_read_again_inside_their_panels() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 2).await?;
    // The panels do not answer until shells were found.
    fleet.site.gate().close("/embed/course", 0);
    let id = fleet.submit(Scenario::FramedBoard, "")?;
    eventually("shells are found", || async {
        (reads(&fleet, "shell").await > 0.0).then_some(())
    })
    .await;
    fleet.let_go();
    let status = fleet.ended(&id).await;
    assert_eq!(status.state, JobState::Delivered, "{status:?}");
    let golden = Scenario::FramedBoard.golden(&fleet.site.origin())?;
    assert_eq!(fleet.output(&id).await?, golden);
    fleet.at_rest(&[&id]).await
}
