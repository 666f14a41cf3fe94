//! A server that cannot be had: a database that is not there, a process that stands still, a crash
//! in the middle of many requests. Whoever asks is told, and served again when it is back.

use std::sync::Arc;
use std::time::Duration;

use common::hosts::{HostLimiter, Pace};
use common::store::{RedisOptions, RedisStore, ShardStore};
use domain::answer::commit::{Commit, Footprint};
use domain::disposition::ErrorClass;
use domain::ids::JobId;
use fleet_tests::boats;
use fleet_tests::patience::{PATIENCE, eventually};
use fleet_tests::redis::Server;

/// A store that is told soon. A machine with much else to do may be too slow for it at first.
async fn hasty(server: &Server) -> RedisStore {
    let options = RedisOptions {
        connect_within: Duration::from_millis(500),
        answer_within: Duration::from_millis(500),
        ..RedisOptions::default()
    };
    let url = server.url();
    eventually("a connection", || async {
        RedisStore::connect(&url, &options).await.ok()
    })
    .await
}

fn count(job: &str) -> (JobId, Commit) {
    let mut commit = Commit::default();
    commit.adds.insert("rows".to_owned(), 1);
    (JobId(job.to_owned()), commit)
}

/// Served within the patience of tests.
async fn served(store: &RedisStore) {
    let mut names = Footprint::default();
    names.cell("rows");
    eventually("the store to be back", || async {
        store.ping().await.ok()?;
        store.load(&boats::job(), &names).await.ok()
    })
    .await;
}

#[tokio::test]
async fn a_database_that_is_not_there_is_named() {
    let server = Server::start().unwrap();
    for (database, words) in [("99", "number of the database"), ("boats", "database")] {
        let url = format!("{}/{database}", server.url());
        let options = RedisOptions::default();
        let error = RedisStore::connect(&url, &options).await.err().unwrap();
        assert_eq!(error.class, ErrorClass::Permanent, "{error}");
        assert!(error.message.contains(words), "{error}");
        assert!(error.message.contains(&server.url()), "{error}");
    }
    let url = format!("{}/3", server.url());
    let options = RedisOptions::default();
    let store = RedisStore::connect(&url, &options).await.unwrap();
    store.ping().await.unwrap();
}

#[tokio::test]
async fn a_server_that_stands_still_keeps_nobody_for_ever() {
    let server = Server::start().unwrap();
    let store = hasty(&server).await;
    let hosts = store.hosts();
    server.pause().unwrap();
    let all = async {
        let (job, commit) = count("boats");
        let error = store.commit(&job, commit).await.unwrap_err();
        assert_eq!(error.class, ErrorClass::Transient, "{error}");
        store.ping().await.unwrap_err();
        let pace = Pace {
            lanes: 1,
            delay_ms: 0,
            hold_ms: 1_000,
        };
        let error = hosts.turn("a.test", pace, 1).await.unwrap_err();
        assert_eq!(error.class(), ErrorClass::Transient, "{error}");
    };
    tokio::time::timeout(PATIENCE, all).await.unwrap();
    server.resume().unwrap();
    served(&store).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_during_an_outage_end_and_later_ones_are_served() {
    let mut server = Server::start().unwrap();
    let store = Arc::new(hasty(&server).await);
    server.kill().unwrap();
    let requests: Vec<_> = (0..64)
        .map(|n| {
            let store = Arc::clone(&store);
            let (job, commit) = count(&format!("job {n}"));
            tokio::spawn(async move { store.commit(&job, commit).await })
        })
        .collect();
    let all = async {
        for request in requests {
            let error = request.await.unwrap().unwrap_err();
            assert_eq!(error.class, ErrorClass::Transient, "{error}");
            assert!(!error.message.is_empty());
        }
    };
    tokio::time::timeout(PATIENCE, all).await.unwrap();
    server.start_again().unwrap();
    served(&store).await;
    eventually("a commit", || async {
        let (job, commit) = count("after");
        store.commit(&job, commit).await.ok()
    })
    .await;
}
