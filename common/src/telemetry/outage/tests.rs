//! What is told of an outage, and when.

use std::time::Duration;

use super::{Outage, Since};
use crate::clock::Clock;

/// The seconds at which an error that comes every second is told.
fn told(clock: &Clock, outage: &Outage, seconds: u64, error: impl Fn(u64) -> String) -> Vec<u64> {
    let mut told = Vec::new();
    for second in 0..seconds {
        if outage.goes_on(&error(second)).is_some() {
            told.push(second);
        }
        clock.advance(Duration::from_secs(1));
    }
    told
}

#[test]
fn the_same_is_told_ever_more_rarely() {
    let clock = Clock::manual();
    let outage = Outage::new(clock.clone());
    let same = told(&clock, &outage, 130, |_| "refused".to_owned());
    assert_eq!(same, [0, 1, 3, 7, 15, 31, 61, 91, 121]);
    assert_eq!(outage.ends(), Some(Since(Duration::from_secs(130))));
    assert_eq!(outage.ends(), None, "told once");
    let again = told(&clock, &outage, 3, |_| "refused".to_owned());
    assert_eq!(again, [0, 1], "another outage is told at once");
}

#[test]
fn another_error_is_told_at_once_and_those_that_all_differ_are_not() {
    let clock = Clock::manual();
    let outage = Outage::new(clock.clone());
    let turns = |second: u64| if second < 5 { "refused" } else { "no answer" }.to_owned();
    assert_eq!(told(&clock, &outage, 12, turns), [0, 1, 3, 5, 9]);
    outage.ends();
    let by_turns = |second: u64| ["refused", "no answer"][usize::from(second % 2 == 1)].to_owned();
    assert_eq!(told(&clock, &outage, 10, by_turns), [0, 1, 3, 7]);
    outage.ends();
    let differing = told(&clock, &outage, 100, |second| format!("port {second}"));
    assert!(differing.len() < 16, "{differing:?}");
}

#[test]
fn a_span_is_told_in_seconds() {
    let check = |ms: u64, expect: &str| {
        assert_eq!(Since(Duration::from_millis(ms)).to_string(), expect);
    };
    check(0, "0 s");
    check(4_210, "4.2 s");
    check(95_400, "95 s");
}
