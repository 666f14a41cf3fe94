//! Pages of several sites, mixed: each free tab gets the page that waits longest, against one of its own site
//! from half as many waiting pages as there are tabs. By turns, in one browser.

use std::io::Write as _;

use anyhow::Result;
use common::clock::Clock;
use fleet_tests::site::SiteServer;

use crate::ours::Ours;
use crate::pages::Kind;
use crate::report::median;
use crate::{Args, check, process};

/// One turn, per page.
struct Turn {
    seconds: f64,
    cpu: f64,
    hops: f64,
}

/// Prints what looking ahead is worth.
pub(crate) async fn compare(args: &Args, server: &SiteServer) -> Result<()> {
    let ours = Ours::start(args.lanes).await?;
    let ahead = args.lanes + args.lanes.div_ceil(2);
    let mut turns = Vec::new();
    turn(&ours, server, (args.lanes, args.sites), args.lanes, 0).await?;
    for round in 0..args.rounds {
        let first = 1_000_000 + round * 2 * args.pages;
        let blind = turn(&ours, server, (args.pages, args.sites), args.lanes, first).await?;
        let ahead = turn(
            &ours,
            server,
            (args.pages, args.sites),
            ahead,
            first + args.pages,
        )
        .await?;
        turns.push((blind, ahead));
    }
    ours.close().await;
    let of = |pick: &dyn Fn(&(Turn, Turn)) -> f64| median(turns.iter().map(pick).collect());
    let mut out = std::io::stdout();
    writeln!(
        out,
        "\npages of {} sites mixed, {} a turn: with {} waiting pages to choose from",
        args.sites,
        args.pages,
        ahead - args.lanes
    )?;
    writeln!(
        out,
        "  windrow is {:.2} times as fast as without and uses {:.2} of the CPU; {:.2} hops a page against {:.2}",
        of(&|(blind, ahead)| blind.seconds / ahead.seconds),
        of(&|(blind, ahead)| ahead.cpu / blind.cpu),
        of(&|(_, ahead)| ahead.hops),
        of(&|(blind, _)| blind.hops),
    )?;
    Ok(())
}

/// Reads `pages` static pages that were not read before, `at_once` asked for at a time.
#[allow(clippy::cast_precision_loss)] // Some hundreds.
async fn turn(
    ours: &Ours,
    server: &SiteServer,
    (pages, sites): (usize, usize),
    at_once: usize,
    first: usize,
) -> Result<Turn> {
    let numbers: Vec<usize> = (first..first + pages).collect();
    // Not in step with the tabs: every third page is of the site before.
    // Every browser takes such a name for this machine, and for a site of its own.
    let host = |at: usize| format!("site{}.localhost", (at - at / 3) % sites);
    let url = |(at, n): (usize, &usize)| {
        let url = server.url(&Kind::Static.target(*n));
        url.replace("127.0.0.1", &host(at))
    };
    let urls: Vec<String> = numbers.iter().enumerate().map(url).collect();
    let clock = Clock::system();
    let (cpu, hops, begun) = (cpu(ours), ours.tally().hops, clock.instant());
    let read = ours.read_with(&urls, at_once).await;
    let seconds = clock.instant().duration_since(begun).as_secs_f64();
    check("windrow, mixed sites", &numbers, &read)?;
    Ok(Turn {
        seconds: seconds / pages as f64,
        cpu: (self::cpu(ours) - cpu) / pages as f64,
        hops: (ours.tally().hops - hops) as f64 / pages as f64,
    })
}

fn cpu(ours: &Ours) -> f64 {
    process::cpu_of(ours.folder.path()) + process::own_cpu()
}
