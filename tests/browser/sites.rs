//! What a worker does for the sites it reads: its tabs stay with their site, and a site that asks for fewer
//! requests is left alone by all.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use common::hosts::{HostError, HostLimiter, MemoryHosts, Pace, Turn};

use crate::consume::consume;
use crate::world::World;

const HOSTS: [&str; 3] = ["a.localhost", "b.localhost", "c.localhost"];
const PAGES: usize = 60;

/// Pages of a job, its sites by turns.
fn pages(world: &World, name: &str) -> Vec<String> {
    let page = |n: usize| world.site.url_at(HOSTS[n % 3], &format!("/n/{name}{n}"));
    (0..PAGES).map(page).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_keeps_tabs_on_their_job_and_site() {
    let world = World::new().await;
    let jobs = ["x", "y"].map(|name| (name, pages(&world, name)));
    for progress in consume(&world, Arc::new(MemoryHosts::default()), jobs).await {
        assert_eq!(progress.settled(), PAGES as u64, "{progress:?}");
    }
    let tally = world.reader.tally();
    assert_eq!(tally.sessions, 1);
    // In the order in which they come at least two of three pages would change their tab, 80. A free tab
    // that has w pages to choose from, of six kinds evenly mixed, changes for (5/6)^w of them: 40 of 120
    // where six wait, as it is on most runs, and 58 where no more than four do. The worker holds twelve
    // pages for four tabs; the fewer of them wait, the more are being drafted, which is the machine's doing.
    let changes = tally.hops + tally.tabs;
    assert!(changes <= 58, "{tally:?}");
    world.close().await;
}

/// The limiter of one process, and which hosts were to be left alone until when.
#[derive(Default)]
struct Noted {
    hosts: MemoryHosts,
    rests: Mutex<Vec<(String, u64)>>,
}

#[async_trait]
impl HostLimiter for Noted {
    async fn turn(&self, host: &str, pace: Pace, now: u64) -> Result<Turn, HostError> {
        self.hosts.turn(host, pace, now).await
    }

    async fn keep(&self, host: &str, permit: u64, pace: Pace, now: u64) -> Result<(), HostError> {
        self.hosts.keep(host, permit, pace, now).await
    }

    async fn done(&self, host: &str, permit: u64) -> Result<(), HostError> {
        self.hosts.done(host, permit).await
    }

    async fn rest(&self, host: &str, until: u64) -> Result<(), HostError> {
        self.rests.lock().unwrap().push((host.to_owned(), until));
        self.hosts.rest(host, until).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_asks_for_fewer_requests_is_left_alone() {
    let world = World::new().await;
    let hosts = Arc::new(Noted::default());
    let one = vec![world.site.url_at("a.localhost", "/status/429")];
    let others = ["/status/503", "/n/1"].map(|path| world.site.url_at("b.localhost", path));
    let [limited, other] = consume(
        &world,
        Arc::clone(&hosts) as Arc<dyn HostLimiter>,
        [("one", one), ("others", others.to_vec())],
    )
    .await;
    assert_eq!((limited.settled(), other.settled()), (1, 2));
    let rests = hosts.rests.lock().unwrap().clone();
    // After two reads and one more in repair, each time for longer.
    let [first, second, third] = rests.as_slice() else {
        panic!("{rests:?}");
    };
    assert!(rests.iter().all(|rest| rest.0.starts_with("a.localhost")));
    assert!(
        first.1 + 2_000 <= second.1 && second.1 + 4_000 <= third.1,
        "{rests:?}"
    );
    world.close().await;
}
