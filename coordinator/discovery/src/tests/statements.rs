//! What a list page says about its size.

use super::*;

const ITEMS: &str = "<ul><li><a href='/jobs/ferry-steward'>Ferry steward</a> 300 items</li><li><a href='/jobs/ferry-mate'>Ferry mate</a> 1 of 900</li></ul>";

fn total(words: &str, expect: Option<u64>) {
    let html = page(&format!("{words}{ITEMS}"));
    assert_eq!(found_at("/jobs", &html).stated_total, expect, "{words}");
}

#[test]
fn stated_totals() {
    for (words, expect) in [
        ("<p>Showing 1–20 of 1,240</p>", Some(1240)),
        ("<p>Showing 20 of 1,240 jobs</p>", Some(1240)),
        ("<p>1-20 von 1.240 Treffern</p>", Some(1240)),
        ("<p>1 à 20 sur 1 240 offres</p>", Some(1240)),
        ("<p>1,240 results</p>", Some(1240)),
        ("<h2>24 open positions</h2>", Some(24)),
        (
            "<div><span>24</span> <span>jobs found</span></div>",
            Some(24),
        ),
        ("<p>Total positions: 24</p>", Some(24)),
        ("<p>Results: 24</p>", Some(24)),
        ("<p>Page 2 of 12</p>", None),
        ("<p>4.5 of 5 stars</p>", None),
        ("<p>1 result</p>", None),
        ("<a href='/jobs?k=b'>Berlin 24 jobs</a>", None),
        (
            "<p>We filled 1240 jobs since 1998 and are proud of it</p>",
            None,
        ),
        (
            "<script type='application/ld+json'>{\"@graph\":[{\"@type\":\"BreadcrumbList\",\"numberOfItems\":3},{\"@type\":\"ItemList\",\"numberOfItems\":\"87\"}]}</script>",
            Some(87),
        ),
        ("", None),
    ] {
        total(words, expect);
    }
}

#[test]
fn says_empty() {
    for (body, empty, expect) in [
        ("<p>No results</p>", true, ""),
        ("<h2>0 jobs found</h2>", true, ""),
        (
            "<p>Sorry, there are currently no open positions.</p>",
            true,
            "",
        ),
        ("<p>Your search did not match any jobs.</p>", true, ""),
        ("<p>Keine Treffer gefunden</p>", true, ""),
        (
            "<p>No results</p><h2>You may also like</h2><ul><li><a href='/jobs/cheese-grader'>Cheese grader</a> Vale</li><li><a href='/jobs/kiln-planner'>Kiln planner</a> Vale</li></ul>",
            true,
            "",
        ),
        (
            "<p hidden>No results</p><ul><li><a href='/jobs/cheese-grader'>Cheese grader</a> Vale</li></ul>",
            false,
            "/jobs/cheese-grader",
        ),
        (
            "<p>No results in Vale</p><h2>All jobs</h2><ul><li><a href='/jobs/cheese-grader'>Cheese grader</a> Port</li></ul>",
            false,
            "/jobs/cheese-grader",
        ),
        ("<p>No smoking, please.</p>", false, ""),
        // Put in place before the list failed to come.
        (
            "<p>0 results</p><p>Something went wrong. Please try again later.</p>",
            false,
            "",
        ),
    ] {
        let found = found_at("/jobs", &page(body));
        assert_eq!(found.says_empty, empty, "{body}");
        assert_eq!(links(&found), expect, "{body}");
    }
}

#[test]
fn a_list_that_is_still_at_work_is_not_empty() {
    let mut snapshot = parse_html(&page("<p>No results</p>"), &format!("{HOST}/jobs"));
    snapshot.settled = false;
    let found = discover(&snapshot, &JobFile::default()).unwrap();
    assert!(!found.says_empty);
}

#[test]
fn an_empty_snapshot_gives_nothing() {
    let nothing = discover(&domain::snapshot::Snapshot::default(), &JobFile::default());
    assert_eq!(nothing, Ok(Found::default()));
}
