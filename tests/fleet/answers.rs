//! Every scenario gives its golden answer on two workers.

use anyhow::Result;
use common::jobs::JobState;
use fleet_tests::fleet::{Broker, Fleet};
use fleet_tests::site::Scenario;

async fn check(scenario: Scenario) -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 2).await?;
    let id = fleet.submit(scenario, "")?;
    let status = fleet.ended(&id).await;
    assert_eq!(status.state, JobState::Delivered, "{status:?}");
    let golden = scenario.golden(&fleet.site.origin())?;
    assert_eq!(fleet.output(&id).await?, golden);
    fleet.at_rest(&id).await
}

#[tokio::test(flavor = "multi_thread")]
async fn job_board() -> Result<()> {
    check(Scenario::JobBoard).await
}

#[tokio::test(flavor = "multi_thread")]
async fn catalogue() -> Result<()> {
    check(Scenario::Catalogue).await
}
