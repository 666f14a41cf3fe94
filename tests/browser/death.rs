//! Things that die in mid-read: pages that block, renderers, browsers, drivers, readers.

use std::sync::atomic::Ordering;

use common::browser::{Layer, PageReader, ReadError};
use domain::job::Span;
use domain::snapshot::Snapshot;
use tokio::task::JoinHandle;

use crate::world::{World, assert_nothing_left, eventually, visible};

/// Kills one process of this test's own browsers; one that died with its parent is dead already.
fn kill(pid: i32) {
    std::process::Command::new("kill")
        .args(["-9", &pid.to_string()])
        .stderr(std::process::Stdio::null())
        .status()
        .unwrap();
}

type Read = JoinHandle<Result<Snapshot, ReadError>>;

/// A world whose reader is in the middle of `count` reads that the server holds back.
async fn holding(world: &World, count: usize) -> Vec<Read> {
    let reads = (0..count)
        .map(|n| world.spawn(world.request(&format!("/held/{n}"))))
        .collect();
    let held = || world.site.seen.held.load(Ordering::SeqCst);
    eventually(|| held() == count, || format!("{} pages held", held())).await;
    reads
}

async fn assert_suspects(reads: Vec<Read>) {
    for read in reads {
        let error = read.await.unwrap().unwrap_err();
        assert!(error.suspect && error.layer == Layer::Driver, "{error}");
    }
}

async fn assert_reads(world: &World) {
    for n in 0..6 {
        assert!(
            visible(&world.page(&format!("/n/{n}")).await).starts_with(&format!("Article {n}"))
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_overlap_in_time_and_slow_ones_block_nobody() {
    let world = World::new().await;
    let reads = holding(&world, 3).await;
    // One lane of four is left: others pass the three that wait.
    assert_reads(&world).await;
    world.site.seen.gate.add_permits(3);
    for read in reads {
        assert!(visible(&read.await.unwrap().unwrap()).starts_with("Article"));
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_blocks_is_a_suspect_and_others_go_on() {
    let world = World::new().await;
    let error = world.read("/p/forever").await.unwrap_err();
    assert!(error.suspect && error.layer == Layer::Driver, "{error}");
    assert_reads(&world).await;
    let mut request = world.request("/p/forever");
    request.alone = true;
    let forever = world.spawn(request);
    assert_reads(&world).await;
    let error = forever.await.unwrap().unwrap_err();
    assert!(error.suspect, "{error}");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_waits_to_be_another_costs_nobody_else() {
    let world = World::new().await;
    let astray = world.spawn(world.request("/p/astray"));
    let held = || world.site.seen.held.load(Ordering::SeqCst);
    eventually(|| held() == 1, || "not on its way".to_owned()).await;
    assert_reads(&world).await;
    let error = astray.await.unwrap().unwrap_err();
    assert!(error.suspect && error.layer == Layer::Timeout, "{error}");
    assert_reads(&world).await;
    assert_eq!(world.reader.tally().sessions, 1);
    world.site.seen.gate.add_permits(2);
    assert!(visible(&world.page("/p/astray").await).starts_with("Article astray"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_too_large_beside_others_is_read_alone_and_costs_no_session() {
    let world = World::new().await;
    let reads = holding(&world, 2).await;
    let error = world.read("/p/crowd").await.unwrap_err();
    assert!(error.suspect && error.layer == Layer::Script, "{error}");
    world.site.seen.gate.add_permits(2);
    for read in reads {
        assert!(visible(&read.await.unwrap().unwrap()).starts_with("Article"));
    }
    assert_eq!(world.reader.tally().sessions, 1);
    let mut request = world.request("/p/crowd");
    request.alone = true;
    let page = world.reader.read(request).await.unwrap();
    assert!(!page.truncated && page.dom.nodes.len() > 210_000);
    assert_eq!(visible(&page), "the crowd the end");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_browser_hands_its_pages_back() {
    let world = World::new().await;
    let reads = holding(&world, 3).await;
    let browsers = world.processes("--remote-debugging-port");
    assert!(!browsers.is_empty());
    browsers.into_iter().for_each(kill);
    assert_suspects(reads).await;
    assert_reads(&world).await;
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_driver_hands_its_pages_back() {
    let world = World::new().await;
    let reads = holding(&world, 3).await;
    let drivers = world.processes("chromedriver --port");
    assert_eq!(drivers.len(), 1);
    drivers.into_iter().for_each(kill);
    assert_suspects(reads).await;
    assert_reads(&world).await;
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_renderers_cost_only_their_tabs() {
    let world = World::new().await;
    assert_reads(&world).await;
    let mut request = world.request("/p/waits");
    request.options.wait_for = Some(".never".to_owned());
    request.options.timeout = Span::seconds(120);
    let read = world.spawn(request);
    // It asks for something once it is shown.
    let held = || world.site.seen.held.load(Ordering::SeqCst);
    eventually(|| held() == 1, || "not shown".to_owned()).await;
    let renderers = world.processes("--type=renderer");
    assert!(!renderers.is_empty());
    renderers.into_iter().for_each(kill);
    assert_suspects(vec![read]).await;
    assert_reads(&world).await;
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_in_mid_read_leaves_nothing() {
    let world = World::new().await;
    let reads = holding(&world, 2).await;
    let mut request = world.request("/held/alone");
    request.alone = true;
    let alone = world.spawn(request);
    world.reader.close().await;
    for read in reads.into_iter().chain([alone]) {
        assert!(read.await.unwrap().is_err());
    }
    assert!(world.read("/n/one").await.is_err());
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dropping_in_mid_read_leaves_nothing() {
    let world = World::new().await;
    let reads = holding(&world, 2).await;
    for read in reads {
        read.abort();
    }
    let groups = world.groups();
    assert!(!groups.is_empty());
    let World { reader, folder, .. } = world;
    let reader = std::sync::Arc::into_inner(reader);
    drop(reader);
    assert_nothing_left(folder.path(), &groups).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_in_mid_read_leaves_nothing() {
    let world = World::new().await;
    let folder = world.folder.path().to_owned();
    let groups = world.groups();
    let panicked = tokio::spawn(async move {
        holding(&world, 1)
            .await
            .into_iter()
            .for_each(|read| read.abort());
        panic!("on purpose");
    });
    assert!(panicked.await.is_err());
    assert_nothing_left(&folder, &groups).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_replaced_after_its_share() {
    let world = World::with(|options| options.pages_per_session = 3).await;
    let first = world.processes("chromedriver --port");
    for _ in 0..3 {
        assert_reads(&world).await;
    }
    assert_ne!(world.processes("chromedriver --port"), first);
    world.close().await;
}
