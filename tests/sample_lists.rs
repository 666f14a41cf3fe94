//! Discovery over the sample job board as it is served: list order, next pages, stated total.

use anyhow::Context;
use discovery::discover;
use domain::job::JobFile;
use domain::snapshot::parse_html;
use fleet_tests::site::{Content, SampleSite, Scenario};

const ORIGIN: &str = "http://127.0.0.1:1";

fn found(target: &str) -> anyhow::Result<discovery::Found> {
    let page = SampleSite::bundled()?
        .page(target)
        .context("no such page")?;
    let html = String::from_utf8(page.body)?;
    let snapshot = parse_html(&html, &format!("{ORIGIN}{target}"));
    discover(&snapshot, &JobFile::default()).map_err(anyhow::Error::msg)
}

#[test]
fn the_job_board_is_found_without_filters() {
    let mut addresses = Vec::new();
    for (target, next) in [
        ("/jobs", vec!["/jobs?page=2", "/jobs?page=3"]),
        ("/jobs?page=2", vec!["/jobs?page=3"]),
        ("/jobs?page=3", vec![]),
    ] {
        let found = found(target).unwrap();
        assert_eq!(found.stated_total, Some(24), "{target}");
        let expect: Vec<String> = next.iter().map(|path| format!("{ORIGIN}{path}")).collect();
        assert_eq!(found.next, expect, "{target}");
        assert_eq!(found.links.len(), 8, "{target}");
        for link in found.links {
            assert_eq!(link.listing.headings, ["Open positions"]);
            addresses.push(link.url);
        }
    }
    let golden = Scenario::JobBoard.golden(ORIGIN).unwrap();
    let rows = golden["jobs"].as_array().unwrap().iter();
    let mut expect: Vec<&str> = rows.map(|row| row["job_url"].as_str().unwrap()).collect();
    let gone = format!("{ORIGIN}/jobs/4119-signal-box-trainee");
    expect.insert(18, &gone);
    assert_eq!(addresses, expect);
}

#[test]
fn a_list_element_keeps_its_words() {
    let found = found("/jobs").unwrap();
    let first = &found.links[0].listing.text;
    assert_eq!(
        first,
        "Ferry Timetable Planner Ostrakon Ferries · Port Ellery Full-time View position"
    );
}
