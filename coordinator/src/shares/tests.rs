//! Shares of one and of several jobs.

use domain::ids::JobId;

use super::{Seat, Shares};

fn id(name: &str) -> JobId {
    JobId(name.to_owned())
}

/// Lets a job settle `speed` pages a second for a minute.
fn run(seat: &Seat, speed: u64) {
    for second in 0..60 {
        seat.ready(8, second * speed, second * 1_000);
    }
}

#[test]
fn a_job_that_just_started_has_a_few_waves() {
    let shares = Shares::default();
    assert_eq!(shares.join(&id("a"), 1).ready(8, 0, 0), 24);
}

#[test]
fn a_job_alone_has_half_a_minute_of_work() {
    let shares = Shares::default();
    let seat = shares.join(&id("a"), 1);
    run(&seat, 10);
    let ready = seat.ready(8, 600, 60_000);
    assert!((295..=300).contains(&ready), "{ready}");
}

#[test]
fn weights_divide_what_is_ready() {
    let shares = Shares::default();
    let (light, heavy) = (shares.join(&id("a"), 1), shares.join(&id("b"), 3));
    run(&light, 10);
    run(&heavy, 10);
    let light_ready = light.ready(8, 590, 59_000);
    let heavy_ready = heavy.ready(8, 590, 59_000);
    assert!((147..=150).contains(&light_ready), "{light_ready}");
    assert!((442..=450).contains(&heavy_ready), "{heavy_ready}");
    drop(heavy);
    let alone = light.ready(8, 590, 59_000);
    assert!((295..=300).contains(&alone), "{alone}");
}

#[test]
fn a_fast_fleet_does_not_lease_without_bound() {
    let shares = Shares::default();
    let seat = shares.join(&id("a"), 1);
    run(&seat, 100_000);
    assert_eq!(seat.ready(8, 6_000_000, 60_000), 4_096);
}
