//! A killed browser loses no page and changes no row; an interrupted run leaves nothing behind.

use std::process::{Child, Command};

use anyhow::{Context, Result};
use fleet_tests::patience::{PATIENCE, eventually};
use fleet_tests::site::{Fault, Scenario};

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
    kill(browser, "KILL")?;

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
    kill(program, "INT")?;
    let code = ended(&mut child).await?;
    assert_eq!(code, Some(4), "an interrupted run is delivered early");
    for process in family {
        eventually("every process of the run has ended", || async {
            (!alive(process)).then_some(())
        })
        .await;
    }
    for profile in profiles {
        assert!(
            !std::path::Path::new(&profile).exists(),
            "{profile} is left"
        );
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

fn kill(process: u32, signal: &str) -> Result<()> {
    Command::new("kill")
        .arg(format!("-{signal}"))
        .arg(process.to_string())
        .status()?;
    Ok(())
}

/// Process ids below `root`, by the kernel's process table.
fn descendants(root: u32) -> Vec<u32> {
    let table: Vec<(u32, u32)> = processes()
        .filter_map(|id| Some((id, parent(id)?)))
        .collect();
    let mut family = vec![root];
    let mut at = 0;
    while let Some(&next) = family.get(at) {
        family.extend(
            table
                .iter()
                .filter(|(_, parent)| *parent == next)
                .map(|(id, _)| id),
        );
        at += 1;
    }
    family.split_off(1)
}

fn processes() -> impl Iterator<Item = u32> {
    std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

fn parent(id: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    stat.rsplit_once(')')?
        .1
        .split_whitespace()
        .nth(1)?
        .parse()
        .ok()
}

fn command_line(id: u32) -> String {
    std::fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default()
}

fn alive(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit_once(')')
        .is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}

/// The browser's main process: it has a profile folder and is no helper of another.
fn browser_of(root: u32) -> Option<u32> {
    descendants(root).into_iter().find(|&id| {
        let line = command_line(id);
        line.contains("--user-data-dir=") && !line.contains("--type=")
    })
}

fn profiles(family: &[u32]) -> Vec<String> {
    family
        .iter()
        .filter_map(|&id| {
            let line = command_line(id);
            let profile = line
                .split('\0')
                .find_map(|word| word.strip_prefix("--user-data-dir="))?;
            Some(profile.to_owned())
        })
        .collect()
}
