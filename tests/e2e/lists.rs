//! Lists of many pages read by the whole program: which items are found, and what is said of a list
//! page that cannot be read. The table is in the tests' README.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::{Context, Result};
use fleet_tests::patience::{PATIENCE, within};
use fleet_tests::program::{Finished, windrow};
use fleet_tests::site::{Fault, Scenario};

use crate::site::World;

const SCHEMA: &str = r#"{"type": "object", "properties": {"items": {"type": "array", "items": {
    "type": "object", "properties": {"name": {"type": ["string", "null"]}, "url": {"type": "string"}}}}}}"#;

/// A world whose job reads this list.
async fn world(list: &str, more: &str) -> Result<World> {
    let world = World::of(Scenario::JobBoard).await?;
    let start = world.site.url(&format!("/lists/{list}"));
    world.write(
        "job.yaml",
        &format!("name: lists\nstart: [\"{start}\"]\nschema: schema.json\n{more}"),
    )?;
    world.write("schema.json", SCHEMA)?;
    Ok(world)
}

/// The items that `windrow links` prints.
async fn links(list: &str, more: &str) -> Result<(Vec<usize>, World)> {
    let world = world(list, more).await?;
    let mut command = std::process::Command::new(windrow()?);
    command.arg("links").arg(world.path("job.yaml"));
    command.args(["--allow-range", "loopback"]);
    let output = tokio::task::spawn_blocking(move || command.output()).await??;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let prefix = world.site.url("/lists/item/");
    let item = |line: &str| -> Option<usize> {
        let url = line.split('\t').next()?;
        url.strip_prefix(&prefix)?.parse().ok()
    };
    let items: Vec<usize> = said.lines().filter_map(item).collect();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok((items, world))
}

/// A list holds the items below a number, each once and in order, on so many pages.
async fn check(list: &str, count: usize, pages: usize) -> Result<()> {
    let (items, world) = links(list, "").await?;
    assert_eq!(items, (0..count).collect::<Vec<_>>(), "{list}");
    let asked = world.site.log().under(&format!("/lists/{list}"));
    assert_eq!(asked.len(), pages, "{list}: {asked:?}");
    assert!(asked.iter().all(|(_, times)| *times == 1), "{asked:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn three_hundred_numbered_pages() -> Result<()> {
    check("numbered", 2_100, 300).await
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_by_cursor_by_template_in_a_circle_and_to_themselves() -> Result<()> {
    check("cursor", 64, 7).await?;
    check("template", 45, 9).await?;
    check("circle", 18, 3).await?;
    check("to-itself", 12, 2).await
}

fn urls(run: &Finished) -> Result<BTreeSet<String>> {
    let output = run.json("output.json")?;
    let items = output["items"].as_array().context("items")?.clone();
    let urls = items.iter().filter_map(|item| item["url"].as_str());
    Ok(urls.map(str::to_owned).collect())
}

/// The items that a run's answer has rows of.
fn items(world: &World, run: &Finished) -> Result<BTreeSet<usize>> {
    let prefix = world.site.url("/lists/item/");
    let number = |url: &String| url.strip_prefix(&prefix)?.parse().ok();
    Ok(urls(run)?.iter().filter_map(number).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blocked_page_is_a_gap_and_costs_no_other() -> Result<()> {
    let world = world("template", "").await?;
    let blocked = Fault::Status(403);
    world.site.faults().set("/lists/template?page=2", blocked);
    let run = world.finish().await?;
    assert_eq!(run.code(), Some(3), "{}", run.said());
    assert_eq!(urls(&run)?.len(), 40, "{}", run.said());
    let report = run.text("report.json")?;
    assert!(
        report.contains("page=2") && report.contains("403"),
        "{report}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_is_shorter_than_it_says_is_a_gap() -> Result<()> {
    let world = world("short", "").await?;
    let run = world.finish().await?;
    assert_eq!(run.code(), Some(3), "{}", run.said());
    assert_eq!(urls(&run)?.len(), 20, "{}", run.said());
    assert!(
        run.said()
            .contains("the list states 1240 items and 20 were found"),
        "{}",
        run.said()
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_is_shorter_than_its_data_or_its_last_page_says_is_a_gap() -> Result<()> {
    for (list, count, says) in [
        ("short-data", 8, "the list states 12 items and 8 were found"),
        ("short-pages", 15, "page=4"),
    ] {
        let world = world(list, "read: {attempts: 1}\n").await?;
        let run = world.finish().await?;
        assert_eq!(run.code(), Some(3), "{list}: {}", run.said());
        assert_eq!(urls(&run)?.len(), count, "{list}: {}", run.said());
        let report = run.text("report.json")?;
        assert!(report.contains(says), "{list}: {report}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_behind_a_frame_that_asks_for_consent_is_read_once_it_is_refused() -> Result<()> {
    let (items, _) = links("asks", "").await?;
    assert_eq!(items, (0..30).collect::<Vec<_>>());
    Ok(())
}

/// Runs a list of two pages; the second ends it in its own way. Six items come of the first in any case.
async fn ends(list: &str, code: i32, says: &str) -> Result<()> {
    let world = world(list, "read: {attempts: 1}\n").await?;
    let run = world.finish().await?;
    assert_eq!(run.code(), Some(code), "{list}: {}", run.said());
    assert_eq!(urls(&run)?.len(), 6, "{list}: {}", run.said());
    let report = run.text("report.json")?;
    assert!(report.contains(says), "{list}: {report}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_says_it_is_empty_ends_a_list_and_one_whose_links_did_not_come_is_a_gap()
-> Result<()> {
    ends("ends-empty", 0, "\"list_errors\": []").await?;
    ends("ends-unloaded", 3, "does not say that it is empty").await?;
    ends("ends-blank", 3, "does not say that it is empty").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_page_that_was_cut_is_a_gap_and_its_links_are_taken() -> Result<()> {
    // The time it takes is not what it is about.
    let world = world("too-long", "read: {timeout: 2m}\n").await?;
    let run = world.finish().await?;
    assert_eq!(run.code(), Some(3), "{}", run.said());
    assert_eq!(urls(&run)?.len(), 20, "{}", run.said());
    assert!(run.said().contains("too large"), "{}", run.said());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_in_a_frame_goes_on_below_the_frames_address() -> Result<()> {
    let (items, world) = links("around?of=template&site=same", "").await?;
    assert_eq!(items, (0..45).collect::<Vec<_>>());
    let asked = world.site.log().under("/lists/template");
    assert_eq!(asked.len(), 9, "{asked:?}");
    let (items, _) = links("around?of=cursor&site=same", "").await?;
    assert_eq!(items, (0..64).collect::<Vec<_>>());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_over_reads_no_settled_list_page_again() -> Result<()> {
    let world = world("template", "").await?;
    let slow = Fault::Delay(Duration::from_hours(1));
    world.site.faults().set("/lists/template?page=5", slow);
    let mut child = world.run()?.command().spawn()?;
    within(PATIENCE * 3, "the fifth page is being read", || async {
        (world.site.log().count("/lists/template?page=5") > 0).then_some(())
    })
    .await;
    child.kill()?;
    child.wait()?;
    world.site.log().clear();
    world.site.faults().clear();
    let run = world.run()?.args(&["--resume"]);
    let run = tokio::task::spawn_blocking(move || run.finish()).await??;
    assert_eq!(run.code(), Some(0), "{}", run.said());
    assert_eq!(urls(&run)?.len(), 45, "{}", run.said());
    let asked = world.site.log().under("/lists/template");
    let pages: Vec<&str> = asked.iter().map(|(target, _)| target.as_str()).collect();
    let left = ["5", "6", "7", "8", "9"].map(|n| format!("/lists/template?page={n}"));
    assert_eq!(pages, left, "only what was left is read");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn sitemaps_and_feeds_are_sources_where_the_job_says_so() -> Result<()> {
    for (more, expect) in [
        ("", (0..4).collect::<BTreeSet<usize>>()),
        ("follow: {sitemap: auto}\n", (0..40).chain([41]).collect()),
    ] {
        let world = world("newest", more).await?;
        let run = world.finish().await?;
        assert_eq!(run.code(), Some(0), "{}", run.said());
        assert_eq!(items(&world, &run)?, expect, "{}", run.said());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sitemap_that_fails_is_fetched_again_as_often_as_the_job_allows() -> Result<()> {
    let all: BTreeSet<usize> = (0..40).chain([41]).collect();
    // The list's own, the other sitemap's, the feed's.
    let without: BTreeSet<usize> = (0..4).chain(15..40).chain([41]).collect();
    for (attempts, code, expect) in [(2, 0, all), (1, 3, without)] {
        let more = format!("follow: {{sitemap: auto}}\nread: {{attempts: {attempts}}}\n");
        let world = world("newest", &more).await?;
        let sitemap = "/lists/sitemap-1.xml";
        world
            .site
            .faults()
            .set_times(sitemap, Fault::Status(503), 1);
        let run = world.finish().await?;
        assert_eq!(run.code(), Some(code), "{}", run.said());
        assert_eq!(items(&world, &run)?, expect, "{}", run.said());
        assert_eq!(world.site.log().count(sitemap), attempts);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_moves_while_it_is_read_is_read_again_at_its_start() -> Result<()> {
    let world = world("moves", "").await?;
    let run = world.finish().await?;
    assert_eq!(run.code(), Some(0), "{}", run.said());
    assert_eq!(urls(&run)?.len(), 31, "{}", run.said());
    let first = world.site.log().count("/lists/moves");
    assert_eq!(first, 2, "the start is read once more");
    assert_eq!(world.site.log().count("/lists/moves?page=3"), 1);
    Ok(())
}
