//! A worker's tabs stay with their site: two jobs over three sites, read by the real consume loop with
//! a real browser, and a count of the tabs that had to change.

use std::sync::Arc;

use common::archive::NoArchive;
use common::browser::PageReader;
use common::clock::Clock;
use common::hosts::MemoryHosts;
use common::jobs::{JobBook, OpenJob};
use common::queue::{MemoryQueue, TaskQueue};
use common::store::MemoryStore;
use common::telemetry::Events;
use domain::ids::JobId;
use domain::job::JobFile;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::world::World;

const HOSTS: [&str; 3] = ["a.localhost", "b.localhost", "c.localhost"];
const PAGES: usize = 60;

/// A job over known pages, its sites by turns.
fn job(world: &World, name: &str, shards: &Arc<MemoryStore>) -> OpenJob {
    let page = |n: usize| world.site.url_at(HOSTS[n % 3], &format!("/n/{name}{n}"));
    let file = JobFile {
        name: name.to_owned(),
        pages: (0..PAGES).map(page).collect(),
        schema: json!({
            "type": "object",
            "properties": {"items": {"type": "array", "items": {
                "type": "object",
                "properties": {"url": {"type": "string"}, "name": {"type": ["string", "null"]}},
                "required": ["url"],
            }}},
        }),
        ..JobFile::default()
    };
    let schema = common::jobs::compile(&file).unwrap();
    let shards = Arc::clone(shards);
    let id = JobId(name.to_owned());
    OpenJob::new(shards, id, file, Arc::new(schema), Clock::system())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_keeps_tabs_on_their_job_and_site() {
    let world = World::new().await;
    let reader: Arc<dyn PageReader> = Arc::clone(&world.reader) as Arc<dyn PageReader>;
    let queue: Arc<dyn TaskQueue> = Arc::new(MemoryQueue::default());
    let (shards, jobs) = (Arc::new(MemoryStore::default()), JobBook::default());
    let worker = worker::Parts {
        queue: Arc::clone(&queue),
        jobs: jobs.clone(),
        reader: Arc::clone(&reader),
        hosts: Arc::new(MemoryHosts::default()),
        archive: Arc::new(NoArchive),
        clock: Clock::system(),
        events: Events::logged("sites"),
        meter: worker::Meter::default(),
        on_stop: worker::OnStop::Finish,
    };
    let stop = CancellationToken::new();
    let service = worker::Service::new(worker, worker::Options::in_process(8));
    let working = tokio::spawn(service.run(stop.clone()));
    let conduct = |name: &str| {
        let parts = coordinator::Parts {
            job: jobs.put(job(&world, name, &shards)),
            queue: Arc::clone(&queue),
            reader: Arc::clone(&reader),
            archive: Arc::new(NoArchive),
            clock: Clock::system(),
            events: Events::logged(name),
            tune: coordinator::Tune::default(),
        };
        let stop = stop.clone();
        async move {
            coordinator::run_job(&parts, &stop).await.unwrap();
            let progress = parts.job.store.progress().await.unwrap();
            assert_eq!(progress.settled(), PAGES as u64, "{progress:?}");
        }
    };
    tokio::join!(conduct("x"), conduct("y"));
    stop.cancel();
    working.await.unwrap().unwrap();
    let tally = world.reader.tally();
    assert_eq!(tally.sessions, 1);
    // In the order in which they come at least two of three pages would change their tab, 80. A free tab
    // that has w pages to choose from, of six kinds evenly mixed, changes for (5/6)^w of them: 40 of 120
    // where six wait, as it is on most runs, and 58 where no more than four do. The worker holds twelve
    // pages for four tabs; the fewer of them wait, the more are being drafted, which is the machine's doing.
    let changes = tally.hops + tally.tabs;
    assert!(changes <= 58, "{tally:?}");
    drop(reader);
    world.close().await;
}
