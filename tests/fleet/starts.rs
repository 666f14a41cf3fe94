//! Starts in any order, and starts that cannot succeed: those end with 4 and say what to do.

use anyhow::Result;
use common::jobs::JobState;
use fleet_tests::fleet::{Broker, Fleet, blocking};
use fleet_tests::patience::eventually;
use fleet_tests::ports::Port;
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

/// Longer than a test waits for the end of a program: what is waited for, is not seen in time.
const LONG: (&str, &str) = ("WINDROW__FLEET__WAIT", "1h");

#[tokio::test(flavor = "multi_thread")]
async fn a_broker_that_refuses_the_user_ends_the_wait_at_once() -> Result<()> {
    let broker = Broker::shared();
    let (server, port) = (broker.server(), broker.server().address().port());
    let refused = async |url: &str, words: &[&str]| {
        let settings = [("WINDROW__QUEUE__URL", url), LONG];
        check(&settings, &[&["queue.url"], words].concat()).await
    };
    let wrong = server.url_with("wrong-secret", port);
    refused(&wrong, &["this user or its password"]).await?;
    let nowhere = server.url_with("rake", port).replace("%2f", "nowhere");
    refused(&nowhere, &["virtual host", "nowhere"]).await?;
    let make: [&[&str]; 2] = [
        &["add_user", "guest-reader", "wrong-secret"],
        &["set_permissions", "guest-reader", "^$", ".*", ".*"],
    ];
    for words in make {
        blocking(|| server.ctl(words))?;
    }
    let narrow = wrong.replace("//rake:", "//guest-reader:");
    refused(&narrow, &["permission", "guest-reader"]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_refuses_the_user_ends_the_wait_at_once() -> Result<()> {
    let store = Store::start_with(&[("requirepass", "right")])?;
    let refused = async |user: &str, words: &[&str]| {
        let url = format!("redis://{user}127.0.0.1:{}", store.port());
        let settings = [("WINDROW__STORE__URL", url.as_str()), LONG];
        check(&settings, &[&["store.url"], words].concat()).await
    };
    refused(":wrong-secret@", &["password"]).await?;
    refused("", &["password"]).await?;
    let words = "-a right ACL SETUSER reader on >wrong-secret ~* +@read +info +client +ping";
    let words: Vec<_> = words.split(' ').collect();
    store.ask(&words)?;
    refused("reader:wrong-secret@", &["permission"]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broker_and_a_store_that_nobody_can_reach() -> Result<()> {
    let port = Port::free()?;
    let nobody = port.address();
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
