//! Pages that each have words of their own around a panel, read by the whole program: what the panels say is
//! in the answer, and a page that has none stays.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use fleet_tests::program::Finished;
use fleet_tests::site::{Fault, Scenario};
use serde_json::Value;

use crate::site::World;

const SCHEMA: &str = r#"{"type": "object", "properties": {"moorings": {"type": "array", "items": {
    "type": "object", "properties": {"name": {"type": ["string", "null"]},
    "depth": {"type": ["string", "null"]}, "url": {"type": "string"}}}}}}"#;

async fn world() -> Result<World> {
    let world = World::of(Scenario::JobBoard).await?;
    let start = world.site.url("/moorings");
    world.write(
        "job.yaml",
        &format!(
            "name: moorings\nstart: [\"{start}\"]\nschema: schema.json\nread: {{attempts: 2, timeout: 12s}}\n"
        ),
    )?;
    world.write("schema.json", SCHEMA)?;
    Ok(world)
}

/// Depths by the last part of the address.
fn depths(run: &Finished) -> Result<BTreeMap<String, String>> {
    let output = run.json("output.json")?;
    let rows = output["moorings"].as_array().context("moorings")?.clone();
    let row = |row: &Value| {
        let (_, number) = row["url"].as_str()?.rsplit_once('/')?;
        let depth = row["depth"].as_str().unwrap_or("null");
        Some((number.to_owned(), depth.to_owned()))
    };
    Ok(rows.iter().filter_map(row).collect())
}

fn expected(numbers: &[(&str, &str)]) -> BTreeMap<String, String> {
    let pairs = numbers.iter();
    pairs
        .map(|(number, depth)| ((*number).to_owned(), (*depth).to_owned()))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lone_page_whose_panel_came_late_is_read_in_it_and_a_real_one_stays() -> Result<()> {
    let world = world().await?;
    let run = world.finish().await?;
    assert_eq!(run.code(), Some(0), "{}", run.said());
    let expect = [
        ("4100", "3.5 m"),
        ("4101", "4.5 m"),
        ("4102", "5.5 m"),
        ("4103", "6.5 m"),
        ("4104", "7.5 m"),
        ("4105", "1.2 m"),
    ];
    assert_eq!(depths(&run)?, expected(&expect), "{}", run.said());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lone_page_whose_panel_fails_gives_no_row() -> Result<()> {
    let world = world().await?;
    world
        .site
        .faults()
        .set("/embed/mooring?ref=4101", Fault::Status(500));
    let run = world.finish().await?;
    assert_eq!(run.code(), Some(3), "{}", run.said());
    let found = depths(&run)?;
    assert_eq!(found.get("4101"), None, "{}", run.said());
    assert_eq!(found.len(), 5, "{}", run.said());
    let pages = run.text("pages.ndjson")?;
    let pages: Vec<Value> = pages
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let mut reads = pages.iter().filter(|page| {
        page["url"]
            .as_str()
            .is_some_and(|url| url.ends_with("/4101"))
    });
    // How it looked is kept, since the first read may be found to be a shell.
    let first = reads.next().context("a first read")?;
    assert!(first["screenshot"].is_string(), "{first}");
    let last = reads.next_back().context("a second read")?;
    assert_eq!(last["class"], "panel_missing", "{last}");
    Ok(())
}
