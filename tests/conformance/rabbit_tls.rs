//! A broker behind TLS: it is known by its authority, and refused when that is not given.

use common::queue::TaskQueue;
use common::queue::rabbitmq::RabbitQueue;
use fleet_tests::certificates::Certificates;
use fleet_tests::ports::Port;
use fleet_tests::rabbitmq::{Server, options};
use tokio::task::spawn_blocking;

use crate::rabbit::{next, said, task};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broker_behind_tls_is_known_by_its_authority() {
    let made = Certificates::make().unwrap();
    let [authority, own, key] =
        [made.authority(), made.own(), made.key()].map(|file| file.display().to_string());
    let kept = Port::free().unwrap();
    let port = kept.number();
    let lines = format!(
        "listeners.ssl.1 = 127.0.0.1:{port}\nssl_options.cacertfile = {authority}\n\
         ssl_options.certfile = {own}\nssl_options.keyfile = {key}\n\
         ssl_options.verify = verify_none\n"
    );
    let server = spawn_blocking(move || Server::start_with(&lines).unwrap());
    let server = server.await.unwrap();
    let url = format!("amqps://rake:rake@localhost:{port}/%2f");
    let known = options(&format!("{url}?cacertfile={authority}"));
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
