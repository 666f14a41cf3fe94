//! A server behind TLS: it is known by its authority, and refused when that is not given.

use std::path::Path;
use std::process::Command;

use common::store::{RedisOptions, RedisStore, ShardStore};
use domain::answer::commit::{Commit, Footprint};
use fleet_tests::boats;
use fleet_tests::redis::Server;

/// Runs `openssl`, which comes with any Debian that has certificates.
fn openssl(folder: &Path, words: &str) {
    let mut command = Command::new("openssl");
    let output = command.current_dir(folder).args(words.split(' ')).output();
    let output = output.expect("openssl; install it with: apt-get install -y openssl");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "openssl {words}: {said}");
}

/// An authority and a certificate for this machine, of two days.
fn certify(folder: &Path) {
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    let authority = format!("req -x509 {key} -keyout ca.key -out ca.pem -subj /CN=ca -days 2");
    openssl(folder, &authority);
    let request = format!("req {key} -keyout own.key -out own.csr -subj /CN=redis");
    openssl(folder, &request);
    std::fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1\n").unwrap();
    let signing = "-CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -days 2";
    openssl(
        folder,
        &format!("x509 -req -in own.csr -out own.pem {signing}"),
    );
}

#[tokio::test]
async fn a_server_behind_tls_is_known_by_its_authority() {
    let folder = tempfile::tempdir().unwrap();
    certify(folder.path());
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (authority, own, key) = (file("ca.pem"), file("own.pem"), file("own.key"));
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
