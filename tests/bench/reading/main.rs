//! How fast pages are read: Windrow's full lane against one new tab a page and against a bare
//! DevTools loop that draws no frames, by turns in one run; then pages of several sites mixed. It asserts that every page was read
//! with its content; times are printed and never judged.
//!
//! `cargo bench -p fleet-tests --bench reading`; with `-- --help` for pages, rounds and lanes.

mod devtools;
mod new_tab;
mod ours;
mod pages;
mod process;
mod raw;
mod report;
mod sites;
mod webdriver;

use std::path::Path;

use anyhow::{Result, ensure};
use clap::Parser;
use common::browser::{BrowserOptions, find};
use common::clock::Clock;
use fleet_tests::site::SiteServer;

use new_tab::NewTabs;
use ours::Ours;
use pages::{Kind, Shop};
use raw::Raw;
use report::{Figures, Turn};

#[derive(Debug, Parser)]
struct Args {
    /// Pages of each kind, read by each contender in each round.
    #[arg(long, default_value_t = 200)]
    pages: usize,
    /// Rounds; medians are over these.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Tabs at once.
    #[arg(long, default_value_t = 8)]
    lanes: usize,
    /// Sites that the last comparison mixes.
    #[arg(long, default_value_t = 16)]
    sites: usize,
    /// Makes the last comparison only.
    #[arg(long)]
    only_sites: bool,
    /// Given by `cargo bench`; without it a few pages show that the bench works.
    #[arg(long, hide = true)]
    bench: bool,
}

/// What a contender found in a page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    title: String,
    sku: String,
}

/// Everything that reads, side by side; what is not at its turn rests.
struct Contenders {
    ours: Ours,
    new_tabs: NewTabs,
    raw: Raw,
}

/// In the order of their turns.
const NAMES: [&str; 3] = [
    "windrow, full lane",
    "one new tab a page",
    "raw DevTools, no frames",
];

#[tokio::main]
async fn main() -> Result<()> {
    let mut args = Args::parse();
    if !args.bench {
        (args.pages, args.rounds) = (args.pages.min(8), 1);
    }
    let server = SiteServer::start(Shop).await?;
    if args.only_sites {
        return sites::compare(&args, &server).await;
    }
    let found = find(&BrowserOptions::default())?;
    let contenders = Contenders {
        ours: Ours::start(args.lanes).await?,
        new_tabs: NewTabs::start(&found, args.lanes).await?,
        raw: Raw::start(&found, args.lanes).await?,
    };
    report::head(&args, &found)?;
    for kind in [Kind::Static, Kind::Client] {
        let mut figures = Figures::default();
        // Caches, tabs and renderers come to life outside the figures.
        for at in 0..NAMES.len() {
            contenders.turn(at, &server, kind, args.lanes, 0).await?;
        }
        for round in 1..=args.rounds {
            for at in 0..NAMES.len() {
                figures.add(
                    at,
                    contenders
                        .turn(at, &server, kind, args.pages, round)
                        .await?,
                );
            }
        }
        figures.print(kind, args.pages)?;
    }
    contenders.ours.close().await;
    sites::compare(&args, &server).await
}

impl Contenders {
    /// One contender reads pages that were not read before.
    async fn turn(
        &self,
        at: usize,
        server: &SiteServer,
        kind: Kind,
        pages: usize,
        round: usize,
    ) -> Result<Turn> {
        let first = (round * NAMES.len() + at) * 1000;
        let numbers: Vec<usize> = (first..first + pages).collect();
        let urls: Vec<String> = numbers
            .iter()
            .map(|n| server.url(&kind.target(*n)))
            .collect();
        let clock = Clock::system();
        let cpu = || [process::cpu_of(self.folder(at)), process::own_cpu()];
        let (cpu_before, begun) = (cpu(), clock.instant());
        let read = match at {
            0 => self.ours.read(&urls).await,
            1 => self.new_tabs.read(&urls).await,
            _ => self.raw.read(&urls).await,
        };
        let seconds = clock.instant().duration_since(begun).as_secs_f64();
        let cpu_after = cpu();
        check(NAMES[at], &numbers, &read)?;
        Ok(Turn {
            pages,
            seconds,
            browser_cpu: cpu_after[0] - cpu_before[0],
            own_cpu: cpu_after[1] - cpu_before[1],
        })
    }

    fn folder(&self, at: usize) -> &Path {
        match at {
            0 => self.ours.folder.path(),
            1 => self.new_tabs.process.folder.path(),
            _ => self.raw.process.folder.path(),
        }
    }
}

/// Every page was read once and showed its own title and number.
pub(crate) fn check(name: &str, numbers: &[usize], read: &[(usize, Result<Seen>)]) -> Result<()> {
    let mut right = vec![false; numbers.len()];
    for (at, seen) in read {
        let wanted = Seen {
            title: pages::title(numbers[*at]),
            sku: pages::sku(numbers[*at]),
        };
        match seen {
            Ok(seen) => {
                ensure!(*seen == wanted, "{name}: read {seen:?} where {wanted:?} is");
                ensure!(!right[*at], "{name}: read {wanted:?} twice");
                right[*at] = true;
            }
            Err(error) => anyhow::bail!("{name}: {wanted:?} was not read: {error:#}"),
        }
    }
    let count = right.iter().filter(|right| **right).count();
    ensure!(
        count == numbers.len(),
        "{name}: read {count} of {}",
        numbers.len()
    );
    Ok(())
}
