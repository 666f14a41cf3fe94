//! Jobs that share a browser share nothing else: cookies, storage and cache are each job's own, and
//! changing from one to the other is bounded.

use common::browser::ReadRequest;
use domain::ids::JobId;
use futures::StreamExt as _;

use crate::remote::Remote;
use crate::world::{World, visible};

/// A page that says what an earlier visit left.
const FOUND_ALL: &str = "found: cookie local session database cache worker";

fn request(world: &World, job: &str, path: &str) -> ReadRequest {
    let mut request = world.request(path);
    request.job = JobId(job.to_owned());
    request
}

/// What a job finds on a page that remembers.
async fn found(world: &World, job: &str) -> String {
    let mut request = request(world, job, "/p/keeps");
    request.options.wait_for = Some(".done".to_owned());
    visible(
        &common::browser::PageReader::read(&*world.reader, request)
            .await
            .unwrap(),
    )
}

/// Every job finds what itself left, and nothing of another; `Vec` of jobs by turns.
async fn assert_apart(world: &World, turns: &[(&str, &str)]) {
    for (at, (job, expect)) in turns.iter().enumerate() {
        assert_eq!(found(world, job).await, *expect, "turn {at}, job {job}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_see_nothing_of_each_other() {
    let world = World::with(|options| options.lanes = 2).await;
    let own = |number: u32| format!("{FOUND_ALL}; counted {number}");
    let nothing = |number: u32| format!("found: nothing; counted {number}");
    assert_apart(
        &world,
        &[
            ("a", &nothing(0)),
            ("a", &own(0)),
            ("b", &nothing(1)),
            ("b", &own(1)),
            ("a", &own(0)),
            // There are two tabs: one makes way, and all that its job had goes with it.
            ("c", &nothing(2)),
            ("c", &own(2)),
        ],
    )
    .await;
    let tally = world.reader.tally();
    assert_eq!((tally.sessions, tally.contexts, tally.tabs), (1, 2, 3));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_lost_its_last_tab_begins_anew() {
    let world = World::with(|options| options.lanes = 1).await;
    for (at, job) in ["a", "b", "c", "b"].into_iter().enumerate() {
        let text = found(&world, job).await;
        assert_eq!(text, format!("found: nothing; counted {at}"), "job {job}");
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_see_nothing_of_each_other_in_a_browser_that_is_not_ours() {
    let remote = Remote::start().await;
    let url = remote.url();
    let world = World::with(|options| options.webdriver_url = Some(url)).await;
    for (at, job) in ["a", "b", "a"].into_iter().enumerate() {
        let text = found(&world, job).await;
        assert_eq!(text, format!("found: nothing; counted {at}"), "job {job}");
    }
    assert!(found(&world, "a").await.starts_with(FOUND_ALL));
    assert_eq!(world.reader.tally().sessions, 3);
    world.close().await;
}

/// Pages of three jobs mixed, some more asked for at once than there are tabs.
async fn read_mixed(world: &World) {
    let mixed = (0..90).map(|n| {
        let job = ["a", "b", "c"][n % 3];
        let read = world.spawn(request(world, job, &format!("/n/{job}{n}")));
        async move { (n, job, read.await.unwrap()) }
    });
    let mut read = futures::stream::iter(mixed).buffer_unordered(12);
    let mut count = 0;
    while let Some((n, job, page)) = read.next().await {
        let text = visible(&page.unwrap());
        assert!(text.starts_with(&format!("Article {job}{n} ")), "{text}");
        count += 1;
    }
    assert_eq!(count, 90);
}

#[tokio::test(flavor = "multi_thread")]
async fn mixed_jobs_change_tabs_seldom() {
    let world = World::new().await;
    read_mixed(&world).await;
    let tally = world.reader.tally();
    assert_eq!(tally.sessions, 1);
    assert!(tally.contexts <= 12 && tally.tabs <= 30, "{tally:?}");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mixed_jobs_change_sessions_seldom_in_a_browser_that_is_not_ours() {
    let remote = Remote::start().await;
    let url = remote.url();
    let world = World::with(|options| {
        options.webdriver_url = Some(url);
        options.lanes = 4;
    })
    .await;
    read_mixed(&world).await;
    let tally = world.reader.tally();
    assert_eq!(tally.contexts, 0);
    assert!((3..=18).contains(&tally.sessions), "{tally:?}");
    world.close().await;
}
