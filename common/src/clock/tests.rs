//! Tests of the clock.

use super::*;

#[test]
fn a_manual_clock_moves_only_when_told() {
    let clock = Clock::manual();
    let before = clock.instant();
    assert_eq!((clock.now_ms(), clock.instant()), (0, before));
    clock.clone().advance(Duration::from_millis(1500));
    assert_eq!(clock.now_ms(), 1500);
    assert_eq!(clock.instant() - before, Duration::from_millis(1500));
}

#[test]
fn the_system_clock_is_past_2024_and_never_runs_backwards() {
    let clock = Clock::system();
    clock.advance(Duration::from_secs(u64::from(u32::MAX)));
    let year_2200 = 7_258_118_400_000;
    assert!((1_704_067_200_000..year_2200).contains(&clock.now_ms()));
    let first = clock.instant();
    assert!(clock.instant() >= first);
}
