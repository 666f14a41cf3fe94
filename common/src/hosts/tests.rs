//! A host's turn: the decision case by case, then the memory backend through its port.

use std::sync::Arc;

use super::{HostLimiter, HostPace, MemoryHosts, Pace, Turn};

const PACE: Pace = Pace {
    lanes: 2,
    delay_ms: 0,
    hold_ms: 1000,
};

enum Act {
    Ask(u64),
    Done(u64),
    Keep(u64, u64),
    Rest(u64),
}
use Act::{Ask, Done, Keep, Rest};

fn go(permit: u64) -> Turn {
    Turn::Go { permit }
}

fn wait(ms: u64) -> Turn {
    Turn::Wait { ms }
}

fn check(pace: Pace, acts: &[Act], expect: &[Turn]) {
    let mut host = HostPace::default();
    let mut got = Vec::new();
    for act in acts {
        match *act {
            Ask(now) => got.push(host.turn(pace, now)),
            Done(permit) => host.done(permit),
            Keep(permit, now) => host.keep(permit, pace, now),
            Rest(until) => host.rest(until),
        }
    }
    assert_eq!(got, expect);
}

#[test]
fn lanes_bound_the_turns_at_once() {
    check(
        PACE,
        &[Ask(0), Ask(0), Ask(0), Done(1), Ask(5)],
        &[go(1), go(2), wait(100), go(3)],
    );
    let none = Pace { lanes: 0, ..PACE };
    check(none, &[Ask(0), Ask(0)], &[go(1), wait(100)]);
}

#[test]
fn a_turn_that_is_never_given_back_runs_out() {
    check(
        PACE,
        &[Ask(0), Ask(10), Ask(990), Ask(1000), Done(1), Ask(1005)],
        &[go(1), go(2), wait(10), go(3), wait(5)],
    );
}

#[test]
fn a_turn_that_is_kept_lasts_and_one_that_ran_out_stays_so() {
    check(
        PACE,
        &[Ask(0), Ask(0), Keep(1, 900), Ask(1_000), Keep(2, 1_000)],
        &[go(1), go(2), go(3)],
    );
    let one = Pace { lanes: 1, ..PACE };
    check(
        one,
        &[Ask(0), Keep(1, 900), Ask(1_899), Ask(1_900), Keep(1, 1_901)],
        &[go(1), wait(1), go(2)],
    );
}

#[test]
fn starts_keep_their_distance_even_after_done() {
    let slow = Pace {
        delay_ms: 300,
        ..PACE
    };
    check(
        slow,
        &[Ask(50), Done(1), Ask(51), Ask(349), Ask(350)],
        &[go(1), wait(299), wait(1), go(2)],
    );
}

#[test]
fn a_rest_holds_everyone_and_is_never_shortened() {
    check(
        PACE,
        &[Rest(5000), Rest(100), Ask(0), Ask(4999), Ask(5000)],
        &[wait(5000), wait(1), go(1)],
    );
}

#[tokio::test]
async fn hosts_do_not_wait_for_each_other() {
    let hosts: Arc<dyn HostLimiter> = Arc::new(MemoryHosts::default());
    let one = Pace { lanes: 1, ..PACE };
    assert_eq!(hosts.turn("a:80", one, 0).await, Ok(go(1)));
    assert_eq!(hosts.turn("b:80", one, 0).await, Ok(go(1)));
    assert_eq!(hosts.turn("a:80", one, 0).await, Ok(wait(100)));
    hosts.done("a:80", 1).await.unwrap();
    hosts.done("a:80", 77).await.unwrap();
    hosts.rest("b:80", 900).await.unwrap();
    hosts.done("b:80", 1).await.unwrap();
    assert_eq!(hosts.turn("a:80", one, 1).await, Ok(go(2)));
    assert_eq!(hosts.turn("b:80", one, 1).await, Ok(wait(899)));
}
