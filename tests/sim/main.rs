//! A seeded simulation of many writers over the pure core: random batches, lost acknowledgements,
//! redelivery. Every run must equal its serial replay, and taking any guard away must be noticed.

#![expect(
    clippy::unwrap_used,
    reason = "a simulation is a test: what cannot be is a failure"
)]

mod dice;
mod play;
mod script;

use play::{Weakness, play};

/// Seeds of the plain run.
const SEEDS: u64 = 1_500;

/// Seeds within which a missing guard must be noticed.
const PATIENCE: u64 = 3_000;

#[test]
fn every_run_equals_a_serial_order() {
    let mut conflicts = 0;
    let mut commits = 0;
    for seed in 0..SEEDS {
        match play(seed, None) {
            Ok(stats) => {
                conflicts += stats.conflicts;
                commits += stats.commits;
            }
            Err(broken) => panic!("seed {seed}: {broken}"),
        }
    }
    assert!(conflicts > SEEDS / 10, "too few conflicts: {conflicts}");
    assert!(commits > SEEDS, "too few commits: {commits}");
}

#[test]
fn a_missing_guard_is_noticed() {
    for weakness in Weakness::all() {
        let noticed = (0..PATIENCE).find(|seed| play(*seed, Some(&weakness)).is_err());
        assert!(noticed.is_some(), "{weakness:?} was not noticed");
    }
}
