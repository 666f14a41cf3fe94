//! Reports in, orders out: the course through lists of every kind.

use super::super::seen::Buttons;
use super::*;

/// A page that is scrolled to its end and at rest.
fn end(now: f64, links: u64) -> Seen {
    Seen {
        now,
        doc: 1,
        links,
        height: 1_000.0,
        calm: true,
        ended: true,
        buttons: Some(Buttons::default()),
        ..Seen::default()
    }
}

fn button(label: &str) -> Buttons {
    Buttons {
        labels: vec![label.to_owned()],
        names: vec![String::new()],
        around: vec!["button | div | main".to_owned()],
        off: vec![false],
        current: vec![false],
        in_row: vec![false],
    }
}

/// Acts of a roll over these reports; `end` where it stops.
fn acts(roll: &mut Roll, seen: &[(Seen, Option<u64>)]) -> Vec<&'static str> {
    seen.iter()
        .map(|(seen, known)| roll.judge(seen, *known).map_or("end", |order| order.act))
        .collect()
}

/// A list that has been begun: 20 links, never grown.
fn begun(paged: bool) -> Roll {
    let mut roll = Roll::new(ListRead::default());
    roll.paged = paged;
    let first = Seen {
        first: true,
        ended: false,
        ..end(1_000.0, 20)
    };
    assert_eq!(acts(&mut roll, &[(first, Some(20))]), ["step"]);
    roll
}

#[test]
fn a_list_that_never_grows_is_over_after_a_while() {
    let still = [0.0, 500.0, 1_300.0, 2_000.0, 3_100.0];
    let seen = still.map(|at| (end(2_000.0 + at, 20), None));
    assert_eq!(
        acts(&mut begun(false), &seen),
        ["nudge", "look", "nudge", "look", "end"]
    );
    // One that leads on by links is over sooner.
    let seen = [0.0, 500.0, 800.0].map(|at| (end(2_000.0 + at, 20), None));
    assert_eq!(acts(&mut begun(true), &seen), ["nudge", "look", "end"]);
}

#[test]
fn a_request_on_its_way_is_waited_for() {
    let mut roll = begun(true);
    let open = |at| {
        let seen = Seen {
            open: 1,
            ..end(at, 20)
        };
        (seen, None)
    };
    assert_eq!(
        acts(&mut roll, &[open(2_000.0), open(5_000.0), open(21_000.0)]),
        ["look"; 3]
    );
    assert_eq!(acts(&mut roll, &[open(23_000.0)]), ["end"]);
}

#[test]
fn growth_begins_the_wait_anew() {
    let mut roll = begun(false);
    let before = [(end(2_000.0, 20), None), (end(4_500.0, 20), None)];
    assert_eq!(acts(&mut roll, &before), ["nudge", "nudge"]);
    let grown = Seen {
        ended: false,
        ..end(4_900.0, 40)
    };
    assert_eq!(acts(&mut roll, &[(grown, None)]), ["step"]);
    let after = [0.0, 1_300.0, 4_000.0, 4_600.0].map(|at| (end(5_000.0 + at, 40), None));
    assert_eq!(acts(&mut roll, &after), ["nudge", "nudge", "look", "end"]);
}

#[test]
fn rows_that_only_pass_by_are_growth_too() {
    let mut roll = begun(false);
    let step = |at, known| {
        let seen = Seen {
            ended: false,
            lost: 5,
            ..end(at, 20)
        };
        (seen, Some(known))
    };
    assert_eq!(
        acts(&mut roll, &[step(1_100.0, 35), step(1_200.0, 50)]),
        ["step"; 2]
    );
    assert!(roll.grew);
}

#[test]
fn more_is_pressed_until_it_has_no_effect() {
    let mut roll = begun(false);
    let at_end = |now, links, known| {
        let seen = Seen {
            buttons: Some(button("Load more")),
            ..end(now, links)
        };
        (seen, known)
    };
    let first = [at_end(2_000.0, 20, None), at_end(2_500.0, 20, None)];
    assert_eq!(acts(&mut roll, &first), ["nudge", "press"]);
    // An effect: the next press waits for nothing.
    let second = [at_end(3_000.0, 20, Some(20)), at_end(3_400.0, 40, Some(40))];
    assert_eq!(acts(&mut roll, &second), ["look", "press"]);
    let third = [at_end(4_000.0, 40, None), at_end(9_000.0, 40, None)];
    assert_eq!(acts(&mut roll, &third), ["look", "end"]);
}

#[test]
fn a_page_that_shows_nothing_new_ends_the_pages() {
    let mut roll = begun(false);
    let at_end = |now, known| {
        let seen = Seen {
            buttons: Some(button("Next page")),
            ..end(now, 20)
        };
        (seen, known)
    };
    let seen = [
        at_end(2_000.0, None),
        at_end(2_500.0, None),
        at_end(2_900.0, Some(40)),
    ];
    assert_eq!(acts(&mut roll, &seen), ["nudge", "press", "press"]);
    // The first page again.
    let seen = [at_end(3_400.0, Some(40)), at_end(8_000.0, Some(40))];
    assert_eq!(acts(&mut roll, &seen), ["look", "end"]);
}

#[test]
fn what_the_job_turns_off_is_not_done() {
    let mut roll = Roll::new(ListRead {
        scroll: false,
        load_more: true,
        max_links: 100,
    });
    assert_eq!(roll.order().act, "look");
    let seen = Seen {
        ended: false,
        ..end(1_000.0, 20)
    };
    assert_eq!(acts(&mut roll, &[(seen, Some(20))]), ["end"]);
    let mut roll = Roll::new(ListRead {
        load_more: false,
        ..ListRead::default()
    });
    let seen = |now| Seen {
        buttons: Some(button("Load more")),
        ..end(now, 20)
    };
    let seen = [
        (seen(1_000.0), Some(20)),
        (seen(2_000.0), None),
        (seen(5_000.0), None),
    ];
    assert!(!acts(&mut roll, &seen).contains(&"press"));
}

#[test]
fn the_most_links_end_a_list() {
    let mut roll = Roll::new(ListRead {
        max_links: 30,
        ..ListRead::default()
    });
    let seen = Seen {
        ended: false,
        ..end(1_000.0, 31)
    };
    assert_eq!(acts(&mut roll, &[(seen, Some(31))]), ["end"]);
}
