//! Which missed deadlines count.

use super::*;

#[test]
fn publishes_that_overlap_miss_one_round() {
    let deaf = Deaf::default();
    let began = [deaf.round(), deaf.round(), deaf.round()];
    assert!(began.into_iter().all(|round| !deaf.missed(round)));
    assert_eq!(deaf.round(), 1);
}

#[test]
fn the_third_round_counts_and_an_answer_ends_the_row() {
    let deaf = Deaf::default();
    assert!(!deaf.missed(deaf.round()));
    assert!(!deaf.missed(deaf.round()));
    deaf.heard();
    let missed: Vec<_> = (0..6).map(|_| deaf.missed(deaf.round())).collect();
    assert_eq!(missed, [false, false, true, false, false, true]);
}
