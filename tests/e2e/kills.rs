//! A killed browser loses no page and changes no row; an interrupted run leaves nothing behind.

use std::process::Child;

use anyhow::Result;
use fleet_tests::patience::{PATIENCE, eventually};
use fleet_tests::processes::{alive, browser_of, descendants, profiles, signal};
use fleet_tests::site::{Fault, Scenario};
use nix::sys::signal::Signal;

use crate::site::World;

#[tokio::test(flavor = "multi_thread")]
async fn kill_of_the_browser_in_mid_run_changes_nothing() -> Result<()> {
    let world = World::of(Scenario::JobBoard).await?;
    let golden = Scenario::JobBoard.golden(&world.site.origin())?;
    world.site.gate().close("/jobs/", 3);
    let child = world.run()?.command().spawn()?;
    let program = child.id();
    eventually("detail pages are being read", || async {
        (world.site.gate().waiting() > 1).then_some(())
    })
    .await;
    let browser = eventually("a browser runs", || async { browser_of(program) }).await;
    signal(browser, Signal::SIGKILL)?;
    world.site.gate().open();

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
        Fault::Delay(std::time::Duration::from_hours(1)),
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
