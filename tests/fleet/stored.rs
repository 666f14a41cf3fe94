//! What becomes of a job whose share of the store is full, and whether its counters are those of its
//! records.

use anyhow::Result;
use common::api::JobStatus;
use common::jobs::JobState;
use fleet_tests::fleet::{Broker, Fleet, blocking};
use fleet_tests::patience::eventually;
use fleet_tests::site::Scenario;

/// The job failed for its share, says so, and is not worked on any more.
async fn failed_for_its_share(fleet: &mut Fleet, id: &str) -> Result<JobStatus> {
    let status = fleet.ended(id).await;
    assert_eq!(status.state, JobState::Failed, "{status:?}");
    let why = status.end.as_ref().map_or("", |end| end.why.as_str());
    assert!(why.contains("store.max_job_bytes"), "{status:?}");
    fleet.let_go();
    fleet.drained().await?;
    fleet.end().await?;
    Ok(status)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_is_full_fails_with_its_rows_readable() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 1).await?;
    fleet.site.gate().close("/jobs/", 3);
    let id = fleet.submit(Scenario::JobBoard, "")?;
    eventually("some rows", || async {
        let pages = fleet.status(&id).await?.pages?;
        (pages.rows > 0 && fleet.site.gate().waiting() > 1).then_some(())
    })
    .await;
    fleet.workers[0].kill()?;
    let bytes = blocking(|| {
        fleet
            .store
            .ask(&["GET", &format!("windrow:{{{id}}}:bytes")])
    })?;
    let small = [("WINDROW__STORE__MAX_JOB_BYTES", bytes.trim())];
    fleet.add_worker(&[], &small).await?;
    fleet.let_go();
    let status = fleet.ended(&id).await;
    let output = fleet.output(&id).await?;
    let rows = output["jobs"].as_array().map_or(0, Vec::len);
    assert!(rows > 0, "{status:?}");
    let said = fleet.verb(&["rows", &id, "--ndjson"])?;
    assert_eq!(said.lines().count(), rows);
    let status = failed_for_its_share(&mut fleet, &id).await?;
    assert_eq!(status.end.map(|end| end.rows), Some(rows as u64));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_is_full_before_its_first_page_fails() -> Result<()> {
    let mut fleet = Fleet::of_services(Broker::shared()).await?;
    let small = [("WINDROW__STORE__MAX_JOB_BYTES", "1500")];
    fleet.add_coordinator(&small).await?;
    let id = fleet.submit(Scenario::JobBoard, "")?;
    failed_for_its_share(&mut fleet, &id).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn counters_are_recounted_and_a_drift_is_named() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 1).await?;
    let id = fleet.submit(Scenario::Catalogue, "")?;
    fleet.ended(&id).await;
    let url = fleet.store.url();
    let ways: [&[(&str, &str)]; 2] = [&[], &[("WINDROW__STORE__URL", &url)]];
    let verify = ["admin", "verify", id.as_str()];
    for settings in ways {
        fleet.windrow(&verify, settings)?.check(0, &["0 of "]);
        let nobody = fleet.windrow(&["admin", "verify", "nobody"], settings)?;
        nobody.check(2, &["no job nobody"]);
    }
    let cells = format!("windrow:{{{id}}}:cells");
    blocking(|| fleet.store.ask(&["HINCRBY", &cells, "rows/unread", "3"]))?;
    for settings in ways {
        let drifted = fleet.windrow(&verify, settings)?;
        drifted.check(4, &["rows/unread: stored 3, recounted 0"]);
    }
    fleet.at_rest(&[&id]).await
}
