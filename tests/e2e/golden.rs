//! Every scenario gives their golden answer, twice in a row.

use anyhow::Result;
use fleet_tests::site::Scenario;

use crate::site::World;

async fn check(scenario: Scenario) -> Result<()> {
    let world = World::of(scenario).await?;
    let run = world.finish().await?;
    let golden = scenario.golden(&world.site.origin())?;
    assert_eq!(run.json("output.json")?, golden, "{}", run.said());
    let rows = run.text("rows.ndjson")?;
    assert!(run.said().contains("rows"), "{}", run.said());

    let again = world.run()?.args(&["--replace"]);
    let again = tokio::task::spawn_blocking(move || again.finish()).await??;
    assert_eq!(again.json("output.json")?, golden, "{}", again.said());
    assert_eq!(again.text("rows.ndjson")?, rows);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn job_board() -> Result<()> {
    check(Scenario::JobBoard).await
}

#[tokio::test(flavor = "multi_thread")]
async fn catalogue() -> Result<()> {
    check(Scenario::Catalogue).await
}

#[tokio::test(flavor = "multi_thread")]
async fn framed_board() -> Result<()> {
    check(Scenario::FramedBoard).await
}

#[tokio::test(flavor = "multi_thread")]
async fn plain_shop() -> Result<()> {
    check(Scenario::PlainShop).await
}
