//! Tests of whose pages are read when a session keeps no profiles apart.

use super::super::lane::tests::profile;
use super::*;

/// Takes from waiting pages, each the letter of its profile.
fn take(turn: &mut Turn, jobs: &str) -> Option<usize> {
    let all: Vec<Profile> = jobs.chars().map(|job| profile(&job.to_string())).collect();
    turn.take(&all.iter().collect::<Vec<_>>())
}

#[test]
fn a_session_reads_one_profile() {
    let check = |owner: &str, waiting: &str, expect| {
        let mut turn = Turn::default();
        take(&mut turn, owner);
        assert_eq!(take(&mut turn, waiting), expect, "{owner}: {waiting}");
    };
    check("", "", None);
    check("", "ab", Some(0));
    check("a", "", None);
    check("a", "bba", Some(2));
    check("a", "bb", None);
}

/// Sessions one after another read an endless mix of two profiles, a window of it at a time.
#[test]
fn mixed_profiles_change_seldom_and_none_starves() {
    let (mut turn, mut sessions) = (Turn::default(), 1);
    let mut coming = "ab".chars().cycle().take(2_000);
    let mut waiting: Vec<char> = coming.by_ref().take(24).collect();
    let (mut since_a, mut since_b, mut longest) = (0, 0, 0);
    while !waiting.is_empty() {
        let text: String = waiting.iter().collect();
        let Some(at) = take(&mut turn, &text) else {
            (turn, sessions) = (Turn::default(), sessions + 1);
            continue;
        };
        (since_a, since_b) = if waiting.remove(at) == 'a' {
            (0, since_b + 1)
        } else {
            (since_a + 1, 0)
        };
        longest = longest.max(since_a).max(since_b);
        waiting.extend(coming.next());
    }
    assert!(longest <= MOST, "one profile waited for {longest} pages");
    // Half of a window and what comes of the same kind meanwhile is read in one turn.
    assert!(sessions <= 2_000 / 20, "{sessions} sessions");
}

#[test]
fn a_profile_that_never_runs_out_makes_way() {
    let mut turn = Turn::default();
    let taken = (0..1_000).take_while(|_| take(&mut turn, "ab").is_some());
    assert_eq!(taken.count(), MOST as usize);
    assert!(take(&mut turn, "aa").is_some(), "nobody else waits");
}
