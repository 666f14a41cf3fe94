//! Starts in any order, and starts that cannot succeed: those end with 4 and say what to do.

use std::net::TcpListener;

use anyhow::Result;
use common::jobs::JobState;
use fleet_tests::fleet::{Broker, Fleet, blocking};
use fleet_tests::patience::eventually;
use fleet_tests::proxy::Way;
use fleet_tests::redis::Server as Store;
use fleet_tests::site::Scenario;

#[tokio::test(flavor = "multi_thread")]
async fn workers_before_the_store_before_the_broker_before_the_coordinator() -> Result<()> {
    let mut fleet = Fleet::of_services(Broker::shared()).await?;
    fleet.store.kill()?;
    for _ in 0..2 {
        let worker = fleet.add_worker(&[], &[]).await?;
        fleet.workers[worker].queue.freeze(Way::ToServer);
    }
    waits_for(&fleet, "store.url").await;
    blocking(|| fleet.store.start_again())?;
    waits_for(&fleet, "queue.url").await;
    for worker in &fleet.workers {
        worker.queue.thaw();
    }
    fleet.add_coordinator(&[]).await?;
    let id = fleet.submit(Scenario::Catalogue, "")?;
    assert_eq!(fleet.ended(&id).await.state, JobState::Delivered);
    let golden = Scenario::Catalogue.golden(&fleet.site.origin())?;
    assert_eq!(fleet.output(&id).await?, golden);
    fleet.at_rest(&[&id]).await
}

/// Every worker says that it waits for what this setting names.
async fn waits_for(fleet: &Fleet, setting: &str) {
    for worker in &fleet.workers {
        let says = |line: &str| line.contains("not there yet") && line.contains(setting);
        eventually(
            &format!("{} waits for {setting}", worker.name()),
            || async { worker.said().lines().any(says).then_some(()) },
        )
        .await;
    }
}

/// Both programs end with 4 and these words.
async fn check(settings: &[(&str, &str)], words: &[&str]) -> Result<()> {
    let mut fleet = Fleet::of_services(Broker::shared()).await?;
    let coordinator = fleet.add_coordinator(settings).await?;
    let worker = fleet.add_worker(&[], settings).await?;
    for program in [&fleet.coordinators[coordinator], &fleet.workers[worker]] {
        assert_eq!(program.ended().await?, 4, "{}", program.said());
        let said = program.said();
        let last = said.lines().last().unwrap_or_default();
        for word in words {
            assert!(
                last.contains(word),
                "{word:?} is not in the last line of:\n{said}"
            );
        }
        assert!(!said.contains("wrong-secret"), "a password in:\n{said}");
    }
    fleet.end().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_password_for_the_broker() -> Result<()> {
    let port = Broker::shared().server().address().port();
    let url = Broker::shared().server().url_with("wrong-secret", port);
    let wait = ("WINDROW__FLEET__WAIT", "1s");
    let settings = [("WINDROW__QUEUE__URL", url.as_str()), wait];
    check(&settings, &["queue.url", "password"]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_password_for_the_store() -> Result<()> {
    let store = Store::start_with(&[("requirepass", "right")])?;
    let url = store.url().replace("//", "//:wrong-secret@");
    let settings = [("WINDROW__STORE__URL", url.as_str())];
    check(&settings, &["store.url", "password"]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broker_and_a_store_that_nobody_can_reach() -> Result<()> {
    let nobody = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?;
    let wait = ("WINDROW__FLEET__WAIT", "1s");
    let queue = format!("amqp://a:b@{nobody}");
    let settings = [("WINDROW__QUEUE__URL", queue.as_str()), wait];
    check(&settings, &["queue.url", &nobody.to_string(), "fleet.wait"]).await?;
    let store = format!("redis://{nobody}");
    let settings = [("WINDROW__STORE__URL", store.as_str()), wait];
    check(&settings, &["store.url", &nobody.to_string(), "fleet.wait"]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_throws_keys_away() -> Result<()> {
    let store = Store::start_with(&[("maxmemory-policy", "allkeys-lru")])?;
    let settings = [("WINDROW__STORE__URL", &*store.url())];
    check(&settings, &["store.url", "allkeys-lru", "noeviction"]).await
}
