//! Evidence of failure: what `windrow page` tells of pages that gave nothing.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use fleet_tests::ports::Port;
use fleet_tests::program::windrow;
use fleet_tests::site::Scenario;

use crate::site::World;

/// A page at an address where nobody listens.
fn page_of(nobody: &Port) -> String {
    format!("http://{}/never", nobody.address())
}

/// What `windrow page` prints.
fn page(run: &Path, url: &str) -> Result<String> {
    let output = Command::new(windrow()?)
        .arg("page")
        .arg(run)
        .arg(url)
        .output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{url}: {errors}");
    Ok(String::from_utf8(output.stdout)?)
}

/// Runs a job of a challenge and an address at which nobody is.
async fn ran(nobody: &str, more: &str) -> Result<(World, String)> {
    let world = World::of(Scenario::JobBoard).await?;
    let wall = world.site.url("/sheets/captcha");
    let job = format!(
        "name: unread\npages: [\"{wall}\", \"{nobody}\"]\nschema: schema.json\nanswer: jobs\n\
         read: {{attempts: 1{more}}}\n"
    );
    world.write("job.yaml", &job)?;
    let ended = world.finish().await?;
    assert_eq!(ended.code(), Some(3), "{}", ended.said());
    Ok((world, wall))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_shown_with_its_picture_and_an_error_with_its_reason() -> Result<()> {
    let port = Port::free()?;
    let nobody = page_of(&port);
    let (world, wall) = ran(&nobody, "").await?;
    let told = page(&world.out(), &wall)?;
    assert!(told.contains("class: challenge, status"), "{told}");
    let picture = told.lines().find_map(|line| line.strip_prefix("picture: "));
    let picture = std::fs::read(picture.context("no picture")?)?;
    assert!(picture.starts_with(b"\x89PNG"), "{} bytes", picture.len());
    let told = page(&world.out(), &nobody)?;
    assert!(told.contains("class: failed (connect: "), "{told}");
    assert!(told.contains("nothing was kept"), "{told}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_can_be_switched_off() -> Result<()> {
    let port = Port::free()?;
    let (world, wall) = ran(&page_of(&port), ", evidence: off").await?;
    let told = page(&world.out(), &wall)?;
    assert!(!told.contains("picture: "), "{told}");
    Ok(())
}
