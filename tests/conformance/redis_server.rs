//! Servers as they are met: with settings that would lose data, behind a login, away; and what is
//! left on one. Each message says what is wrong and how to mend it, and no password.

use std::sync::Arc;
use std::time::Duration;

use common::store::{RedisOptions, RedisStore, ShardError, ShardStore};
use domain::answer::commit::{Commit, Footprint, RecordKey, Space};
use domain::disposition::ErrorClass;
use domain::ids::{JobId, RowId};
use fleet_tests::boats;
use fleet_tests::patience::eventually;
use fleet_tests::redis::Server;
use serde_json::json;

async fn connect(url: &str) -> Result<RedisStore, ShardError> {
    RedisStore::connect(url, &RedisOptions::default()).await
}

async fn refused(url: &str, class: ErrorClass, words: &[&str]) {
    let error = connect(url).await.err().unwrap();
    assert_eq!(error.class, class, "{error}");
    for word in words {
        assert!(error.message.contains(word), "{error} does not say {word}");
    }
    assert!(!error.message.contains("secret"), "{error}");
}

#[tokio::test]
async fn a_server_that_evicts_is_refused() {
    let server = Server::start_with(&[("maxmemory-policy", "allkeys-lru")]).unwrap();
    let words = [
        "maxmemory-policy is allkeys-lru",
        "CONFIG SET maxmemory-policy noeviction",
    ];
    refused(&server.url(), ErrorClass::Permanent, &words).await;
}

#[tokio::test]
async fn a_server_that_forgets_is_refused() {
    let server = Server::start_with(&[("appendonly", "no")]).unwrap();
    let words = ["neither appendonly nor save", "CONFIG SET appendonly yes"];
    refused(&server.url(), ErrorClass::Permanent, &words).await;
    let snapshots = [("appendonly", "no"), ("save", "3600 1")];
    let server = Server::start_with(&snapshots).unwrap();
    connect(&server.url()).await.unwrap();
}

#[tokio::test]
async fn a_login_is_needed_and_may_be_wrong() {
    let permitted = [
        ("requirepass", "secret"),
        ("user", "windrow on >secret2 ~windrow:* +@all"),
        ("user", "narrow on >secret3 ~windrow:* +@all -info"),
    ];
    let server = Server::start_with(&permitted).unwrap();
    let plain = server.url();
    let with = |login: &str| plain.replace("//", &format!("//{login}@"));
    let words = [plain.as_str(), "check the user and the password"];
    for url in [
        plain.clone(),
        with(":secret-not"),
        with("windrow:secret"),
        with("nobody:secret"),
    ] {
        refused(&url, ErrorClass::Permanent, &words).await;
    }
    connect(&with(":secret")).await.unwrap();
    let store = connect(&with("windrow:secret2")).await.unwrap();
    store.commit(&boats::job(), filled()).await.unwrap();
    let words = [plain.as_str(), "ACL SETUSER"];
    refused(&with("narrow:secret3"), ErrorClass::Permanent, &words).await;
}

#[tokio::test]
async fn a_server_that_is_away_may_come() {
    let mut server = Server::start().unwrap();
    server.kill().unwrap();
    let words = ["nothing listens there", &server.url()];
    refused(&server.url(), ErrorClass::Transient, &words).await;
    server.start_again().unwrap();
    connect(&server.url()).await.unwrap();
}

#[tokio::test]
async fn a_connection_has_its_name_again_after_a_restart() {
    let mut server = Server::start().unwrap();
    let options = RedisOptions {
        client_name: "windrow-worker-7".to_owned(),
        ..RedisOptions::default()
    };
    let store = RedisStore::connect(&server.url(), &options).await.unwrap();
    let store = Arc::new(store);
    let named = |server: &Server| {
        let clients = server.ask(&["CLIENT", "LIST"]).unwrap();
        clients.matches("name=windrow-worker-7 ").count()
    };
    assert_eq!(named(&server), 1);
    server.kill().unwrap();
    server.start_again().unwrap();
    let mut names = Footprint::default();
    names.cell("rows");
    eventually("the store to be back", || async {
        store.load(&boats::job(), &names).await.ok()
    })
    .await;
    assert_eq!(named(&server), 1);
}

#[tokio::test]
async fn a_server_that_was_changed_behind_the_back_is_refused() {
    let mut server = Server::start().unwrap();
    let store = connect(&server.url()).await.unwrap();
    server.kill().unwrap();
    server.set("maxmemory-policy", "allkeys-lru");
    server.start_again().unwrap();
    let error = eventually("a refusal for good", || async {
        let error = store.commit(&boats::job(), filled()).await.err()?;
        (error.class == ErrorClass::Permanent).then_some(error)
    })
    .await;
    assert!(error.message.contains("allkeys-lru"), "{error}");
}

#[tokio::test]
async fn a_forgotten_job_leaves_no_key() {
    let server = Server::start().unwrap();
    let store = connect(&server.url()).await.unwrap();
    let jobs = ["a", "b"].map(|id| JobId(id.to_owned()));
    for job in &jobs {
        store.commit(job, filled()).await.unwrap();
    }
    let both: u32 = server.ask(&["DBSIZE"]).unwrap().trim().parse().unwrap();
    store.forget(&jobs[0]).await.unwrap();
    let one: u32 = server.ask(&["DBSIZE"]).unwrap().trim().parse().unwrap();
    assert_eq!(both, 2 * one);
    store.forget(&jobs[1]).await.unwrap();
    assert_eq!(server.ask(&["DBSIZE"]).unwrap().trim(), "0");
}

#[tokio::test]
async fn every_key_of_a_job_that_is_to_end_does_and_a_commit_changes_nothing_about_it() {
    let server = Server::start().unwrap();
    let store = connect(&server.url()).await.unwrap();
    let job = boats::job();
    let ends = || {
        let keys = server.ask(&["KEYS", "*"]).unwrap();
        let keys = keys.lines().filter(|key| !key.is_empty());
        let ends = keys.map(|key| server.ask(&["PTTL", key]).unwrap().trim().to_owned());
        ends.map(|ms| ms.parse::<i64>().unwrap())
            .collect::<Vec<_>>()
    };
    store.commit(&job, filled()).await.unwrap();
    let all = ends().len();
    for n in 0..2 {
        let hour = Duration::from_hours(1);
        store.expire(&job, Some(hour)).await.unwrap();
        let mut late = Commit::default();
        late.adds.insert("rows".to_owned(), 1);
        let row = RecordKey::new(Space::Row, format!("{n}-late"));
        late.puts.insert(row, Some(serde_json::Value::Null));
        store.commit(&job, late).await.unwrap();
        assert!(ends().len() > all, "no new key");
        assert!(ends().iter().all(|ms| *ms > 0), "{:?}", ends());
        store.expire(&job, None).await.unwrap();
        assert!(ends().iter().all(|ms| *ms == -1), "{:?}", ends());
    }
}

#[tokio::test]
async fn a_cell_that_was_changed_by_hand_is_named() {
    let server = Server::start().unwrap();
    let answer = boats::answer(Arc::new(connect(&server.url()).await.unwrap()));
    boats::write(&answer, 1).await.unwrap();
    assert_eq!(answer.verify().await.unwrap().drift, []);
    let cells = "windrow:{boats}:cells";
    server.ask(&["HINCRBY", cells, "rows/unread", "3"]).unwrap();
    let drift = answer.verify().await.unwrap().drift;
    let [found] = &drift[..] else {
        panic!("{drift:?}");
    };
    let said = (found.cell.as_str(), found.stored, found.recounted);
    assert_eq!(said, ("rows/unread", 3, 0));
}

#[tokio::test]
async fn a_sum_beyond_64_bits_changes_nothing() {
    let server = Server::start().unwrap();
    let store = connect(&server.url()).await.unwrap();
    let job = boats::job();
    store.commit(&job, filled()).await.unwrap();
    let before = store.dump(&job).await.unwrap();
    let mut commit = filled();
    commit.adds.insert("another".to_owned(), 1);
    commit.adds.insert("rows".to_owned(), i64::MAX);
    store.commit(&job, commit).await.unwrap_err();
    assert_eq!(store.dump(&job).await.unwrap(), before);
}

#[tokio::test]
async fn a_full_server_says_so_and_changes_nothing() {
    let server = Server::start_with(&[("maxmemory", "4mb")]).unwrap();
    let store = connect(&server.url()).await.unwrap();
    let job = boats::job();
    let mut landed = 0;
    let error = loop {
        assert!(landed < 500, "the server is never full");
        match store.commit(&job, heavy(landed)).await {
            Ok(_) => landed += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(error.class, ErrorClass::Transient, "{error}");
    assert!(error.message.contains("raise maxmemory"), "{error}");
    let dump = store.dump(&job).await.unwrap();
    assert_eq!(dump.cells["rows"], i64::from(landed));
    assert_eq!(dump.records.len(), usize::try_from(landed).unwrap());
}

/// A commit with a body that does not deflate.
fn heavy(n: u32) -> Commit {
    let words = (0..4_000).map(|word| format!("{:?}", RowId::of_content(&format!("{n} {word}"))));
    let mut commit = Commit::default();
    commit.adds.insert("rows".to_owned(), 1);
    let key = RecordKey::new(Space::Row, n.to_string());
    commit.puts.insert(key, Some(words.collect()));
    commit
}

/// A commit that touches cells and every space.
fn filled() -> Commit {
    let mut commit = Commit::default();
    commit.adds.insert("rows".to_owned(), 1);
    for space in Space::ALL {
        let key = RecordKey::new(space, "a");
        commit.puts.insert(key, Some(json!({"name": "Boat"})));
    }
    commit
}
