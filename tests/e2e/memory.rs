//! What long lists cost in memory: of the program, which holds what it found, and of the browser's renderer,
//! which holds the page. Measured as the peak of resident memory (`VmHWM`) of either process.

use std::collections::HashMap;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use fleet_tests::processes::descendants;
use fleet_tests::program::windrow;
use fleet_tests::site::Scenario;

use crate::site::World;

/// How often the processes are looked at. Peaks are kept by the kernel, so no look is too late for all of them.
const TICK: Duration = Duration::from_millis(40);

/// Peaks of resident memory, in KiB.
#[derive(Debug, Clone, Copy)]
struct Peaks {
    windrow: u64,
    /// The largest renderer.
    renderer: u64,
    links: usize,
}

/// Prints the links of a list, and what that took.
async fn peaks(list: &str) -> Result<Peaks> {
    let world = World::of(Scenario::JobBoard).await?;
    let start = world.site.url(&format!("/lists/{list}"));
    world.write(
        "schema.json",
        "{\"type\": \"object\", \"properties\": {\"items\": {\"type\": \"array\", \"items\": {\
        \"type\": \"object\", \"properties\": {\"name\": {\"type\": [\"string\", \"null\"]}}}}}}",
    )?;
    let job = format!("name: lists\nstart: [\"{start}\"]\nschema: schema.json\n");
    world.write("job.yaml", &job)?;
    let said = std::fs::File::create(world.path("said"))?;
    let mut child = Command::new(windrow()?)
        .arg("links")
        .arg(world.path("job.yaml"))
        .args(["--allow-range", "loopback"])
        .stdout(said)
        .stderr(Stdio::null())
        .spawn()?;
    let mut windrow = 0;
    let mut renderers: HashMap<u32, u64> = HashMap::new();
    while child.try_wait()?.is_none() {
        windrow = peak(child.id()).unwrap_or(0).max(windrow);
        for id in descendants(child.id())
            .into_iter()
            .filter(|id| is_renderer(*id))
        {
            let known = renderers.entry(id).or_default();
            *known = peak(id).unwrap_or(0).max(*known);
        }
        tokio::time::sleep(TICK).await;
    }
    let said = std::fs::read_to_string(world.path("said"))?;
    let renderer = renderers.values().copied().max();
    Ok(Peaks {
        windrow,
        renderer: renderer.context("a renderer")?,
        links: said.lines().filter(|line| line.contains("/item/")).count(),
    })
}

/// `VmHWM` of a process (proc(5)), KiB.
fn peak(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn is_renderer(id: u32) -> bool {
    let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&line).contains("--type=renderer")
}

/// Each link that is found is held with its row and its listing text, some kilobytes of it while the page is
/// laid over what was gathered: the bound is 8 KiB a link. The renderer holds the rows in sight whatever their
/// number; what it may take more is rubbish that was not collected yet, some 58 MiB of it.
#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_links_take_what_they_hold_and_the_page_no_more() -> Result<()> {
    let few = peaks("virtual?rows=1000").await?;
    let many = peaks("virtual?rows=10000").await?;
    ensure!(
        few.links == 1_000 && many.links == 10_000,
        "{few:?} {many:?}"
    );
    let grown = many.windrow.saturating_sub(few.windrow);
    ensure!(grown <= 9_000 * 8, "{few:?} {many:?}");
    let grown = many.renderer.saturating_sub(few.renderer);
    ensure!(grown <= 128 * 1024, "{few:?} {many:?}");
    Ok(())
}

/// A list page that was read leaves its links, not itself. The browser shows all pages in one tab: what was
/// shown goes when it is collected, every 32 pages, so its memory rises and falls by some 30 MiB. One that kept
/// the 291 pages that are more here would take a megabyte for each.
#[tokio::test(flavor = "multi_thread")]
async fn three_hundred_list_pages_leave_their_links_and_not_themselves() -> Result<()> {
    let few = peaks("template").await?;
    let many = peaks("numbered").await?;
    ensure!(few.links == 45 && many.links == 2_100, "{few:?} {many:?}");
    let grown = many.windrow.saturating_sub(few.windrow);
    ensure!(grown <= 2_055 * 8, "{few:?} {many:?}");
    let grown = many.renderer.saturating_sub(few.renderer);
    ensure!(grown <= 128 * 1024, "{few:?} {many:?}");
    Ok(())
}
