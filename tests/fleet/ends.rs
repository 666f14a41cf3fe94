//! Programs that come, go and take over while a job runs, and a job that its operator ends.

use anyhow::Result;
use common::jobs::JobState;
use fleet_tests::fleet::{Broker, Fleet, Process};
use fleet_tests::patience::eventually;
use fleet_tests::proxy::Way;
use fleet_tests::site::Scenario;
use nix::sys::signal::Signal;

/// A fleet in the middle of the job board's job, with pages that the site holds back.
async fn busy(workers: usize) -> Result<(Fleet, String)> {
    let fleet = Fleet::start(Broker::shared(), workers).await?;
    fleet.site.gate().close("/jobs/", 3);
    let id = fleet.submit(Scenario::JobBoard, "read: {wave: 1}\n")?;
    eventually("pages are being read", || async {
        (fleet.site.gate().waiting() > 1).then_some(())
    })
    .await;
    Ok((fleet, id))
}

/// The job is delivered as it should be, and nothing is left.
async fn golden(mut fleet: Fleet, id: &str) -> Result<()> {
    let status = fleet.ended(id).await;
    assert_eq!(status.state, JobState::Delivered, "{status:?}");
    let golden = Scenario::JobBoard.golden(&fleet.site.origin())?;
    assert_eq!(fleet.output(id).await?, golden);
    fleet.at_rest(&[id]).await
}

/// Waits for the standby, lets the pages go, and compares what comes of the job.
async fn goes_on(fleet: Fleet, standby: usize, id: &str) -> Result<()> {
    eventually("the standby is active", || async {
        is_active(&fleet, standby).await.then_some(())
    })
    .await;
    fleet.let_go();
    golden(fleet, id).await
}

async fn is_active(fleet: &Fleet, coordinator: usize) -> bool {
    let page = fleet.coordinators[coordinator].get("/metrics").await;
    page.is_ok_and(|page| {
        page.lines()
            .any(|line| line == "windrow_coordinator_active 1")
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standby_takes_over_from_a_coordinator_that_was_killed() -> Result<()> {
    let (mut fleet, id) = busy(1).await?;
    let standby = fleet.add_coordinator(&[]).await?;
    let active = eventually("one of the two is active", || async {
        match (is_active(&fleet, 0).await, is_active(&fleet, standby).await) {
            (true, false) => Some(0),
            // The first one was held up for longer than its lease.
            (false, true) => Some(standby),
            _ => None,
        }
    })
    .await;
    fleet.coordinators[active].kill()?;
    goes_on(fleet, standby - active, &id).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standby_takes_over_from_a_coordinator_that_was_asked_to_stop() -> Result<()> {
    let (mut fleet, id) = busy(1).await?;
    let hour = [("WINDROW__COORDINATOR__LEASE", "1h")];
    let standby = fleet.add_coordinator(&hour).await?;
    fleet.coordinators[0].signal(Signal::SIGTERM)?;
    assert_eq!(fleet.coordinators[0].ended().await?, 0);
    goes_on(fleet, standby, &id).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_asked_to_stop_finishes_its_pages() -> Result<()> {
    let (fleet, id) = busy(1).await?;
    let worker = &fleet.workers[0];
    let before = fleet.status(&id).await.and_then(|status| status.pages);
    worker.signal(Signal::SIGTERM)?;
    fleet.let_go();
    assert_eq!(worker.ended().await?, 0);
    fleet.nothing_left().await;
    let after = fleet.status(&id).await.and_then(|status| status.pages);
    let settled = [before, after].map(|pages| pages.map(|pages| pages.settled));
    assert!(settled[0] < settled[1], "it finished nothing: {settled:?}");
    let mut fleet = fleet;
    fleet.add_worker(&[], &[]).await?;
    golden(fleet, &id).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_ends_by_itself_when_there_is_nothing_to_do() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 0).await?;
    let id = fleet.submit(Scenario::JobBoard, "")?;
    let worker = fleet.add_worker(&["--exit-when-idle"], &[]).await?;
    assert_eq!(fleet.ended(&id).await.state, JobState::Delivered);
    assert_eq!(fleet.workers[worker].ended().await?, 0);
    golden(fleet, &id).await
}

/// A worker that would end says why it does not, and has not ended.
async fn stays(worker: &Process, why: &str) {
    let stays = |line: &str| line.contains("the worker stays") && line.contains(why);
    eventually(&format!("a worker to stay: {why}"), || async {
        worker.said().lines().any(stays).then_some(())
    })
    .await;
    assert!(worker.is_running());
}

#[tokio::test(flavor = "multi_thread")]
async fn silence_is_no_end_while_a_job_is_open_or_the_broker_is_away() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 0).await?;
    let worker = fleet.add_worker(&["--exit-when-idle"], &[]).await?;
    eventually("the worker is ready", || async {
        fleet.workers[worker].get("/readyz").await.ok()
    })
    .await;
    fleet.workers[worker].queue.freeze(Way::ToServer);
    fleet.workers[worker].queue.cut();
    stays(&fleet.workers[worker], "the broker is out of reach").await;
    // The list itself does not come, so nothing is queued.
    fleet.site.gate().close("/jobs", 0);
    let id = fleet.submit(Scenario::JobBoard, "")?;
    fleet.workers[worker].queue.thaw();
    stays(&fleet.workers[worker], &id).await;
    fleet.let_go();
    assert_eq!(fleet.ended(&id).await.state, JobState::Delivered);
    assert_eq!(fleet.workers[worker].ended().await?, 0);
    golden(fleet, &id).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_is_cancelled_ends_with_what_was_accepted() -> Result<()> {
    let (mut fleet, id) = busy(2).await?;
    eventually("the first rows", || async {
        (fleet.status(&id).await?.pages?.rows > 0).then_some(())
    })
    .await;
    fleet.verb(&["cancel", &id])?;
    fleet.let_go();
    let status = fleet.ended(&id).await;
    assert_eq!(status.state, JobState::Cancelled, "{status:?}");
    let rows = fleet.output(&id).await?["jobs"].as_array().map(Vec::len);
    assert!(rows.is_some_and(|rows| rows > 0), "{rows:?}");
    fleet.drained().await?;
    fleet.end().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_is_forgotten_leaves_no_message() -> Result<()> {
    let (fleet, id) = busy(1).await?;
    // A second job, whose pages wait behind those of the first, is deleted before they are read.
    let second = fleet.submit(Scenario::Catalogue, "")?;
    eventually("its pages are queued", || async {
        let pages = fleet.status(&second).await?.pages?;
        pages.details.contains_key("queued").then_some(())
    })
    .await;
    fleet.verb(&["cancel", &second])?;
    assert_eq!(fleet.ended(&second).await.state, JobState::Cancelled);
    let address = format!("/v1/jobs/{second}?forget=true");
    let address = fleet.coordinators[0].url()?.join(&address)?;
    let deleted = reqwest::Client::new().delete(address).send().await?;
    assert!(deleted.status().is_success(), "{deleted:?}");
    let lost = fleet.windrow(&["status", &second], &[])?;
    lost.check(2, &["There is no job"]);
    fleet.let_go();
    golden(fleet, &id).await
}
