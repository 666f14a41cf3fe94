//! How a list continues.

use domain::job::{Follow, Switch};

use super::*;

const ITEMS: &str = "<ul><li><a href='/jobs/ferry-steward'>Ferry steward</a> Port</li><li><a href='/jobs/ferry-mate'>Ferry mate</a> Port</li></ul>";

/// Name, path of the list, what the page holds, what is found.
const CASES: &[(&str, &str, &str, &str)] = &[
    (
        "rel next",
        "/jobs",
        "<a rel='nofollow next' href='/jobs?page=2'>Onward</a>",
        "/jobs?page=2",
    ),
    (
        "numbers",
        "/jobs",
        "<p><b>1</b> <a href='/jobs?page=2'>2</a> <a href='/jobs?page=3'>3</a></p>",
        "/jobs?page=2 /jobs?page=3",
    ),
    (
        "numbers from the second",
        "/jobs?page=2",
        "<div class='pagination'><a href='/jobs'>1</a> <span>2</span> <a href='/jobs?page=3'>3</a></div>",
        "/jobs?page=3",
    ),
    (
        "a gap",
        "/jobs?page=2",
        "<nav class='pagination'><a href='/jobs?page=1'>1</a><span class='current'>2</span><a href='/jobs?page=3'>3</a><a href='/jobs?page=4'>4</a>…<a href='/jobs?page=7'>7</a></nav>",
        "/jobs?page=3 /jobs?page=4 /jobs?page=5 /jobs?page=6 /jobs?page=7",
    ),
    (
        "first and last only",
        "/jobs",
        "<div class='pager'><b>1</b> … <a href='/jobs?page=4'>4</a></div>",
        "/jobs?page=2 /jobs?page=3 /jobs?page=4",
    ),
    (
        "a gap that nothing tells how to fill",
        "/jobs",
        "<nav class='pagination'><b>1</b><a href='/jobs/two'>2</a><a href='/jobs/nine'>9</a></nav>",
        "/jobs/two",
    ),
    (
        "places in the list",
        "/jobs",
        "<nav class='pagination'><b>1</b><a href='/jobs?start=20'>2</a>…<a href='/jobs?start=80'>5</a></nav>",
        "/jobs?start=20 /jobs?start=40 /jobs?start=60 /jobs?start=80",
    ),
    (
        "page of pages",
        "/jobs?page=2",
        "<p>Page 2 of 5</p><a rel='next' href='/jobs?page=3'>Next</a>",
        "/jobs?page=3 /jobs?page=4 /jobs?page=5",
    ),
    (
        "page of pages without a number in the address",
        "/jobs",
        "<p>Page 1 of 5</p><a rel='next' href='/jobs?c=Zk'>Next</a>",
        "/jobs?c=Zk",
    ),
    (
        "a cursor of any name",
        "/jobs?q=a",
        "<p><a href='/jobs?q=a&k=eyJpZCI6NDJ9'>Next</a></p>",
        "/jobs?q=a&k=eyJpZCI6NDJ9",
    ),
    (
        "another search is not the next page",
        "/jobs?q=a",
        "<p><a href='/jobs?q=b&k=1'>Next</a></p>",
        "",
    ),
    (
        "далее",
        "/jobs",
        "<p><a href='/jobs?page=2'>Далее</a></p>",
        "/jobs?page=2",
    ),
    (
        "current page linked and marked",
        "/jobs?page=2",
        "<ul class='pager'><li><a href='/jobs?page=1'>1</a></li><li class='active'><a href='/jobs?page=2'>2</a></li><li><a href='/jobs?page=3'>3</a></li></ul>",
        "/jobs?page=3",
    ),
    (
        "aria current",
        "/jobs/p3",
        "<nav aria-label='Pagination'><a href='/jobs/p2'>2</a><a aria-current='page' href='/jobs/p3'>3</a><a href='/jobs/p4'>4</a></nav>",
        "/jobs/p4",
    ),
    (
        "path pages",
        "/jobs",
        "<div><a href='/jobs/page/2/'>2</a> <a href='/jobs/page/3/'>3</a></div>",
        "/jobs/page/2/ /jobs/page/3/",
    ),
    (
        "path page from the second",
        "/jobs/page/2/",
        "<div><a href='/jobs/'>1</a> 2 <a href='/jobs/page/3/'>3</a></div>",
        "/jobs/page/3/",
    ),
    (
        "next by its word",
        "/jobs?q=a",
        "<a href='/jobs?q=a&start=20'>Next page</a>",
        "/jobs?q=a&start=20",
    ),
    (
        "weiter",
        "/jobs",
        "<a href='/jobs?seite=2'>Weiter ›</a>",
        "/jobs?seite=2",
    ),
    (
        "suivant",
        "/jobs",
        "<div class='pagination'><a href='/liste/b'>Suivant »</a></div>",
        "/liste/b",
    ),
    (
        "arrow",
        "/jobs",
        "<a href='/jobs?page=2'>»</a>",
        "/jobs?page=2",
    ),
    (
        "aria label",
        "/jobs",
        "<a aria-label='Next page' href='/jobs?page=2'><svg></svg></a>",
        "/jobs?page=2",
    ),
    (
        "next class on an icon",
        "/jobs",
        "<div class='pagination'><a class='next' href='/jobs?page=2'><i></i></a></div>",
        "/jobs?page=2",
    ),
    ("more", "/jobs", "<a href='/jobs?p=2'>More</a>", "/jobs?p=2"),
    (
        "more of something else",
        "/jobs",
        "<p><a href='/about'>More</a></p>",
        "",
    ),
    (
        "carousel",
        "/jobs",
        "<div class='hero-carousel'><a href='/jobs?slide=2' class='next'>›</a><a href='/jobs?page=2'>Next</a></div>",
        "",
    ),
    (
        "disabled",
        "/jobs?page=3",
        "<ul class='pagination'><li class='disabled'><a href='/jobs?page=4'>Next</a></li></ul>",
        "",
    ),
    (
        "to itself",
        "/jobs?page=3",
        "<a rel='next' href='/jobs?page=3'>Next</a><a href='#'>›</a>",
        "",
    ),
    (
        "around to the first",
        "/jobs?page=3",
        "<a rel='next' href='/jobs?page=1'>Next</a>",
        "",
    ),
    (
        "back only",
        "/jobs?page=3",
        "<div class='pagination'><a href='/jobs?page=2'>‹ Previous</a><a href='/jobs?page=1'>1</a><a href='/jobs?page=2'>2</a> 3</div>",
        "",
    ),
    (
        "next article",
        "/jobs",
        "<article><p>Older things</p><a rel='next' href='/blog/b'>Next</a></article>",
        "",
    ),
];

fn check(name: &str, path: &str, pager: &str, expect: &str) {
    let html = page(&format!("{ITEMS}{pager}"));
    let found = found_at(path, &html);
    assert_eq!(next(&found), expect, "{name}");
    assert_eq!(
        links(&found),
        "/jobs/ferry-steward /jobs/ferry-mate",
        "{name}"
    );
}

#[test]
fn ways_to_go_on() {
    for (name, path, pager, expect) in CASES {
        check(name, path, pager, expect);
    }
}

#[test]
fn link_element_in_the_head() {
    let html = format!(
        "<html><head><link rel='next' href='/jobs?page=2'></head><body>{ITEMS}</body></html>"
    );
    assert_eq!(next(&found_at("/jobs", &html)), "/jobs?page=2");
    let job = JobFile {
        follow: Follow {
            next: Switch::Off,
            ..Follow::default()
        },
        ..JobFile::default()
    };
    assert_eq!(next(&found_with("/jobs", &html, &job)), "");
}

#[test]
fn numbered_details_are_not_pages() {
    let html = page(
        "<ul><li><a href='/jobs/4101'>Ferry steward</a></li><li><a href='/jobs/4102'>Ferry mate</a></li></ul>",
    );
    let found = found_at("/jobs", &html);
    assert_eq!(links(&found), "/jobs/4101 /jobs/4102");
    assert_eq!(next(&found), "");
}

#[test]
fn a_list_in_a_frame_goes_on_below_the_frames_address() {
    let check = |items: &str, pager: &str, expect: (&str, &str)| {
        let html = page(&format!("{items}{pager}"));
        let mut snapshot = parse_html(&html, "https://board.example/embed/acme");
        snapshot.panel = Some(snapshot.final_url.clone());
        snapshot.requested_url = format!("{HOST}/careers");
        snapshot.final_url.clone_from(&snapshot.requested_url);
        let found = discover(&snapshot, &JobFile::default()).unwrap();
        assert_eq!(
            (links(&found).as_str(), next(&found).as_str()),
            expect,
            "{pager}"
        );
    };
    let own = "<ul><li><a href='/acme/jobs/ferry-steward'>Ferry steward</a> Port</li>\
               <li><a href='/acme/jobs/ferry-mate'>Ferry mate</a> Vale</li></ul>";
    let jobs =
        "https://board.example/acme/jobs/ferry-steward https://board.example/acme/jobs/ferry-mate";
    check(
        own,
        "<div class='pager'>1 <a href='?page=2'>2</a> <a href='?page=3'>3</a></div>",
        (
            jobs,
            "https://board.example/embed/acme?page=2 https://board.example/embed/acme?page=3",
        ),
    );
    check(
        own,
        "<a href='?page=2'>Next</a> <a href='/embed/acme'>First</a>",
        (jobs, "https://board.example/embed/acme?page=2"),
    );
    // Or below that of the page around it.
    let home = "<ul><li><a target=_top href='https://site.example/jobs/ferry-steward'>Ferry steward</a></li>\
                <li><a target=_top href='https://site.example/jobs/ferry-mate'>Ferry mate</a></li></ul>";
    check(
        home,
        "<a target=_top href='https://site.example/careers?page=2'>Next</a>",
        ("/jobs/ferry-steward /jobs/ferry-mate", "/careers?page=2"),
    );
}
