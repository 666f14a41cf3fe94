//! Every scenario gives its golden answer on two workers, and a fleet does several jobs side by side.

use anyhow::Result;
use common::jobs::JobState;
use fleet_tests::fleet::{Broker, Fleet};
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
