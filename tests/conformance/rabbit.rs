//! What only a broker can do to a queue: refuse a login, cut the line, run full. The contract itself is in `queue.rs`.

use std::time::Duration;

use common::queue::rabbitmq::{RabbitOptions, RabbitQueue};
use common::queue::{Consumer, Delivery, QueueError, TaskQueue};
use domain::task::Task;
use fleet_tests::patience::eventually;
use fleet_tests::ports::Port;
use fleet_tests::rabbitmq::{QueueDepth, Server, options};
use futures::StreamExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinSet, spawn_blocking};

/// Longer than a broker takes to start on a busy machine.
pub(super) const RESTART: Duration = Duration::from_mins(4);
/// A worker's window.
const WINDOW: usize = 48;

/// A fresh queue at the shared broker.
pub(super) async fn queue() -> RabbitQueue {
    shared().await.queue()
}

/// As [`queue`], but a task may come back 20 times.
pub(super) async fn patient_queue() -> RabbitQueue {
    let options = RabbitOptions::from_url(&shared().await.url()).unwrap();
    RabbitQueue::new(options.with_prefix("many").unwrap())
}

pub(super) async fn shared() -> &'static Server {
    spawn_blocking(Server::shared).await.unwrap()
}

pub(super) fn task(n: u64) -> Task {
    Task::V1 {
        job: "boats".to_owned(),
        page: format!("https://example.com/{n}"),
        lease: n,
    }
}

pub(super) fn number(delivery: &Delivery) -> u64 {
    let Task::V1 { lease, .. } = delivery.task();
    *lease
}

pub(super) async fn next(consumer: &mut Box<dyn Consumer>) -> Delivery {
    let delivery = tokio::time::timeout(RESTART, consumer.next()).await;
    delivery.unwrap().unwrap()
}

/// So many messages wait. A broker that has much else to do counts late, and says none meanwhile.
async fn holds(queue: &RabbitQueue, ready: usize) {
    eventually(&format!("{ready} messages"), || async {
        (queue.depth().await.ok()?.ready == ready).then_some(())
    })
    .await;
}

/// What is said when the broker cannot be used.
pub(super) async fn said(url: &str) -> String {
    let queue = RabbitQueue::new(options(url));
    let published = queue.publish(&task(1)).await.unwrap_err();
    let consumed = queue.consume(1).await.map(|_| ()).unwrap_err();
    assert_eq!(published, consumed);
    published.to_string()
}

#[tokio::test]
async fn a_refused_login_says_so_without_the_password() {
    let broker = shared().await;
    let wrong = broker.url_with("s3cret", broker.address().port());
    let heard = said(&wrong).await;
    assert!(heard.contains("this user or its password"), "{heard}");
    assert!(heard.contains("rake@127.0.0.1"), "{heard}");
    assert!(!heard.contains("s3cret"), "{heard}");
    let heard = said(&broker.url().replace("%2f", "nowhere")).await;
    assert!(heard.contains("virtual host"), "{heard}");
    assert!(heard.contains("nowhere"), "{heard}");
}

#[tokio::test]
async fn a_full_queue_refuses() {
    let small = RabbitOptions::from_url(&shared().await.url()).unwrap();
    let queue = RabbitQueue::new(small.with_prefix("small").unwrap());
    // The queue tells its publishers soon, not at once.
    let mut n = 0;
    let refused = eventually("a refusal", || {
        n += 1;
        let queue = queue.clone();
        async move { queue.publish(&task(n)).await.err() }
    })
    .await;
    assert!(matches!(&refused, QueueError::Refused(why) if why.contains("full")));
    assert!(queue.depth().await.unwrap().ready < 100);
}

#[tokio::test]
async fn a_cut_line_is_mended_and_its_deliveries_come_back() {
    let broker = shared().await;
    let mut line = Line::to(broker).await;
    let queue = RabbitQueue::new(options(&broker.url_with("rake", line.port.number())));
    queue.publish(&task(1)).await.unwrap();
    let mut consumer = queue.consume(4).await.unwrap();
    let held = next(&mut consumer).await;
    assert_eq!(queue.health().consumers, 1);
    line.cut().await;
    let again = next(&mut consumer).await;
    assert_eq!((number(&again), again.redelivered()), (1, 1));
    assert_eq!(held.ack().await, Err(QueueError::GivenBack));
    again.ack().await.unwrap();
    eventually("a publish by a new connection", || async {
        queue.publish(&task(2)).await.ok()
    })
    .await;
    let second = next(&mut consumer).await;
    assert_eq!((number(&second), second.redelivered()), (2, 0));
    second.ack().await.unwrap();
    drop(consumer);
    assert_eq!(queue.health().consumers, 0);
    holds(&queue, 0).await;
}

#[tokio::test]
async fn queues_that_an_operator_deleted_are_made_again() {
    let server = shared().await;
    let url = server.url();
    let named = RabbitOptions::from_url(&url).unwrap();
    let queue = RabbitQueue::new(named.with_prefix("deleted").unwrap());
    let mut consumer = queue.consume(1).await.unwrap();
    queue.publish(&task(1)).await.unwrap();
    next(&mut consumer).await.ack().await.unwrap();
    let delete = |name: &'static str| server.ctl(&["delete_queue", name]).unwrap();
    spawn_blocking(move || (delete("deleted.dead"), delete("deleted.pages")))
        .await
        .unwrap();
    eventually("a publish to a new queue", || async {
        queue.publish(&task(2)).await.ok()
    })
    .await;
    let again = next(&mut consumer).await;
    again.dead_letter("gone").await.unwrap();
    assert_eq!(queue.dead_letters(2).await.unwrap().len(), 1);
    let none = QueueDepth {
        ready: 0,
        unacked: 0,
    };
    eventually("an empty queue", || async {
        let depth = spawn_blocking(|| server.queue_depth("deleted.pages").unwrap());
        (depth.await.unwrap() == Some(none)).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_consumer_that_cannot_come_back_ends_with_the_reason() {
    let broker = shared().await;
    let mut line = Line::to(broker).await;
    let few = options(&broker.url_with("rake", line.port.number())).with_rebuilds(3);
    let queue = RabbitQueue::new(few);
    let mut consumer = queue.consume(1).await.unwrap();
    line.down().await;
    let ended = tokio::time::timeout(RESTART, consumer.next())
        .await
        .unwrap();
    assert!(
        matches!(ended, Err(QueueError::Unreachable(_))),
        "{ended:?}"
    );
    assert_eq!(queue.health().consumers, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_window_of_publishes_is_confirmed_together() {
    const ALL: usize = 40 * WINDOW;
    let queue = queue().await;
    queue.publish(&task(0)).await.unwrap();
    let publishes = futures::stream::iter(1..ALL as u64).map(|n| {
        let queue = queue.clone();
        async move { queue.publish(&task(n)).await }
    });
    let outcomes: Vec<_> = publishes.buffer_unordered(WINDOW).collect().await;
    assert!(outcomes.iter().all(Result::is_ok));
    holds(&queue, ALL).await;
}

/// A line to the broker that can be cut.
struct Line {
    port: Port,
    to: std::net::SocketAddr,
    carrying: JoinSet<()>,
}

impl Line {
    async fn to(broker: &Server) -> Self {
        let mut line = Self {
            port: Port::free().unwrap(),
            to: broker.address(),
            carrying: JoinSet::new(),
        };
        line.up().await;
        line
    }

    /// Listens and carries; every connection is part of one task and ends with it.
    async fn up(&mut self) {
        let listener = TcpListener::bind(self.port.address()).await.unwrap();
        let to = self.to;
        self.carrying.spawn(async move {
            let mut open = JoinSet::new();
            while let Ok((near, _)) = listener.accept().await {
                open.spawn(carry(near, to));
            }
        });
    }

    /// Every connection ends, and no new one comes about.
    async fn down(&mut self) {
        self.carrying.shutdown().await;
    }

    /// Every connection ends; new ones work.
    async fn cut(&mut self) {
        self.down().await;
        self.up().await;
    }
}

async fn carry(mut near: TcpStream, to: std::net::SocketAddr) {
    let mut far = TcpStream::connect(to).await.unwrap();
    // However it ends, both sides are closed.
    tokio::io::copy_bidirectional(&mut near, &mut far)
        .await
        .ok();
}
