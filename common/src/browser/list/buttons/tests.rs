//! Buttons and which of them is pressed.

use super::*;

/// Label, name, around, off, in a row.
type Given = (&'static str, &'static str, &'static str, bool, bool);

fn check(given: &[Given], page: u64, expect: Option<(usize, Means)>) {
    let buttons = Buttons {
        labels: given.iter().map(|one| one.0.to_owned()).collect(),
        names: given.iter().map(|one| one.1.to_owned()).collect(),
        around: given.iter().map(|one| one.2.to_owned()).collect(),
        off: given.iter().map(|one| one.3).collect(),
        current: vec![false; given.len()],
        in_row: given.iter().map(|one| one.4).collect(),
    };
    let choice = choose(&buttons, page, &HashMap::new());
    let got = choice.map(|choice| (choice.button, choice.means));
    assert_eq!(got, expect, "{given:?}");
}

#[test]
fn the_button_that_goes_on() {
    use Means::{More, Next};
    let plain = "button | div | main";
    let pager = "button next | div pagination | main";
    check(
        &[("Load more", "", plain, false, false)],
        1,
        Some((0, More)),
    );
    check(
        &[
            ("Search", "", plain, false, false),
            ("Show 20 more jobs", "", plain, false, false),
        ],
        1,
        Some((1, More)),
    );
    check(
        &[("", "Nächste Seite", plain, false, false)],
        1,
        Some((0, Next)),
    );
    check(
        &[("›", "", "button | ul pager", false, false)],
        1,
        Some((0, Next)),
    );
    check(&[("", "", pager, false, false)], 1, Some((0, Next)));
    check(
        &[
            ("1", "", plain, false, false),
            ("2", "", plain, false, false),
            ("3", "", plain, false, false),
        ],
        2,
        Some((2, Next)),
    );
    // More of the list before its next page.
    check(
        &[
            ("Next", "", plain, false, false),
            ("Show more", "", plain, false, false),
        ],
        1,
        Some((1, More)),
    );
}

#[test]
fn buttons_about_something_else() {
    for given in [
        ("Load more", "", "button | div", true, false),
        ("Show more", "", "button | li", false, true),
        ("Show more", "", "button | aside sidebar", false, false),
        ("Show more", "", "button | div filter-group", false, false),
        ("Next", "", "button | div hero-carousel", false, false),
        ("Next", "", "button | div datepicker", false, false),
        ("›", "", "button | div", false, false),
        ("Learn more", "", "button | div", false, false),
        ("5", "", "button | div", false, false),
    ] {
        check(&[given], 1, None);
    }
}

#[test]
fn a_spent_button_is_left() {
    let buttons = Buttons {
        labels: vec!["Load more (80)".to_owned()],
        names: vec![String::new()],
        around: vec!["button".to_owned()],
        off: vec![false],
        current: vec![false],
        in_row: vec![false],
    };
    let spent = HashMap::from([("loadmore".to_owned(), 2)]);
    assert_eq!(choose(&buttons, 1, &spent), None);
}
