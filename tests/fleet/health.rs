//! What the programs of a fleet tell those who watch over them, from their start to their end, with a
//! broker and a store that come and go: alive as long as they work or wait, ready only when they work.

use std::time::Duration;

use anyhow::Result;
use fleet_tests::fleet::{Broker, Fleet, JOB_PATIENCE, Process, blocking};
use fleet_tests::patience::{PATIENCE, eventually, within};
use fleet_tests::proxy::Way;
use fleet_tests::site::Scenario;
use nix::sys::signal::Signal;

/// Waits until the program says this of its readiness; it is alive all the time.
async fn says(program: &Process, status: u16, word: &str) {
    says_within(PATIENCE, program, status, word).await;
}

async fn says_within(limit: Duration, program: &Process, status: u16, word: &str) {
    let what = format!("{} to be {status} and say {word:?}", program.name());
    within(limit, &what, || async {
        let (alive, said) = program.ask("/healthz").await.ok()?;
        assert_eq!((alive, said.as_str()), (200, "alive\n"), "{what}");
        let told = program.ask("/readyz").await.ok()?;
        (told.0 == status && told.1.contains(word)).then_some(())
    })
    .await;
}

/// A number that the program tells of itself.
async fn told(program: &Process, metric: &str) -> Option<String> {
    let page = program.get("/metrics").await.ok()?;
    let line = page.lines().find(|line| line.starts_with(metric))?;
    line.split_once(' ').map(|(_, number)| number.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_waits_is_alive_and_says_for_what() -> Result<()> {
    let mut fleet = Fleet::of_services(Broker::shared()).await?;
    fleet.store.kill()?;
    fleet.add_coordinator(&[]).await?;
    fleet.add_worker(&[], &[]).await?;
    for program in fleet.programs() {
        program.queue.freeze(Way::ToServer);
        says(program, 503, "starting: waits for store.url").await;
        assert!(program.get("/metrics").await?.contains("windrow_"));
    }
    let (status, said) = fleet.coordinators[0].ask("/v1/jobs").await?;
    assert!(status == 503 && said.contains("unavailable"), "{said}");
    blocking(|| fleet.store.start_again())?;
    for program in fleet.programs() {
        says(program, 503, "starting: waits for queue.url").await;
        program.queue.thaw();
    }
    says(&fleet.coordinators[0], 200, "active").await;
    says(&fleet.workers[0], 200, "consuming").await;
    assert_eq!(
        told(&fleet.workers[0], "windrow_worker_browsers")
            .await
            .as_deref(),
        Some("1")
    );
    let standby = fleet.add_coordinator(&[]).await?;
    says(&fleet.coordinators[standby], 200, "standing by").await;
    fleet.end().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_lost_broker_or_store_is_alive_and_not_ready() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 1).await?;
    says(&fleet.coordinators[0], 200, "active").await;
    says(&fleet.workers[0], 200, "consuming").await;
    for program in fleet.programs() {
        program.queue.freeze(Way::ToServer);
        program.queue.cut();
    }
    says(&fleet.workers[0], 503, "no live consumer").await;
    assert_eq!(
        told(&fleet.workers[0], "windrow_worker_consumer_live")
            .await
            .as_deref(),
        Some("0")
    );
    says(&fleet.coordinators[0], 503, "queue out of reach").await;
    fleet.let_go();
    says(&fleet.workers[0], 200, "consuming").await;
    says(&fleet.coordinators[0], 200, "active").await;
    fleet.store.kill()?;
    for program in fleet.programs() {
        says(program, 503, "store out of reach").await;
    }
    blocking(|| fleet.store.start_again())?;
    says(&fleet.workers[0], 200, "consuming").await;
    says(&fleet.coordinators[0], 200, "active").await;
    fleet.end().await
}

/// The broker says so only to a connection that publishes, so pages must be due.
#[tokio::test(flavor = "multi_thread")]
async fn a_coordinator_whose_broker_is_blocked_is_ready_and_says_why() -> Result<()> {
    let mut fleet = Fleet::start(Broker::own()?, 1).await?;
    says(&fleet.coordinators[0], 200, "active\n").await;
    watermark(&fleet, "0.000001")?;
    let job = fleet.submit(Scenario::JobBoard, "")?;
    let blocked = "active; the broker takes no publishes: low on memory\n";
    // The list is read first.
    says_within(JOB_PATIENCE, &fleet.coordinators[0], 200, blocked).await;
    assert_eq!(
        told(&fleet.coordinators[0], "windrow_queue_blocked")
            .await
            .as_deref(),
        Some("1")
    );
    assert_eq!(fleet.client()?.status(&job).await?.id, job);
    watermark(&fleet, "0.6")?;
    says(&fleet.coordinators[0], 200, "active\n").await;
    fleet.ended(&job).await;
    fleet.at_rest(&[&job]).await
}

/// Sets the share of memory above which the broker takes no publishes.
fn watermark(fleet: &Fleet, share: &str) -> Result<()> {
    let words = ["set_vm_memory_high_watermark", share];
    blocking(|| fleet.broker.server().ctl(&words))?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_asked_to_stop_drains() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 1).await?;
    says(&fleet.workers[0], 200, "consuming").await;
    fleet.site.gate().close("/jobs/", 0);
    fleet.submit(Scenario::JobBoard, "")?;
    eventually("pages are being read", || async {
        (fleet.site.gate().waiting() > 1).then_some(())
    })
    .await;
    assert_eq!(
        told(&fleet.workers[0], "windrow_worker_consumer_live")
            .await
            .as_deref(),
        Some("1")
    );
    fleet.workers[0].signal(Signal::SIGTERM)?;
    says(&fleet.workers[0], 503, "draining").await;
    assert_eq!(
        told(&fleet.workers[0], "windrow_worker_consumer_live")
            .await
            .as_deref(),
        Some("0")
    );
    fleet.let_go();
    assert_eq!(fleet.workers[0].ended().await?, 0);
    fleet.end().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_coordinator_that_is_asked_to_stop_drains() -> Result<()> {
    let mut fleet = Fleet::start(Broker::shared(), 0).await?;
    says(&fleet.coordinators[0], 200, "active").await;
    // Its last word, that it gives the lease back, waits for the store.
    fleet.store.pause()?;
    fleet.coordinators[0].signal(Signal::SIGTERM)?;
    says(&fleet.coordinators[0], 503, "draining").await;
    fleet.store.resume()?;
    assert_eq!(fleet.coordinators[0].ended().await?, 0);
    fleet.end().await
}
