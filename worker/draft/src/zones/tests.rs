//! Instants with and without their zones.

use domain::evidence::Source;
use serde_json::json;

use crate::tests::{draft, text};

#[test]
fn the_same_instant_with_its_zone_says_more() {
    let page = |stated: &str, more: &str| {
        format!(
            "<script type=application/ld+json>{{\"@type\":\"NewsArticle\",\"headline\":\"Eels\",\
             \"datePublished\":\"{stated}\"}}</script><h1>Eels</h1>{more}"
        )
    };
    let check = |stated: &str, more: &str, expect: &str| {
        let got = draft(&json!({"publishedAt": text()}), &page(stated, more));
        assert_eq!(got.row["publishedAt"], json!(expect), "{stated} {more}");
        got.receipts["/publishedAt"].source
    };
    let bare = "2019-11-19 02:24:00";
    let time = "<time datetime='2019-11-19 02:24:00 UTC'>Nov 18</time>";
    assert_eq!(check(bare, time, "2019-11-19 02:24:00 UTC"), Source::Text);
    let meta = "<meta property=article:published_time content=2019-11-19T02:24:00+01:00>";
    assert_eq!(
        check(bare, meta, "2019-11-19T02:24:00+01:00"),
        Source::Opengraph
    );
    let other = "<div itemscope><meta itemprop=datePublished content=2019-11-19T02:24:00Z></div>";
    check(bare, other, bare);
    check("2019-11-19T02:24", meta, "2019-11-19T02:24:00+01:00");
    check(
        "2019-11-19T02:24:00.5",
        "<time datetime=2019-11-19T02:24:00.50Z></time>",
        "2019-11-19T02:24:00.50Z",
    );
    // Two zones, and one in two ways.
    let two = format!("{meta}<time datetime=2019-11-19T02:24:00Z></time>");
    check(bare, &two, bare);
    let same = "<time datetime=2019-11-19T02:24:00Z></time><time datetime='2019-11-19 02:24:00 UTC'></time>";
    check(bare, same, "2019-11-19T02:24:00Z");
    // Another instant, one without a zone, a day.
    check(bare, "<time datetime=2019-11-19T02:25:00Z></time>", bare);
    check(bare, "<time datetime=2019-11-19T02:24:00></time>", bare);
    check("2019-11-19", meta, "2019-11-19");
    check("2019-11-19T02:24:00Z", meta, "2019-11-19T02:24:00Z");
}
