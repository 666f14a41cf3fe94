//! The job's filters over links.

use domain::job::LinkFilter;

use super::*;

const BODY: &str = "<main><ul class='jobs'><li class='k'><a class='t x' href='/jobs/1-a'>A</a></li>\
    <li><a href='/jobs/2-b' data-kind='gold'>B</a></li></ul><p><a href='/about'>About</a> <a hidden href='/jobs/3-c'>C</a></p></main>";

fn check(filter: LinkFilter, expect: &str) {
    let job = JobFile {
        links: filter,
        ..JobFile::default()
    };
    assert_eq!(links(&found_with("/jobs", BODY, &job)), expect);
}

#[test]
fn all_given_filters_must_hold() {
    let text = |text: &str| Some(text.to_owned());
    let none = LinkFilter::default;
    check(
        LinkFilter {
            selector: text("ul.jobs a"),
            ..none()
        },
        "/jobs/1-a /jobs/2-b",
    );
    check(
        LinkFilter {
            selector: text("li.k"),
            ..none()
        },
        "/jobs/1-a",
    );
    check(
        LinkFilter {
            href_contains: text("/jobs/"),
            ..none()
        },
        "/jobs/1-a /jobs/2-b /jobs/3-c",
    );
    check(
        LinkFilter {
            href_contains: text("/jobs/"),
            visible_only: true,
            ..none()
        },
        "/jobs/1-a /jobs/2-b",
    );
    check(
        LinkFilter {
            href_regex: text(r"/\d-[bc]$"),
            ..none()
        },
        "/jobs/2-b /jobs/3-c",
    );
    check(
        LinkFilter {
            href_regex: text(r"/\d-[bc]$"),
            selector: text("ul"),
            ..none()
        },
        "/jobs/2-b",
    );
}

#[test]
fn attributes() {
    let none = LinkFilter::default;
    let attr = |name: &str, value: &str| [(name.to_owned(), value.to_owned())].into();
    check(
        LinkFilter {
            attr: attr("data-kind", "gold"),
            ..none()
        },
        "/jobs/2-b",
    );
    check(
        LinkFilter {
            attr: attr("class", "t"),
            ..none()
        },
        "/jobs/1-a",
    );
}

#[test]
fn a_filter_that_does_not_parse_is_named() {
    let snapshot = parse_html(BODY, HOST);
    for (filter, name) in [
        (
            LinkFilter {
                selector: Some("a[".into()),
                ..LinkFilter::default()
            },
            "links.selector",
        ),
        (
            LinkFilter {
                href_regex: Some("(".into()),
                ..LinkFilter::default()
            },
            "links.href_regex",
        ),
    ] {
        let job = JobFile {
            links: filter,
            ..JobFile::default()
        };
        assert!(discover(&snapshot, &job).unwrap_err().starts_with(name));
    }
}
