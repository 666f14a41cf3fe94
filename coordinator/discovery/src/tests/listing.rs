//! What the list says about each link.

use super::*;

/// `heading / heading: text` of each link, one a line.
fn check(body: &str, expect: &[&str]) {
    let found = found_at("/jobs", &page(body));
    let said: Vec<String> = found
        .links
        .iter()
        .map(|link| {
            format!(
                "{}: {}",
                link.listing.headings.join(" / "),
                link.listing.text
            )
        })
        .collect();
    assert_eq!(said, expect, "{body}");
}

#[test]
fn text_of_the_row() {
    check(
        "<h1>Jobs</h1><article><h2><a href='/jobs/1-a'>Ferry steward</a></h2><span>Ostrakon</span><span> · Port</span><p>Part-time</p><a href='/kinds/part'>part</a></article><article><h2><a href='/jobs/2-b'>Ferry mate</a></h2><p>Full-time</p></article>",
        &[
            "Jobs: Ferry steward Ostrakon · Port Part-time part",
            "Jobs: Ferry mate Full-time",
        ],
    );
    check(
        "<h1>Jobs</h1><table><tr><td><a href='/jobs/1-a'>Steward</a></td><td>Port</td><td>12</td></tr><tr><td><a href='/jobs/2-b'>Mate</a></td><td>Vale</td><td>9</td></tr></table>",
        &["Jobs: Steward Port 12", "Jobs: Mate Vale 9"],
    );
    check(
        "<h1>Words</h1><dl><dt><a href='/jobs/almanac'>Almanac</a></dt><dd>A book of days</dd><dt><a href='/jobs/bollard'>Bollard</a></dt><dd>A post</dd></dl>",
        &["Words: Almanac A book of days", "Words: Bollard A post"],
    );
    check(
        "<h1>Jobs</h1><div><h3><a href='/jobs/1-a'>Ferry steward</a></h3><p>Port, part-time</p><h3><a href='/jobs/2-b'>Ferry mate</a></h3><p>Vale, full-time</p></div>",
        &[
            "Jobs: Ferry steward Port, part-time",
            "Jobs: Ferry mate Vale, full-time",
        ],
    );
}

#[test]
fn the_only_item() {
    check(
        "<h1>Jobs</h1><p>We hire.</p><ul><li><a href='/jobs/glass-blower'>Glass blower</a> <b>Marrowdale</b></li></ul><p>Write to us.</p>",
        &["Jobs: Glass blower Marrowdale"],
    );
}

#[test]
fn headings_that_govern() {
    check(
        "<h1>Jobs</h1><section><h2>Port</h2><ul><li><a href='/jobs/1-a'>Ferry steward</a></li></ul></section><section><h2>Vale</h2><h3>Railway</h3><ul><li><a href='/jobs/2-b'>Coach painter</a></li><li><a href='/jobs/3-c'>Signaller</a></li></ul></section>",
        &[
            "Jobs / Port: Ferry steward",
            "Jobs / Vale / Railway: Coach painter",
            "Jobs / Vale / Railway: Signaller",
        ],
    );
    check(
        "<div class='hero'><h1>Jobs</h1></div><div class='side'><h2>Filters</h2><a href='/jobs?kind=a'>A</a><a href='/jobs?kind=b'>B</a></div><div class='head'><h2>Senior</h2></div><ul><li><a href='/jobs/1-a'>Glaze chemist</a> one</li><li><a href='/jobs/2-b'>Harbour diver</a> two</li></ul>",
        &[
            "Jobs / Senior: Glaze chemist one",
            "Jobs / Senior: Harbour diver two",
        ],
    );
    check(
        "<aside><h2>Who is hiring</h2></aside><h1>Jobs</h1><div><h4>Monday</h4><p><a href='/jobs/1-a'>Ferry steward</a></p><h4>Tuesday</h4><p><a href='/jobs/2-b'>Ferry mate</a></p></div>",
        &["Jobs / Monday: Ferry steward", "Jobs / Tuesday: Ferry mate"],
    );
}

#[test]
fn the_first_address_without_a_section_is_fetched() {
    let body = "<ul><li><a href='/jobs/1-a#x'>Image</a> <a href='/jobs/1-a'>Ferry steward</a></li><li><a href='/jobs/2-b#only'>Ferry mate</a></li></ul>";
    assert_eq!(
        links(&found_at("/jobs", &page(body))),
        "/jobs/1-a /jobs/2-b#only"
    );
}
