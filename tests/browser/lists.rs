//! Lists in every way they go on, read to their end: which items are found, none lost and none twice.
//! The table is in the tests' README.

use std::collections::BTreeSet;
use std::time::Duration;

use common::browser::{ListRead, PageReader, ReadRequest};
use discovery::discover;
use domain::job::JobFile;
use domain::panel::Wish;
use domain::snapshot::Snapshot;
use draft::{Sought, content_of};
use fleet_tests::site::{Fault, SampleSite, SiteServer};

use crate::world::{World, options};

/// The numbers of the items that discovery finds on a page.
fn items(page: &Snapshot) -> BTreeSet<usize> {
    let found = discover(page, &JobFile::default()).unwrap();
    let number = |url: &str| url.rsplit_once("/lists/item/")?.1.parse().ok();
    let links = found.links.iter();
    links.map(|link| number(&link.url).unwrap()).collect()
}

/// How many links the page is held with: no row may be kept twice for long.
fn links(page: &Snapshot) -> usize {
    let dom = &page.dom;
    (0..dom.nodes.len())
        .filter(|&id| dom.tag(id) == "a" && dom.attr(id, "href").is_some())
        .count()
}

async fn read(world: &World, site: &SiteServer, name: &str, expand: &[&str]) -> Snapshot {
    let mut options = options();
    options.expand = expand.iter().map(|one| (*one).to_owned()).collect();
    let request = ReadRequest {
        url: site.url(&format!("/lists/{name}")),
        options,
        list: Some(ListRead::default()),
        ..world.request("/")
    };
    let page = world.reader.read(request).await.unwrap();
    content_of(page, Wish::Auto, Sought::List).snapshot
}

/// Reads lists at the same time; each must hold the items below its number, all of them.
async fn check(lists: &[(&str, usize)]) {
    let world = World::new().await;
    let site = SiteServer::start(SampleSite::bundled().unwrap())
        .await
        .unwrap();
    for part in 1..4 {
        let slow = Fault::Delay(Duration::from_secs(2));
        site.faults().set(&format!("/lists/part/{part}"), slow);
    }
    let reads = lists.iter().map(|(name, _)| read(&world, &site, name, &[]));
    let pages = futures::future::join_all(reads).await;
    for ((name, count), page) in lists.iter().zip(&pages) {
        let found = items(page);
        assert_eq!(found.len(), *count, "{name}");
        assert_eq!(found, (0..*count).collect(), "{name}");
        assert!(page.settled && !page.truncated, "{name}");
        assert!(
            links(page) <= count + count / 4 + 10,
            "{name}: {}",
            links(page)
        );
    }
    world.close().await;
    site.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tall_and_inner_lists() {
    check(&[("tall", 300), ("inner", 100), ("sections", 160)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_that_grow_slowly() {
    check(&[("infinite", 240), ("fetched", 80)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_rows_of_which_a_few_are_in_the_page() {
    check(&[("virtual", 10_000)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_are_taken_away_or_filled_anew() {
    check(&[("recycled", 1_000), ("windowed", 200)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_that_load_more() {
    check(&[("load-more", 100), ("load-more-stays", 60), ("shadow", 36)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_to_the_next_page() {
    check(&[
        ("next-button", 55),
        ("number-buttons", 40),
        ("next-loops", 30),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_in_frames_that_grow() {
    check(&[
        ("around?of=fetched", 80),
        ("around?of=fetched&site=same", 80),
        ("around?of=inner", 100),
        ("around?of=board", 90),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_in_frames_with_buttons_and_rows_that_go() {
    check(&[
        ("around?of=load-more", 100),
        ("around?of=around%3Fof%3Dload-more%26site%3Dsame", 100),
        ("around?of=next-button", 55),
        ("around?of=windowed", 200),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_job_names_is_opened() {
    let world = World::new().await;
    let site = SiteServer::start(SampleSite::bundled().unwrap())
        .await
        .unwrap();
    let page = read(
        &world,
        &site,
        "expand",
        &["button.open-deck", "details.hold"],
    )
    .await;
    assert_eq!(items(&page), (0..10).collect());
    world.close().await;
    site.stop().await;
}
