//! Labels and what they mean.

use super::*;

#[test]
fn labels_that_go_on() {
    let check = |label: &str, expect: (bool, bool, bool)| {
        let got = (means_next(label), means_more(label), is_arrow(label));
        assert_eq!(got, expect, "{label}");
    };
    let (next, more, arrow, none) = (
        (true, false, false),
        (false, true, false),
        (false, false, true),
        (false, false, false),
    );
    for label in [
        "Next",
        "Next page »",
        "  Nächste\nSeite ",
        "Suivant ›",
        "Далее",
        "次へ >",
        "下一页",
        "التالي",
    ] {
        check(label, next);
    }
    for label in [
        "Load more",
        "LOAD MORE JOBS",
        "Show 20 more",
        "Show 20 more results",
        "Show more (1,220)",
        "Mehr laden",
        "Weitere Ergebnisse laden …",
        "Voir plus",
        "Показать ещё",
        "もっと見る",
        "加载更多",
    ] {
        check(label, more);
    }
    for label in ["›", " » ", "→", "chevron_right"] {
        check(label, arrow);
    }
    for label in [
        "",
        "Previous",
        "Next to the harbour",
        "Read more about ferries and boats here",
        "Show map",
        "View the boat",
        "Learn more",
        "3",
    ] {
        check(label, none);
    }
}

#[test]
fn page_numbers_are_short_and_whole() {
    for (label, expect) in [
        ("3", Some(3)),
        (" 12 ", Some(12)),
        ("99999", Some(99_999)),
        ("100000", None),
        ("4.5", None),
        ("p3", None),
        ("", None),
    ] {
        assert_eq!(page_number(label), expect, "{label}");
    }
}

#[test]
fn class_names_that_hold_a_pager_or_pictures() {
    let check = |name: &str, pager: bool, carousel: bool| {
        let words = name_words(name);
        let any = |names: fn(&str) -> bool| words.iter().any(|word| names(word));
        assert_eq!(
            (any(names_pager), any(names_carousel)),
            (pager, carousel),
            "{name}"
        );
    };
    check("list__pagination--bottom", true, false);
    check("jobsPager", true, false);
    check("paginering", true, false);
    check("pagenav", true, false);
    check("heroCarousel slide-2", false, true);
    check("page-wrapper", false, false);
    check("", false, false);
    assert_eq!(name_words("mainNav_item-2"), ["main", "nav", "item", "2"]);
}

#[test]
fn lines_that_say_there_is_nothing_and_lines_that_say_it_did_not_come() {
    let check = |line: &str, none: bool, failed: bool| {
        assert_eq!(
            (says_none(line), says_failed(line)),
            (none, failed),
            "{line}"
        );
    };
    check("No results found", true, false);
    check("Sorry, there are currently no open positions.", true, false);
    check("0 jobs found", true, false);
    check("Keine Treffer", true, false);
    check("0", false, false);
    check("10 results", false, false);
    check("Something went wrong. Please try again.", false, true);
    check("Jobs could not be loaded", false, true);
    check("Die Stellen konnten nicht geladen werden.", false, true);
    check("The cart can be loaded by one person", false, false);
}
