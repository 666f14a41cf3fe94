//! Tests of the assignment: a table of single picks, and long mixes of which nothing may starve.

use std::collections::VecDeque;

use super::*;

/// `a1`: owner a, site 1.
fn place(text: &str) -> Place<char> {
    let mut chars = text.chars();
    Place {
        owner: chars.next().unwrap(),
        site: chars.collect(),
    }
}

fn pick(assignment: &mut Assignment, tabs: &[&str], pages: &[&str]) -> Option<(usize, usize)> {
    let shown: Vec<Option<Place<char>>> = tabs
        .iter()
        .map(|tab| (*tab != "new").then(|| place(tab)))
        .collect();
    let tabs: Vec<_> = shown.iter().map(Option::as_ref).collect();
    let pages: Vec<_> = pages.iter().map(|page| place(page)).collect();
    let pick = assignment.pick(&tabs, &pages)?;
    Some((pick.page, pick.tab))
}

#[test]
fn the_cheapest_pair_comes_first() {
    let check = |tabs: &[&str], pages: &[&str], expect| {
        let picked = pick(&mut Assignment::default(), tabs, pages);
        assert_eq!(picked, expect, "{pages:?} for {tabs:?}");
    };
    check(&[], &["a1"], None);
    check(&["a1"], &[], None);
    // A tab of the page's own site, wherever it is, whoever waits longer.
    check(&["a2", "new", "a1"], &["a1"], Some((0, 2)));
    check(&["a1"], &["a2", "b1", "a1", "a1"], Some((2, 0)));
    check(&["a1", "a2"], &["a2", "a1"], Some((0, 1)));
    // A new tab before a hop, for the page that waits longest.
    check(&["a1", "new"], &["a2", "a3"], Some((0, 1)));
    check(&["new", "new"], &["a1", "b1"], Some((0, 0)));
    // A hop before another owner's tab, though a page waits longer for that.
    check(&["b1", "a2"], &["a1"], Some((0, 1)));
    check(&["b1"], &["a1", "b2"], Some((1, 0)));
    // The same site of another owner is no way at all.
    check(&["b1", "c2"], &["a1"], Some((0, 0)));
}

#[test]
fn the_page_that_waits_longest_is_passed_over_so_often_only() {
    let mut assignment = Assignment::default();
    let picks = (0..200).map(|_| pick(&mut assignment, &["a1"], &["b1", "a1"]));
    let first: Vec<usize> = picks
        .enumerate()
        .filter_map(|(at, pick)| (pick.unwrap().0 == 0).then_some(at))
        .collect();
    let every = MOST_PASSED as usize;
    assert_eq!(first[..3], [every, 2 * every + 1, 3 * every + 2]);
}

/// Reads `pages` with a window of waiting ones; gives how many steps were hops or replacements, and
/// after how many picks the unluckiest page came.
fn run(tabs: usize, window: usize, pages: impl Iterator<Item = String>) -> (usize, usize) {
    let (mut coming, mut assignment) = (pages, Assignment::default());
    let mut free: Vec<Option<Place<char>>> = vec![None; tabs];
    let mut busy: VecDeque<Place<char>> = VecDeque::new();
    let mut waiting: Vec<(Place<char>, usize)> = Vec::new();
    let (mut picks, mut dear, mut longest) = (0, 0, 0);
    loop {
        while waiting.len() < window
            && let Some(page) = coming.next()
        {
            waiting.push((place(&page), picks));
        }
        let shown: Vec<_> = free.iter().map(Option::as_ref).collect();
        let places: Vec<_> = waiting.iter().map(|(place, _)| place.clone()).collect();
        if let Some(pick) = assignment.pick(&shown, &places) {
            dear += usize::from(step(shown[pick.tab], &places[pick.page]) >= Step::Hop);
            free.remove(pick.tab);
            let (place, since) = waiting.remove(pick.page);
            longest = longest.max(picks - since);
            picks += 1;
            busy.push_back(place);
        } else if let Some(done) = busy.pop_front() {
            free.push(Some(done));
        } else {
            return (dear, longest);
        }
    }
}

#[test]
fn looking_ahead_keeps_tabs_on_their_sites() {
    let mixes: [(&str, &[&str]); 3] = [
        ("four sites", &["a1", "a2", "a3", "a4"]),
        ("two jobs", &["a1", "b1"]),
        ("two jobs on the same two sites", &["a1", "b1", "a2", "b2"]),
    ];
    for (name, mix) in mixes {
        // Not in step with the tabs: every third page is of the kind before.
        let kind = |at: usize| mix[(at - at / 3) % mix.len()].to_owned();
        let (blind, _) = run(16, 1, (0..4_000).map(kind));
        let (ahead, longest) = run(16, 8, (0..4_000).map(kind));
        assert!(
            ahead * 4 < blind,
            "{name}: {ahead} steps, {blind} without looking ahead"
        );
        assert!(
            longest <= 8 * (MOST_PASSED as usize + 1),
            "{name}: {longest}"
        );
    }
}
