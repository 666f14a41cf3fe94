//! Jobs over known pages, read by the real consume loop with a real browser, all in this process.

use std::sync::Arc;

use common::archive::NoArchive;
use common::browser::PageReader;
use common::clock::Clock;
use common::hosts::HostLimiter;
use common::jobs::{JobBook, OpenJob};
use common::queue::{MemoryQueue, TaskQueue};
use common::store::{MemoryStore, Progress};
use common::telemetry::Events;

use domain::ids::JobId;
use domain::job::{JobFile, ReadOptions};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::world::World;

/// A job over known pages, each read twice at most.
fn job(name: &str, pages: Vec<String>, shards: &Arc<MemoryStore>) -> OpenJob {
    let file = JobFile {
        name: name.to_owned(),
        pages,
        schema: json!({
            "type": "object",
            "properties": {"items": {"type": "array", "items": {
                "type": "object",
                "properties": {"url": {"type": "string"}, "name": {"type": ["string", "null"]}},
                "required": ["url"],
            }}},
        }),
        read: ReadOptions {
            attempts: 2,
            ..ReadOptions::default()
        },
        ..JobFile::default()
    };
    let schema = common::jobs::compile(&file).unwrap();
    let id = JobId(name.to_owned());
    OpenJob::new(
        Arc::clone(shards) as Arc<_>,
        id,
        file,
        Arc::new(schema),
        Clock::system(),
    )
}

/// Reads two jobs at once to their end; what became of each one's pages.
pub(crate) async fn consume(
    world: &World,
    hosts: Arc<dyn HostLimiter>,
    jobs: [(&str, Vec<String>); 2],
) -> [Progress; 2] {
    let reader: Arc<dyn PageReader> = Arc::clone(&world.reader) as Arc<dyn PageReader>;
    let queue: Arc<dyn TaskQueue> = Arc::new(MemoryQueue::default());
    let (shards, book) = (Arc::new(MemoryStore::default()), JobBook::default());
    let worker = worker::Parts {
        queue: Arc::clone(&queue),
        jobs: book.clone(),
        reader: Arc::clone(&reader),
        hosts: Arc::clone(&hosts),
        archive: Arc::new(NoArchive),
        clock: Clock::system(),
        events: Events::logged("worker"),
        meter: worker::Meter::default(),
        on_stop: worker::OnStop::Finish,
    };
    let stop = CancellationToken::new();
    let service = worker::Service::new(worker, worker::Options::in_process(8));
    let working = tokio::spawn(service.run(stop.clone()));
    let conduct = |(name, pages): (&str, Vec<String>)| {
        let parts = coordinator::Parts {
            job: book.put(job(name, pages, &shards)),
            queue: Arc::clone(&queue),
            reader: Arc::clone(&reader),
            hosts: Arc::clone(&hosts),
            archive: Arc::new(NoArchive),
            clock: Clock::system(),
            events: Events::logged(name),
            tune: coordinator::Tune::default(),
        };
        let stop = stop.clone();
        Box::pin(async move {
            coordinator::run_job(&parts, &stop).await.unwrap();
            parts.job.store.progress().await.unwrap()
        })
    };
    let [one, other] = jobs;
    let (one, other) = tokio::join!(conduct(one), conduct(other));
    stop.cancel();
    working.await.unwrap().unwrap();
    [one, other]
}
