//! A broker behind TLS: it is known by its authority, and refused when that is not given.

use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use common::queue::TaskQueue;
use common::queue::rabbitmq::RabbitQueue;
use fleet_tests::rabbitmq::{Server, options};
use tokio::task::spawn_blocking;

use crate::rabbit::{next, said, task};

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
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
    let authority = format!("req -x509 {key} -keyout ca.key -out ca.pem -subj /CN=ca");
    openssl(folder, &authority);
    let own = format!("req -x509 {key} -keyout own.key -out own.pem -subj /CN=localhost");
    let signed = "-CA ca.pem -CAkey ca.key -addext subjectAltName=DNS:localhost";
    let end = "-addext basicConstraints=critical,CA:FALSE";
    openssl(folder, &format!("{own} {signed} {end}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broker_behind_tls_is_known_by_its_authority() {
    let folder = tempfile::tempdir().unwrap();
    certify(folder.path());
    let file = |name: &str| folder.path().join(name).display().to_string();
    let free = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let lines = format!(
        "listeners.ssl.1 = 127.0.0.1:{port}\nssl_options.cacertfile = {}\n\
         ssl_options.certfile = {}\nssl_options.keyfile = {}\nssl_options.verify = verify_none\n",
        file("ca.pem"),
        file("own.pem"),
        file("own.key"),
    );
    let server = spawn_blocking(move || Server::start_with(&lines).unwrap());
    let server = server.await.unwrap();
    let url = format!("amqps://rake:rake@localhost:{port}/%2f");
    let known = options(&format!("{url}?cacertfile={}", file("ca.pem")));
    let queue = RabbitQueue::new(known);
    queue.publish(&task(1)).await.unwrap();
    let mut consumer = queue.consume(1).await.unwrap();
    next(&mut consumer).await.ack().await.unwrap();
    let heard = said(&url).await;
    assert!(heard.contains("certificate"), "{heard}");
    assert!(heard.contains("cacertfile"), "{heard}");
    assert!(heard.contains("amqps://rake@localhost"), "{heard}");
    drop(consumer);
    spawn_blocking(move || drop(server)).await.unwrap();
}
