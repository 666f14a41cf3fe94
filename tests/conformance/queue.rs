//! The task queue's contract, written against the port; each backend is put through all of it. A
//! queue under test is empty and lets a task come back twice, or 20 times where a clause is about many.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use domain::task::Task;
use tokio::time::timeout;

use common::queue::{
    Consumer, DELIVERY_LIMIT, Delivery, Depth, MemoryQueue, QueueError, TaskQueue,
};

/// Longer than any hand-over takes, on a machine with much else to do.
const SOON: Duration = Duration::from_mins(1);
/// Long enough to see that nothing comes.
const QUIET: Duration = Duration::from_millis(50);

/// A queue under test.
#[derive(Clone)]
struct Queue {
    port: Arc<dyn TaskQueue>,
    counts: Counts,
}

/// When the queue's counts follow what it did.
#[derive(Clone, Copy, PartialEq)]
enum Counts {
    /// At once.
    Exact,
    /// Soon: a broker counts by the way.
    Soon,
}

impl Queue {
    fn new(port: impl TaskQueue + 'static, counts: Counts) -> Self {
        let port = Arc::new(port);
        Self { port, counts }
    }
}

impl Deref for Queue {
    type Target = dyn TaskQueue;

    fn deref(&self) -> &Self::Target {
        &*self.port
    }
}

/// One test for each clause of the contract, on the backend that `$open` gives.
macro_rules! contract {
    ($backend:ident, $open:expr, $($clause:ident),+ $(,)?) => {
        mod $backend {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $clause() {
                    super::$clause($open.await).await;
                }
            )+
        }
    };
}

/// Every clause on every backend.
macro_rules! contracts {
    ($($backend:ident: $open:expr),+ $(,)?) => {
        $(
            contract!(
                $backend,
                $open,
                what_is_acked_is_gone_and_order_is_kept,
                prefetch_bounds_what_one_consumer_holds,
                a_dropped_delivery_comes_back_and_says_so,
                a_dropped_consumer_gives_back_what_it_holds,
                dead_letters_can_be_read_with_their_reason,
                a_task_that_always_comes_back_is_given_up,
                a_waiting_consumer_wakes_for_a_publish,
            );
        )+
    };
}

contracts!(
    memory: async { super::memory() },
    rabbitmq: async { super::rabbitmq().await },
);

// A broker that is slow to answer costs connections, and each gives back what its consumers hold: a task
// that was dropped and then held by two of them has come back three times without a fault of the queue.
contract!(
    memory_with_many_returns,
    async { super::Queue::new(super::MemoryQueue::default(), super::Counts::Exact) },
    many_consumers_lose_nothing_and_share_nothing,
);
contract!(
    rabbitmq_with_many_returns,
    async { super::Queue::new(crate::rabbit::patient_queue().await, super::Counts::Soon) },
    many_consumers_lose_nothing_and_share_nothing,
);

fn memory() -> Queue {
    Queue::new(MemoryQueue::with_delivery_limit(2), Counts::Exact)
}

async fn rabbitmq() -> Queue {
    Queue::new(crate::rabbit::queue().await, Counts::Soon)
}

fn task(n: u64) -> Task {
    Task::V1 {
        job: "boats".to_owned(),
        page: format!("https://example.com/{n}"),
        lease: n,
    }
}

async fn publish(queue: &Queue, numbers: std::ops::Range<u64>) {
    for n in numbers {
        queue.publish(&task(n)).await.unwrap();
    }
}

async fn next(consumer: &mut Box<dyn Consumer>) -> Delivery {
    timeout(SOON, consumer.next()).await.unwrap().unwrap()
}

async fn nothing_comes(consumer: &mut Box<dyn Consumer>) {
    assert!(timeout(QUIET, consumer.next()).await.is_err());
}

/// What the queue says, at the latest soon if it counts by the way.
async fn depth(queue: &Queue, ready: usize, unsettled: usize, dead: usize) {
    let expect = Depth {
        ready,
        unsettled,
        dead,
    };
    let mut seen = queue.depth().await.unwrap();
    if queue.counts == Counts::Soon {
        let settling = async {
            while seen != expect {
                tokio::time::sleep(Duration::from_millis(20)).await;
                seen = queue.depth().await.unwrap();
            }
        };
        // In vain is told by the assertion.
        drop(timeout(SOON, settling).await);
    }
    assert_eq!(seen, expect);
}

async fn what_is_acked_is_gone_and_order_is_kept(queue: Queue) {
    publish(&queue, 0..3).await;
    depth(&queue, 3, 0, 0).await;
    let mut consumer = queue.consume(3).await.unwrap();
    for n in 0..3 {
        let delivery = next(&mut consumer).await;
        assert_eq!((delivery.task(), delivery.redelivered()), (&task(n), 0));
        delivery.ack().await.unwrap();
    }
    depth(&queue, 0, 0, 0).await;
    nothing_comes(&mut consumer).await;
}

async fn prefetch_bounds_what_one_consumer_holds(queue: Queue) {
    publish(&queue, 0..4).await;
    let mut first = queue.consume(2).await.unwrap();
    let mut second = queue.consume(0).await.unwrap();
    let held = (next(&mut first).await, next(&mut first).await);
    nothing_comes(&mut first).await;
    let third = next(&mut second).await;
    nothing_comes(&mut second).await;
    depth(&queue, 1, 3, 0).await;
    held.0.ack().await.unwrap();
    let fourth = next(&mut first).await;
    assert_eq!(fourth.task(), &task(3));
    for delivery in [held.1, third, fourth] {
        delivery.ack().await.unwrap();
    }
    depth(&queue, 0, 0, 0).await;
}

async fn a_dropped_delivery_comes_back_and_says_so(queue: Queue) {
    publish(&queue, 0..1).await;
    let mut consumer = queue.consume(1).await.unwrap();
    drop(next(&mut consumer).await);
    drop(consumer);
    let mut consumer = queue.consume(1).await.unwrap();
    let again = next(&mut consumer).await;
    assert_eq!((again.task(), again.redelivered()), (&task(0), 1));
    again.ack().await.unwrap();
    depth(&queue, 0, 0, 0).await;
}

async fn a_dropped_consumer_gives_back_what_it_holds(queue: Queue) {
    publish(&queue, 0..2).await;
    let mut consumer = queue.consume(2).await.unwrap();
    let held = (next(&mut consumer).await, next(&mut consumer).await);
    drop(consumer);
    depth(&queue, 2, 0, 0).await;
    assert_eq!(held.0.ack().await, Err(QueueError::GivenBack));
    assert_eq!(held.1.dead_letter("late").await, Err(QueueError::GivenBack));
    depth(&queue, 2, 0, 0).await;
}

async fn dead_letters_can_be_read_with_their_reason(queue: Queue) {
    publish(&queue, 0..2).await;
    let mut consumer = queue.consume(1).await.unwrap();
    for reason in ["blocked", "gone for good"] {
        next(&mut consumer).await.dead_letter(reason).await.unwrap();
    }
    depth(&queue, 0, 0, 2).await;
    let dead = queue.dead_letters(10).await.unwrap();
    assert_eq!(
        (&dead[0].task, dead[0].reason.as_str()),
        (&task(0), "blocked")
    );
    assert_eq!(dead[1].reason, "gone for good");
    assert_eq!(queue.dead_letters(1).await.unwrap(), dead[..1]);
}

async fn a_task_that_always_comes_back_is_given_up(queue: Queue) {
    publish(&queue, 0..1).await;
    for count in 0..3 {
        let mut consumer = queue.consume(1).await.unwrap();
        let delivery = next(&mut consumer).await;
        assert_eq!(delivery.redelivered(), count);
    }
    depth(&queue, 0, 0, 1).await;
    assert_eq!(
        queue.dead_letters(1).await.unwrap()[0].reason,
        DELIVERY_LIMIT
    );
}

async fn a_waiting_consumer_wakes_for_a_publish(queue: Queue) {
    let mut consumer = queue.consume(1).await.unwrap();
    let waiting = tokio::spawn(async move { next(&mut consumer).await.task().clone() });
    tokio::task::yield_now().await;
    publish(&queue, 7..8).await;
    assert_eq!(timeout(SOON, waiting).await.unwrap().unwrap(), task(7));
}

async fn many_consumers_lose_nothing_and_share_nothing(queue: Queue) {
    const ALL: u64 = 400;
    let left = Arc::new(AtomicU64::new(ALL));
    let readers: Vec<_> = (0..4)
        .map(|reader| tokio::spawn(drain(queue.clone(), reader, Arc::clone(&left))))
        .collect();
    publish(&queue, 0..ALL).await;
    let mut seen = BTreeSet::new();
    for reader in readers {
        let acked = timeout(2 * SOON, reader).await;
        let Ok(acked) = acked else {
            panic!("{left:?} are left of {:?}", queue.depth().await);
        };
        for lease in acked.unwrap() {
            assert!(seen.insert(lease), "{lease} was acked twice");
        }
    }
    assert_eq!(seen, (0..ALL).collect());
    depth(&queue, 0, 0, 0).await;
}

/// Acks until all is acked, and drops each reader's fifth first delivery once.
async fn drain(queue: Queue, reader: u64, left: Arc<AtomicU64>) -> Vec<u64> {
    let mut consumer = queue.consume(3).await.unwrap();
    let mut acked = Vec::new();
    while left.load(Ordering::SeqCst) > 0 {
        let Ok(delivery) = timeout(Duration::from_millis(300), consumer.next()).await else {
            continue;
        };
        let delivery = delivery.unwrap();
        let Task::V1 { lease, .. } = delivery.task();
        let lease = *lease;
        if delivery.redelivered() == 0 && lease % 5 == reader {
            continue;
        }
        delivery.ack().await.unwrap();
        left.fetch_sub(1, Ordering::SeqCst);
        acked.push(lease);
    }
    acked
}
