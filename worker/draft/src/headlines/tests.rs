//! Lines with a colon that are facts, and headlines that are none.

use serde_json::json;

use crate::tests::{draft, text};

fn check(html: &str, expect: &[(&str, &str)]) {
    let page = format!("<h1>Stormbird</h1>{html}");
    let got = draft(&json!({"flag": text()}), &page);
    let expect: Vec<(String, String)> = expect
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    assert_eq!(got.leftovers, expect, "{html}");
}

#[test]
fn a_link_to_another_page_is_a_headline_with_its_colon() {
    check("<p><a href=/n/1>Harbour: Eels are back</a></p>", &[]);
    check(
        "<ul><li>• <a href=/n/1>Harbour: Eels are back</a> (5)</ul>",
        &[],
    );
    check("<a href=/n/1><h3>Harbour: Eels are back</h3></a>", &[]);
    check(
        "<h3><strong><a href=/n/1>Harbour: Eels</a></strong></h3>",
        &[],
    );
    check(
        "<a href=/n/1><b>Harbour:</b> <span>Eels are back</span></a>",
        &[],
    );
    check(
        "<p>Keel: long<br><a href=/n/1>Harbour: Eels</a></p>",
        &[("Keel", "long")],
    );
}

#[test]
fn a_label_outside_of_the_link_or_beside_a_place_on_the_page_is_one() {
    check(
        "<p>Website: <a href=https://b.example/>b.example</a></p>",
        &[("Website", "b.example")],
    );
    check(
        "<p><a href=/glossary#keel>Keel</a>: long</p>",
        &[("Keel", "long")],
    );
    check(
        "<p><a href=/glossary#keel>Keel:</a> long</p>",
        &[("Keel", "long")],
    );
    check(
        "<p><a href='tel:+35312345'>Phone: 12345</a></p>",
        &[("Phone", "12345")],
    );
    check("<p><a href=#rig>Rig: ketch</a></p>", &[("Rig", "ketch")]);
}

#[test]
fn a_link_whose_label_is_what_a_field_asks_for_still_fills_it() {
    let page = "<h1>Stormbird</h1><p><a href=/flags/malta>Flag: Malta</a></p>";
    assert_eq!(
        draft(&json!({"flag": text()}), page).row["flag"],
        json!("Malta")
    );
}

#[test]
fn the_page_s_own_name_is_no_fact_wherever_it_stands() {
    let fields = json!({"flag": text()});
    let check = |html: &str| {
        let got = draft(&fields, html);
        assert_eq!(got.leftovers, Vec::new(), "{html}");
    };
    check("<h1>BREAKING: Eels are back</h1><p>They are.</p>");
    check("<h1><span>BREAKING:</span> <span>Eels are back</span></h1>");
    check("<h1>BREAKING: Eels are back</h1><ul><li>News<li>Breaking: Eels are back</ul>");
    check(
        "<meta property=og:title content='Harbour: Eels'><h1>Eels</h1><figcaption>Harbour: Eels</figcaption>",
    );
}

#[test]
fn words_in_brackets_and_calls_to_readers_are_no_labels() {
    check("<p>A grey bird (Photo: Tove Lind)</p>", &[]);
    check("<p>The ship &lt;Palace: A Tale&gt; sails</p>", &[]);
    check("<p>Mast (of pine): 12 m</p>", &[("Mast (of pine)", "12 m")]);
    check(
        "<div><h3>Share this:</h3><ul><li>Post<li>Mail</ul></div>",
        &[],
    );
    check(
        "<div><h3>Teilen Sie:</h3><p>Post</p></div><p>Read more: Eels</p>",
        &[("Teilen Sie", "Post")],
    );
}
