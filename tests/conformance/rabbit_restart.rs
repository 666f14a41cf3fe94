//! A broker that ends in mid-work and comes back, and one that runs short of memory, under a queue
//! that is in use.

use std::collections::BTreeSet;
use std::time::Duration;

use common::queue::rabbitmq::RabbitQueue;
use common::queue::{Consumer, QueueError, TaskQueue};
use fleet_tests::patience::within;
use fleet_tests::rabbitmq::{Server, options};
use tokio::task::spawn_blocking;

use crate::rabbit::{RESTART, next, number, task};

/// How a broker ends.
#[derive(Clone, Copy)]
enum End {
    Stopped,
    Killed,
    /// Before it has written down which queues it has.
    KilledAtOnce,
}

/// A broker, and a queue that waits as long for a confirm as a fleet does. One that waits for less takes
/// a leader that is slow to come back for none, and makes its queue anew.
async fn start() -> (Server, RabbitQueue) {
    let server = spawn_blocking(|| Server::start().unwrap()).await.unwrap();
    let queue = RabbitQueue::new(options(&server.url()));
    (server, queue)
}

async fn end(mut server: Server, end: End) -> Server {
    let ending = move || {
        match end {
            End::Stopped => server.stop(),
            End::Killed => server.kill(),
            End::KilledAtOnce => server.kill_at_once(),
        }
        .unwrap();
        server
    };
    spawn_blocking(ending).await.unwrap()
}

async fn start_again(mut server: Server) -> Server {
    let starting = move || {
        server.start_again().unwrap();
        server
    };
    spawn_blocking(starting).await.unwrap()
}

async fn publishes(queue: &RabbitQueue, n: u64) {
    within(RESTART, "a publish", || async {
        queue.publish(&task(n)).await.ok()
    })
    .await;
}

/// An ack may be lost with its channel: then the task comes again.
async fn settle_until(consumer: &mut Box<dyn Consumer>, done: &mut BTreeSet<u64>, count: usize) {
    while done.len() < count {
        let delivery = next(consumer).await;
        let n = number(&delivery);
        if delivery.ack().await.is_ok() {
            done.insert(n);
        }
    }
}

/// Nothing confirmed is lost, the one consumer goes on, and what it held is no longer its own.
async fn ends_in_mid_work(how: End) {
    let (server, queue) = start().await;
    let mut consumer = queue.consume(8).await.unwrap();
    for n in 0..20 {
        queue.publish(&task(n)).await.unwrap();
    }
    let mut done = BTreeSet::new();
    settle_until(&mut consumer, &mut done, 5).await;
    let held = next(&mut consumer).await;
    let server = end(server, how).await;
    let error = queue.publish(&task(99)).await.unwrap_err();
    assert!(matches!(error, QueueError::Unreachable(_)), "{error}");
    within(RESTART, "the loss to be seen", || async {
        (queue.health().consumers == 0).then_some(())
    })
    .await;
    let server = start_again(server).await;
    publishes(&queue, 20).await;
    settle_until(&mut consumer, &mut done, 21).await;
    assert_eq!(held.ack().await, Err(QueueError::GivenBack));
    assert_eq!(queue.health().consumers, 1);
    spawn_blocking(move || drop(server)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_in_mid_work_loses_nothing() {
    ends_in_mid_work(End::Stopped).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_in_mid_work_loses_nothing() {
    ends_in_mid_work(End::Killed).await;
}

/// What a leader that was never written down held is gone; the leases of the frontier publish it
/// again. The queue itself must work again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_queue_that_lost_its_leader_is_made_anew() {
    let server = spawn_blocking(|| Server::start().unwrap()).await.unwrap();
    let hasty = options(&server.url()).with_confirm_deadline(Duration::from_secs(3));
    let queue = RabbitQueue::new(hasty);
    publishes(&queue, 0).await;
    let server = end(server, End::KilledAtOnce).await;
    let server = start_again(server).await;
    publishes(&queue, 1).await;
    let mut consumer = within(RESTART, "a consumer", || async {
        queue.consume(2).await.ok()
    })
    .await;
    let mut done = BTreeSet::new();
    while !done.contains(&1) {
        let count = done.len() + 1;
        settle_until(&mut consumer, &mut done, count).await;
    }
    spawn_blocking(move || drop(server)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broker_short_of_memory_is_seen_and_comes_back() {
    let (server, queue) = start().await;
    queue.publish(&task(1)).await.unwrap();
    let server = watermark(server, "0.000001").await;
    let refused = within(RESTART, "the alarm", || async {
        match queue.publish(&task(2)).await {
            Err(QueueError::Refused(reason)) => Some(reason),
            _ => None,
        }
    })
    .await;
    assert!(refused.contains("blocked publishers"), "{refused}");
    let words = queue.health().blocked.unwrap();
    assert!(words.contains("memory"), "{words}");
    // Those that consume are not blocked.
    let mut consumer = queue.consume(1).await.unwrap();
    next(&mut consumer).await.ack().await.unwrap();
    let server = watermark(server, "0.6").await;
    publishes(&queue, 3).await;
    assert_eq!(queue.health().blocked, None);
    spawn_blocking(move || drop(server)).await.unwrap();
}

async fn watermark(server: Server, share: &'static str) -> Server {
    let setting = move || {
        server
            .ctl(&["set_vm_memory_high_watermark", share])
            .unwrap();
        server
    };
    spawn_blocking(setting).await.unwrap()
}
