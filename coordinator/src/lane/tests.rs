//! The lane's turns and tries, over the limiter in memory and visits that are counted.

use std::sync::atomic::{AtomicU32, Ordering};

use async_trait::async_trait;
use common::browser::{FetchRequest, Fetched, Layer, ReadRequest};
use common::hosts::MemoryHosts;
use domain::snapshot::Snapshot;

use super::*;

/// A lane whose visits are given as futures needs no reader.
struct Nobody;

#[async_trait]
impl PageReader for Nobody {
    async fn read(&self, request: ReadRequest) -> Result<Snapshot, ReadError> {
        Err(error(ErrorClass::Permanent, request.url))
    }
    async fn fetch(&self, request: FetchRequest) -> Result<Fetched, ReadError> {
        Err(error(ErrorClass::Permanent, request.url))
    }
    fn lanes(&self) -> usize {
        1
    }
    fn sessions(&self) -> usize {
        0
    }
    async fn close(&self) {}
}

fn error(class: ErrorClass, message: String) -> ReadError {
    ReadError {
        layer: Layer::Connect,
        message,
        class,
        suspect: false,
    }
}

struct World {
    id: JobId,
    job: JobFile,
    hosts: MemoryHosts,
    clock: Clock,
    stop: CancellationToken,
}

const URL: &str = "https://a.test/list";

impl World {
    fn new() -> Self {
        let mut job = JobFile::default();
        job.manners.per_host.lanes = 1;
        job.read.timeout.0 = Duration::from_millis(40);
        Self {
            id: JobId("job".to_owned()),
            job,
            hosts: MemoryHosts::default(),
            clock: Clock::manual(),
            stop: CancellationToken::new(),
        }
    }

    fn lane(&self) -> Lane<'_> {
        Lane {
            id: &self.id,
            job: &self.job,
            reader: &Nobody,
            hosts: &self.hosts,
            clock: &self.clock,
            stop: &self.stop,
        }
    }

    /// Whether somebody else gets a turn on the host now.
    async fn is_free(&self) -> bool {
        let host = host_of(URL);
        let now = self.clock.now_ms();
        match self.hosts.turn(&host, Pace::of(&self.job), now).await {
            Ok(Turn::Go { permit }) => {
                self.hosts.done(&host, permit).await.unwrap();
                true
            }
            _ => false,
        }
    }
}

#[tokio::test]
async fn a_visit_has_its_hosts_turn_and_gives_it_back() {
    let world = World::new();
    let during = world
        .lane()
        .visit(URL, async { world.is_free().await })
        .await;
    assert!(matches!(during, Ok(false)));
    assert!(world.is_free().await);
}

/// A wall in place of every page, with status 200.
#[derive(Default)]
struct Wall {
    reads: AtomicU32,
}

#[async_trait]
impl PageReader for Wall {
    async fn read(&self, request: ReadRequest) -> Result<Snapshot, ReadError> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        let html = "<title>Just a moment...</title><p>Checking your browser";
        let mut snapshot = domain::snapshot::parse_html(html, &request.url);
        snapshot.status = Some(200);
        Ok(snapshot)
    }
    async fn fetch(&self, request: FetchRequest) -> Result<Fetched, ReadError> {
        Err(error(ErrorClass::Permanent, request.url))
    }
    fn lanes(&self) -> usize {
        1
    }
    fn sessions(&self) -> usize {
        0
    }
    async fn close(&self) {}
}

#[tokio::test]
async fn a_challenge_in_a_lists_place_is_read_as_often_as_the_job_allows() {
    for attempts in [1, 3] {
        let (mut world, wall) = (World::new(), Wall::default());
        world.job.read.attempts = attempts;
        world.job.start = vec![URL.to_owned()];
        let lane = Lane {
            reader: &wall,
            ..world.lane()
        };
        let refused = crate::lists::survey(lane).await;
        let Err(crate::lists::ListError::Unread(list)) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!(list.class, PageClass::Challenge);
        assert_eq!(wall.reads.load(Ordering::SeqCst), attempts);
    }
}

#[tokio::test]
async fn a_visit_that_is_stopped_gives_its_turn_back() {
    let world = World::new();
    let never = async {
        world.stop.cancel();
        std::future::pending::<()>().await;
    };
    assert!(world.lane().visit(URL, never).await.is_err());
    assert!(world.is_free().await);
}

#[tokio::test]
async fn a_visit_waits_for_whoever_is_there() {
    let world = World::new();
    let (host, pace) = (host_of(URL), Pace::of(&world.job));
    let permit = match world.hosts.turn(&host, pace, 0).await {
        Ok(Turn::Go { permit }) => permit,
        other => panic!("{other:?}"),
    };
    let began = AtomicU32::new(0);
    let lane = world.lane();
    let visit = lane.visit(URL, async { began.fetch_add(1, Ordering::Relaxed) });
    tokio::pin!(visit);
    let early = tokio::time::timeout(Duration::from_millis(300), &mut visit).await;
    assert!(early.is_err() && began.load(Ordering::Relaxed) == 0);
    world.hosts.done(&host, permit).await.unwrap();
    assert!(visit.await.is_ok());
    assert_eq!(began.load(Ordering::Relaxed), 1);
}

/// Between two steps of the clock the lane has its turn at least once, however slow the machine is.
#[tokio::test]
async fn a_list_that_goes_on_keeps_its_turn() {
    let world = World::new();
    let hold = Pace::of(&world.job).hold_ms;
    let long = async {
        for _ in 0..8 {
            let part = hold / 2;
            tokio::time::sleep(Duration::from_millis(part)).await;
            world.clock.advance(Duration::from_millis(part));
            tokio::time::sleep(Duration::from_millis(part)).await;
            assert!(!world.is_free().await);
        }
    };
    assert!(world.lane().visit(URL, long).await.is_ok());
    assert!(world.is_free().await);
}

/// How often something is visited that always ends so, and whether the host rests afterwards.
async fn visits(setback: &Setback, attempts: u32) -> (u32, bool) {
    let mut world = World::new();
    world.job.read.attempts = attempts;
    let lane = world.lane();
    let mut count = 1;
    while lane.again(URL, setback, count).await.unwrap_or(false) {
        count += 1;
    }
    (count, !world.is_free().await)
}

#[tokio::test]
async fn what_may_pass_is_tried_as_often_as_the_job_allows() {
    let check = async |setback: Setback, attempts, expect| {
        assert_eq!(visits(&setback, attempts).await, expect, "{setback:?}");
    };
    let passing = [401, 403, 407, 500, 503].map(|status| async move {
        check(Setback::of_status(status), 2, (2, false)).await;
        check(Setback::of_status(status), 1, (1, false)).await;
    });
    let staying =
        [302, 400, 404, 410].map(|status| check(Setback::of_status(status), 3, (1, false)));
    let lost = |class| Setback::of_error(&error(class, String::new()));
    tokio::join!(
        futures::future::join_all(passing),
        futures::future::join_all(staying),
        check(Setback::of_status(429), 2, (2, true)),
        check(lost(ErrorClass::Transient), 3, (3, false)),
        check(lost(ErrorClass::Permanent), 3, (1, false)),
    );
}
