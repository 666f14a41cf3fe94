//! A seeded simulation of many writers over the pure core: random batches, lost acknowledgements,
//! redelivery, any interleaving. Every run must equal its serial replay, and taking any guard away
//! must be noticed. `WINDROW_SIM_SEED=n` plays one seed.

#![expect(
    clippy::unwrap_used,
    reason = "a simulation is a test: what cannot be is a failure"
)]

mod dice;
mod guards;
mod pages;
mod play;
mod reach;
mod schema;
mod script;

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use guards::{GUARDS, Guard};
use play::{Stats, play};
use reach::REACHED;

/// Seeds of the plain run.
const SEEDS: u64 = 100_000;

/// Seeds within which a missing guard must be noticed.
const PATIENCE: u64 = 40_000;

#[test]
fn every_run_equals_a_serial_order() {
    if let Some(seed) = fleet_tests::cases::sim_seed().unwrap() {
        let outcome = play(seed, None).map(|stats| stats.reach.lines());
        panic!("seed {seed} alone: {outcome:#?}");
    }
    let (stats, broken) = play_all(0..SEEDS, None);
    if let Some((seed, reason)) = broken {
        panic!("seed {seed}: {reason}\nplay it again with WINDROW_SIM_SEED={seed}");
    }
    say(&format!(
        "sim: {SEEDS} seeds, {} commits, {} conflicts, {} redeliveries",
        stats.commits, stats.conflicts, stats.redelivered
    ));
    assert!(stats.commits > 9 * SEEDS, "few commits: {}", stats.commits);
    assert!(
        stats.conflicts > SEEDS / 2,
        "few conflicts: {}",
        stats.conflicts
    );
    assert_eq!(stats.reach.lines(), REACHED, "the rules that were reached");
}

#[test]
fn a_missing_guard_is_noticed() {
    if fleet_tests::cases::sim_seed().unwrap().is_some() {
        return;
    }
    let mut silent = Vec::new();
    for guard in GUARDS {
        match play_all(0..PATIENCE, Some(guard)).1 {
            Some((seed, _)) => say(&format!("sim: without {guard:?} seed {seed} breaks")),
            None => silent.push(guard),
        }
    }
    assert!(silent.is_empty(), "not noticed when missing: {silent:?}");
    say(&format!("sim: each of {} guards is needed", GUARDS.len()));
}

/// Plays seeds on every core, up to the first ones that break.
fn play_all(seeds: std::ops::Range<u64>, without: Option<Guard>) -> (Stats, Option<(u64, String)>) {
    let next = AtomicU64::new(seeds.start);
    let stop = AtomicBool::new(false);
    let work = || {
        let mut total = Stats::default();
        while !stop.load(Ordering::Relaxed) {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                break;
            }
            match play(seed, without) {
                Ok(stats) => total.extend(stats),
                Err(reason) => {
                    stop.store(true, Ordering::Relaxed);
                    return (total, Some((seed, reason)));
                }
            }
        }
        (total, None)
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut all = Stats::default();
    let mut broken: Vec<(u64, String)> = Vec::new();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            let (stats, failure) = worker.join().unwrap();
            all.extend(stats);
            broken.extend(failure);
        }
    });
    (all, broken.into_iter().min_by_key(|(seed, _)| *seed))
}

/// A line on the real standard output, past the capture of passing tests.
fn say(line: &str) {
    let line = format!("{line}\n");
    std::io::stdout().write_all(line.as_bytes()).unwrap();
}
