//! Sitemaps and feeds as sites write them.

use super::*;

const AT: &str = "https://a.example/maps/index.xml";

fn check(xml: &str, further: &[&str], entries: &[(&str, &str)]) {
    let source = read_source(xml, AT);
    assert_eq!(source.further, further, "{xml}");
    let got: Vec<(&str, &str)> = source
        .entries
        .iter()
        .map(|entry| (entry.url.as_str(), entry.text.as_str()))
        .collect();
    assert_eq!(got, entries, "{xml}");
}

#[test]
fn sitemaps() {
    check(
        "<?xml version='1.0'?><sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\
         <sitemap><loc>https://a.example/1.xml.gz</loc><lastmod>2026-01-01</lastmod></sitemap>\
         <sitemap><loc> /maps/2.xml </loc></sitemap></sitemapindex>",
        &["https://a.example/1.xml.gz", "https://a.example/maps/2.xml"],
        &[],
    );
    check(
        "<s:urlset xmlns:s='x' xmlns:image='y'><s:url><s:loc><![CDATA[https://a.example/b?x=1&y=2]]></s:loc>\
         <image:image><image:loc>https://a.example/b.png</image:loc></image:image></s:url>\
         <s:url><s:loc>https://a.example/c?x=1&amp;y=&#50;</s:loc></s:url><s:url><s:loc>mailto:x</s:loc></s:url></s:urlset>",
        &[],
        &[
            ("https://a.example/b?x=1&y=2", ""),
            ("https://a.example/c?x=1&y=2", ""),
        ],
    );
    // Cut off.
    check(
        "<urlset><url><loc>https://a.example/b</loc></url><url><loc>https://a.exa",
        &[],
        &[("https://a.example/b", "")],
    );
    check("<!doctype html><p>Not found", &[], &[]);
    check("", &[], &[]);
}

#[test]
fn feeds_of_all_kinds() {
    check(
        "<rss version='2.0'><channel><title>Boats</title><link>https://a.example/</link>\
         <item><title>Ferry &amp; mate</title><link>https://a.example/jobs/1</link><description><![CDATA[<p>At <b>sea</b></p>]]></description></item>\
         <item><title>Pilot</title><guid isPermaLink='true'>https://a.example/jobs/2</guid></item></channel></rss>",
        &[],
        &[
            ("https://a.example/jobs/1", "Ferry & mate At sea"),
            ("https://a.example/jobs/2", "Pilot"),
        ],
    );
    check(
        "<feed xmlns='http://www.w3.org/2005/Atom'><title>Boats</title><link href='https://a.example/'/>\
         <entry><title type='html'>Ferry</title><link rel='enclosure' href='/x.mp3'/><link href='/jobs/1?a=1&amp;b=2'/><id>urn:uuid:1</id><summary>At sea</summary></entry></feed>",
        &[],
        &[("https://a.example/jobs/1?a=1&b=2", "Ferry At sea")],
    );
    check(
        "<rdf:RDF xmlns:rdf='r'><item rdf:about='x'><title>Ferry</title><link>https://a.example/jobs/1</link></item></rdf:RDF>",
        &[],
        &[("https://a.example/jobs/1", "Ferry")],
    );
}

#[test]
fn robots_name_sitemaps() {
    let robots = "User-agent: *\nDisallow: /x\nSitemap: https://a.example/s.xml # all\n sitemap:https://a.example/t.xml\nSitemap: no address\nSitemap: /u.xml\n";
    assert_eq!(
        robots_sitemaps(robots, "https://a.example/robots.txt"),
        [
            "https://a.example/s.xml",
            "https://a.example/t.xml",
            "https://a.example/u.xml"
        ]
    );
}

#[test]
fn details_are_written_like_known_ones_or_pass_the_filters() {
    let entry = |url: &str| Entry {
        url: format!("https://a.example{url}"),
        text: String::new(),
    };
    let paths = [
        "/jobs/ferry-mate",
        "/jobs/pilot",
        "/jobs/pilot",
        "/about",
        "/blog/a",
        "/de/jobs/x",
    ];
    let check = |known: &[&str], filter: &LinkFilter, expect: &[&str]| {
        let entries = paths.map(entry).to_vec();
        let known: Vec<String> = known.iter().map(|url| (*url).to_owned()).collect();
        let got = details(entries, AT, &known, filter).unwrap();
        let got: Vec<&str> = got
            .iter()
            .map(|link| link.url.trim_start_matches("https://a.example"))
            .collect();
        assert_eq!(got, expect, "{known:?}");
    };
    let none = LinkFilter::default();
    check(
        &["https://www.a.example/jobs/cook"],
        &none,
        &["/jobs/ferry-mate", "/jobs/pilot"],
    );
    check(&[], &none, &[]);
    let contains = LinkFilter {
        href_contains: Some("/jobs/".to_owned()),
        ..LinkFilter::default()
    };
    check(
        &[],
        &contains,
        &["/jobs/ferry-mate", "/jobs/pilot", "/de/jobs/x"],
    );
    let pattern = LinkFilter {
        href_regex: Some("/jobs/p".to_owned()),
        ..LinkFilter::default()
    };
    check(&[], &pattern, &["/jobs/pilot"]);
}
