//! `windrow run --resume`: a killed run goes on where it stood; and what becomes of an earlier run where a
//! new one cannot begin.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

use anyhow::{Context, Result};
use fleet_tests::patience::{PATIENCE, within};
use fleet_tests::processes::signal;
use fleet_tests::program::Finished;
use fleet_tests::site::{Fault, Scenario};
use nix::sys::signal::Signal;
use serde_json::Value;

use super::Ran;
use crate::site::World;

/// Details take so long that a run can be killed between two of them.
const SLOW: Duration = Duration::from_millis(400);

fn slow_down(world: &World) -> Result<()> {
    let golden = Scenario::JobBoard.golden(&world.site.origin())?;
    for row in golden["jobs"].as_array().context("rows")? {
        let url = row["job_url"].as_str().context("an address")?;
        let path = url
            .strip_prefix(&world.site.origin())
            .context("on the site")?;
        world.site.faults().set(path, Fault::Delay(SLOW));
    }
    Ok(())
}

/// Lines of a run's events.
fn events(folder: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("events.ndjson")).unwrap_or_default();
    text.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// Paths of the pages that were settled.
fn settled(world: &World) -> BTreeSet<String> {
    events(&world.out())
        .iter()
        .filter(|event| event["event"] == "page")
        .filter(|event| event["class"] == "content" || event["class"] == "gone")
        .filter_map(|event| {
            let url = event["url"].as_str()?;
            Some(url.strip_prefix(&world.site.origin())?.to_owned())
        })
        .collect()
}

/// Starts the run, kills it once `until` holds, and says which pages were settled by then. No more than
/// `details` pages are answered, so that it cannot be over before it is killed.
async fn killed(
    world: &World,
    details: usize,
    until: impl Fn() -> bool,
) -> Result<BTreeSet<String>> {
    world.site.gate().close("/jobs/", details);
    let mut run = world.run()?.args(&["--wave", "3", "--quiet"]);
    let mut child: Child = run.command().spawn()?;
    within(PATIENCE * 3, "the run is in the middle", || async {
        until().then_some(())
    })
    .await;
    child.kill()?;
    child.wait()?;
    world.site.gate().open();
    Ok(settled(world))
}

async fn resumed(world: &World) -> Result<Finished> {
    let run = world.run()?.args(&["--resume"]);
    tokio::task::spawn_blocking(move || run.finish()).await?
}

fn is_golden(world: &World, run: &Finished) -> Result<()> {
    assert_eq!(run.code(), Some(0), "{}", run.said());
    let golden = Scenario::JobBoard.golden(&world.site.origin())?;
    assert_eq!(run.json("output.json")?, golden, "{}", run.said());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_run_goes_on_and_reads_no_settled_page_again() -> Result<()> {
    let world = World::of(Scenario::JobBoard).await?;
    slow_down(&world)?;
    let found = || {
        events(&world.out())
            .iter()
            .any(|event| event["event"] == "discovered")
    };
    let before = killed(&world, 12, || found() && settled(&world).len() >= 5).await?;
    assert!((5..24).contains(&before.len()), "{before:?}");
    let started = std::fs::read_to_string(world.out().join("job.json"))?;
    let told = events(&world.out()).len();

    world.site.log().clear();
    world.site.faults().clear();
    let run = resumed(&world).await?;
    is_golden(&world, &run)?;
    for path in &before {
        assert_eq!(world.site.log().count(path), 0, "{path} was settled");
    }
    // A page may have been settled a moment before its event was written.
    let read = world.site.log().under("/jobs/");
    let rest = 24 - before.len();
    assert!(
        (1..=rest).contains(&read.len()),
        "{rest} were left: {read:?}"
    );
    assert!(read.iter().all(|(_, times)| *times == 1), "once: {read:?}");
    let lists: Vec<_> = world.site.log().under("/jobs");
    assert_eq!(
        lists.len(),
        read.len(),
        "no list page is read again: {lists:?}"
    );

    assert_eq!(run.text("job.json")?, started);
    assert_eq!(run.json("report.json")?["links"], 24);
    let all = events(&world.out());
    assert!(
        all.len() > told && settled(&world).len() == 24,
        "events go on"
    );
    for file in ["pages.ndjson", "rows_draft.ndjson"] {
        for line in run.text(file)?.lines() {
            serde_json::from_str::<Value>(line).context(file)?;
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_killed_before_its_lists_were_read_goes_on_too() -> Result<()> {
    let world = World::of(Scenario::JobBoard).await?;
    slow_down(&world)?;
    let slow = Duration::from_hours(1);
    world.site.faults().set("/jobs?page=2", Fault::Delay(slow));
    let second = || world.site.log().count("/jobs?page=2") > 0;
    let before = killed(&world, 6, || second() && settled(&world).len() >= 2).await?;
    assert!(!before.is_empty());
    let unread = events(&world.out());
    assert!(unread.iter().all(|event| event["event"] != "discovered"));

    world.site.log().clear();
    world.site.faults().clear();
    let run = resumed(&world).await?;
    is_golden(&world, &run)?;
    for path in &before {
        assert_eq!(world.site.log().count(path), 0, "{path} was settled");
    }
    assert_eq!(run.json("report.json")?["links"], 24);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_page_that_failed_is_read_when_the_run_goes_on() -> Result<()> {
    let world = World::of(Scenario::JobBoard).await?;
    slow_down(&world)?;
    let second = "/jobs?page=2";
    world.site.faults().set(second, Fault::Status(404));
    let failed = || world.site.log().count(second) > 0;
    killed(&world, 8, || failed() && settled(&world).len() >= 3).await?;

    world.site.log().clear();
    world.site.faults().clear();
    let run = resumed(&world).await?;
    is_golden(&world, &run)?;
    assert_eq!(world.site.log().count(second), 1);
    assert_eq!(
        run.json("report.json")?["list_errors"],
        serde_json::json!([])
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_run_goes_on_too() -> Result<()> {
    let world = World::of(Scenario::JobBoard).await?;
    slow_down(&world)?;
    world.site.gate().close("/jobs/", 8);
    let mut run = world.run()?.args(&["--wave", "3", "--quiet"]);
    let mut child = run.command().spawn()?;
    within(PATIENCE * 3, "the run is in the middle", || async {
        (settled(&world).len() >= 3).then_some(())
    })
    .await;
    super::said(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]))?;
    let code = tokio::task::spawn_blocking(move || child.wait())
        .await??
        .code();
    assert_eq!(code, Some(4), "delivered early");
    world.site.gate().open();
    let before = settled(&world);

    world.site.log().clear();
    world.site.faults().clear();
    let run = resumed(&world).await?;
    is_golden(&world, &run)?;
    assert_eq!(run.json("report.json")?["ending"], "finished");
    for path in &before {
        assert_eq!(world.site.log().count(path), 0, "{path} was settled");
    }
    Ok(())
}

/// Who asks twice does not want to wait; what was accepted is delivered all the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_is_stopped_at_once_leaves_what_it_has() -> Result<()> {
    let world = World::of(Scenario::JobBoard).await?;
    slow_down(&world)?;
    world.site.gate().close("/jobs/", 8);
    let mut run = world.run()?.args(&["--wave", "3"]);
    let child = run.command().spawn()?;
    within(PATIENCE * 3, "the run is in the middle", || async {
        (settled(&world).len() >= 3).then_some(())
    })
    .await;
    // Two of one kind might be one by the time they are seen.
    signal(child.id(), Signal::SIGINT)?;
    signal(child.id(), Signal::SIGTERM)?;
    let ended = tokio::task::spawn_blocking(move || child.wait_with_output()).await??;
    let said = String::from_utf8_lossy(&ended.stdout);
    assert_eq!(ended.status.code(), Some(4), "{said}");
    assert!(said.contains("delivered early"), "{said}");
    let output = std::fs::read_to_string(world.out().join("output.json"))?;
    let output: Value = serde_json::from_str(&output)?;
    let rows = output["jobs"].as_array().context("rows")?.len();
    assert!((3..23).contains(&rows), "{rows}");

    world.site.gate().open();
    world.site.faults().clear();
    is_golden(&world, &resumed(&world).await?)
}

/// A job that reached its share of the store ends, and goes on under a larger one.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_whose_store_is_full_ends_and_goes_on() -> Result<()> {
    let world = World::of(Scenario::JobBoard).await?;
    for (bytes, least) in [(1_500, 0), (40_000, 1)] {
        let mut run = world.run()?.args(&["--replace"]);
        let command = run.command();
        command.env("WINDROW__STORE__MAX_JOB_BYTES", bytes.to_string());
        let run = tokio::task::spawn_blocking(move || run.finish()).await??;
        assert_eq!(run.code(), Some(4), "{}", run.said());
        assert!(run.said().contains("store.max_job_bytes"), "{}", run.said());
        let ending = run.json("report.json")?["ending"].clone();
        let why = ending.as_str().context("an ending")?;
        assert!(why.starts_with("delivered early: "), "{why}");
        assert!(why.contains("store.max_job_bytes"), "{why}");
        let rows = run.json("output.json")?["jobs"].as_array().map(Vec::len);
        assert!(
            rows >= Some(least) && rows < Some(23),
            "{rows:?} of {bytes}"
        );
        let last = events(&world.out()).pop().context("an event")?;
        assert_eq!(last["event"], "delivered_early", "{last}");
        let told = last["why"].as_str().context("a reason")?;
        assert_eq!(why, format!("delivered early: {told}"));
    }
    is_golden(&world, &resumed(&world).await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_same_job_goes_on() -> Result<()> {
    let world = World::of(Scenario::JobBoard).await?;
    slow_down(&world)?;
    killed(&world, 6, || settled(&world).len() >= 2).await?;
    let held = world.out();
    let coverage = super::said(
        std::process::Command::new(fleet_tests::program::windrow()?)
            .arg("coverage")
            .arg(&held),
    )?;
    coverage.check(0, &["rows; fields"]);
    let done = super::said(
        std::process::Command::new(fleet_tests::program::windrow()?)
            .arg("done")
            .arg(&held),
    )?;
    done.check(3, &["pages_unread", "--resume"]);

    let job = Scenario::JobBoard.job(&world.site.origin());
    world.write(
        "job.yaml",
        &format!("{job}links: {{href_contains: /jobs/}}\n"),
    )?;
    let run = resumed(&world).await?;
    assert_eq!(run.code(), Some(5), "{}", run.said());
    assert!(
        run.said().contains("/links/href_contains"),
        "{}",
        run.said()
    );

    world.write("job.yaml", &job)?;
    let schema = Scenario::JobBoard
        .schema()
        .replace("Hiring company", "The company");
    world.write("schema.json", &schema)?;
    let run = resumed(&world).await?;
    assert_eq!(run.code(), Some(5), "{}", run.said());
    assert!(run.said().contains("schema"), "{}", run.said());

    world.write("schema.json", Scenario::JobBoard.schema())?;
    world.site.faults().clear();
    is_golden(&world, &resumed(&world).await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_at_its_end_starts_no_browser() -> Result<()> {
    let world = World::of(Scenario::JobBoard).await?;
    is_golden(&world, &world.finish().await?)?;
    world.site.log().clear();
    is_golden(&world, &resumed(&world).await?)?;
    assert!(world.site.log().under("/").is_empty());

    let held = Ran::Held.copy().await?;
    let job: Value = held.json("job.json")?["job"].clone();
    held.write("job.json", &job.to_string())?;
    let said = held.windrow(&[
        "run",
        "job.json",
        "--out",
        "run",
        "--resume",
        "--allow-range",
        "loopback",
    ])?;
    said.check(3, &["held for the operator"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_finds_no_browser_replaces_nothing() -> Result<()> {
    let run = Ran::Delivered.copy().await?;
    let before = run.text("output.json")?;
    let job = "name: x\nstart: [https://a.test/]\nschema: {type: object, properties: {name: {type: string}}}\n";
    run.write("job.yaml", job)?;
    let nowhere = ["run", "job.yaml", "--webdriver-url", "http://127.0.0.1:1/"];
    let into = |args: &[&str]| run.windrow(&[&nowhere, args].concat());
    into(&["--out", "run"])?.check(2, &["--replace"]);
    into(&["--out", "run", "--replace"])?.check(4, &["no WebDriver session"]);
    assert_eq!(run.text("output.json")?, before);
    run.verb("rows", &["--limit", "1"])?
        .check(0, &["of 23 rows"]);
    for _ in 0..2 {
        into(&["--out", "new"])?.check(4, &["no WebDriver session"]);
    }
    Ok(())
}
