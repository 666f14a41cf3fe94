//! A killed browser loses no page and changes no row; an interrupted run leaves nothing behind.

use std::process::Child;

use anyhow::{Context, Result};
use fleet_tests::patience::{PATIENCE, eventually};
use fleet_tests::processes::{alive, browser_of, descendants, profiles, signal};
use fleet_tests::site::{Fault, Scenario};
use nix::sys::signal::Signal;

use crate::site::World;

#[tokio::test(flavor = "multi_thread")]
async fn kill_of_the_browser_in_mid_run_changes_nothing() -> Result<()> {
    let world = World::of(Scenario::JobBoard).await?;
    let slow = std::time::Duration::from_millis(700);
    let golden = Scenario::JobBoard.golden(&world.site.origin())?;
    for row in golden["jobs"].as_array().context("rows")? {
        if let Some(path) = row["job_url"]
            .as_str()
            .and_then(|url| url.strip_prefix(&world.site.origin()))
        {
            world.site.faults().set(path, Fault::Delay(slow));
        }
    }
    let child = world.run()?.command().spawn()?;
    let program = child.id();
    eventually("a detail page is being read", || async {
        (world.site.log().under("/jobs/").len() > 5).then_some(())
    })
    .await;
    let browser = eventually("a browser runs", || async { browser_of(program) }).await;
    signal(browser, Signal::SIGKILL)?;

    let ended = tokio::task::spawn_blocking(move || child.wait_with_output()).await??;
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    let output: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(world.out().join("output.json"))?)?;
    assert_eq!(output, golden, "{said}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn after_an_interrupt_no_process_and_no_profile_is_left() -> Result<()> {
    let world = World::of(Scenario::Catalogue).await?;
    world.site.faults().set(
        "/catalogue",
        Fault::Delay(std::time::Duration::from_secs(15)),
    );
    let mut child = world.run()?.command().spawn()?;
    let program = child.id();
    eventually("a browser runs", || async { browser_of(program) }).await;
    let family = descendants(program);
    let profiles = profiles(&family);
    assert!(!profiles.is_empty(), "the browser has a profile folder");
    signal(program, Signal::SIGINT)?;
    let code = ended(&mut child).await?;
    assert_eq!(code, Some(4), "an interrupted run is delivered early");
    for process in family {
        eventually("every process of the run has ended", || async {
            (!alive(process)).then_some(())
        })
        .await;
    }
    for profile in profiles {
        assert!(!profile.exists(), "{} is left", profile.display());
    }
    Ok(())
}

async fn ended(child: &mut Child) -> Result<Option<i32>> {
    let limit = tokio::time::sleep(PATIENCE);
    tokio::pin!(limit);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        tokio::select! {
            () = &mut limit => anyhow::bail!("the run does not end after an interrupt"),
            () = tokio::time::sleep(std::time::Duration::from_millis(20)) => {}
        }
    }
}
