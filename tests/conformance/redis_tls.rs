//! A server behind TLS: it is known by its authority, and refused when that is not given.

use common::store::{RedisOptions, RedisStore, ShardStore};
use domain::answer::commit::{Commit, Footprint};
use fleet_tests::boats;
use fleet_tests::certificates::Certificates;
use fleet_tests::redis::Server;

#[tokio::test]
async fn a_server_behind_tls_is_known_by_its_authority() {
    let made = Certificates::make().unwrap();
    let [authority, own, key] =
        [made.authority(), made.own(), made.key()].map(|file| file.display().to_string());
    let settings = [
        ("port", "0"),
        ("tls-port", "{port}"),
        ("tls-ca-cert-file", &authority),
        ("tls-cert-file", &own),
        ("tls-key-file", &key),
        ("tls-auth-clients", "no"),
        ("requirepass", "secret"),
    ];
    let server = Server::start_with(&settings).unwrap();
    let url = format!("rediss://:secret@127.0.0.1:{}", server.port());
    let known = RedisOptions {
        authorities: Some(std::fs::read(&authority).unwrap()),
        ..RedisOptions::default()
    };
    let store = RedisStore::connect(&url, &known).await.unwrap();
    let mut commit = Commit::default();
    commit.adds.insert("rows".to_owned(), 3);
    store.commit(&boats::job(), commit).await.unwrap();
    let mut names = Footprint::default();
    names.cell("rows");
    let loaded = store.load(&boats::job(), &names).await.unwrap();
    assert_eq!(loaded.cells["rows"], 3);
    let unknown = RedisOptions::default();
    let error = RedisStore::connect(&url, &unknown).await.err().unwrap();
    let address = format!("rediss://127.0.0.1:{}", server.port());
    assert!(error.message.contains(&address), "{error}");
    assert!(error.message.contains("certificate"), "{error}");
    assert!(!error.message.contains("secret"), "{error}");
}
