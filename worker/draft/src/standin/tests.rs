//! Words of a stand-in on pages that are one, and on pages that are not.

use domain::evidence::Reason;
use domain::page_class::PageClass;
use domain::snapshot::parse_html;
use serde_json::{Value, json};

use crate::classify;
use crate::tests::{draft, text};

#[track_caller]
fn check(expect: PageClass, pages: &[&str]) {
    for html in pages {
        let got = classify(&parse_html(html, "https://shop.example/p/7"));
        assert_eq!(got.0, expect, "{html}: {}", got.1);
    }
}

#[test]
fn short_pages_that_hold_such_words_are_content() {
    check(
        PageClass::Content,
        &[
            "<title>Kettle | Shop</title><h1>Kettle</h1><p>€ 20</p><p>The red version is no longer \
             available.</p>",
            "<h1>Kettle</h1><p>Two litres.</p><p>The red version is no longer available.</p>",
            "<h1>Kettle</h1><p>No longer available in red.</p>",
            "<h1>Kettle</h1><p>€ 20</p><p>This product is no longer available in stores.</p>",
            "<title>Access Denied</title><h1>Access Denied</h1><p>A board game.</p><b>£25</b>",
            "<title>Just a moment</title><h1>Just a moment</h1><p>By Ann Lee, \
             <time datetime=2024-05-03>3 May</time></p><p>A story.</p>",
            "<title>Just a moment | The Daily</title><h1>Just a moment</h1><p>By Ann Lee</p><p>She \
             stopped at the gate of the old mill, as she did on every evening, and looked up.</p>",
            "<h1>Door sign</h1><p>Enamel, reads \"Access denied\". Four holes.</p>",
            "<h1>Toy robot</h1><dl><dt>Price<dd>12.00</dl><p>\"Are you a robot?\", it asks.</p>",
            "<h1>Poster</h1><p>Material: paper</p><p>Page not found</p>",
            "<meta property=og:type content=article><h1>Error 404</h1><p>What it means.</p>",
            "<div itemscope itemtype=https://schema.org/Book><h1 itemprop=name>No longer available\
             </h1></div>",
            "<h1>Kettle</h1><p class=price>€20</p><p>Please log in to leave a review.</p>",
            "<h1>Kettle</h1><p class=price>€20</p><p>No offers</p>",
        ],
    );
}

#[test]
fn pages_that_say_so_of_themselves_are_gone() {
    check(
        PageClass::Gone,
        &[
            "<title>Page not found | Shop</title><h1>Oops!</h1><p>Try the search.</p>",
            "<h1>Sorry, this item is no longer available</h1><h2>Bestsellers</h2><p>Cup</p><b>€3</b>\
             <p>Pan</p><b>€30</b>",
            "<h1>Senior engineer</h1><p>This job is no longer available. See our other jobs.</p>",
            "<h1>Kettle K7</h1><p>The kettle K7 is no longer available.</p>",
            "<p>We're sorry, the listing you were looking for has been removed.</p>",
            "<h1>Lampe</h1><p>Dieses Produkt ist leider nicht mehr verfügbar.</p>",
            "<h1>ページが見つかりません</h1>",
        ],
    );
}

#[test]
fn what_guards_a_site_is_a_challenge() {
    check(
        PageClass::Challenge,
        &[
            "<title>Just a moment...</title><h1>shop.example</h1><p>Verifying you are human. This may \
             take a few seconds.</p><p>Ray ID: 8c1f0ab2d</p>",
            "<title>Access Denied</title><h1>Access Denied</h1><p>You don't have permission to access \
             this page on this server.</p><p>Reference #18.2d351ab8.1</p>",
            "<title>Attention Required! | Guard</title><h1>Sorry, you have been blocked</h1><p>You are \
             unable to access shop.example</p><h2>Why have I been blocked?</h2><p>This website is \
             using a security service to protect itself from online attacks. The action you just \
             performed triggered the security solution. There are several actions that could trigger \
             this block including submitting a certain word or phrase, a command or malformed \
             data.</p><p>Your IP: 10.0.0.1</p>",
            "<h1>One more step</h1><p>Please complete the security check to access the site, and \
             show that you are human.</p>",
            "<p>Access denied</p>",
            "<title>shop.example</title><p>Please enable cookies.</p>",
        ],
    );
}

#[test]
fn what_stands_in_a_pages_place_states_nothing_of_it() {
    let fields = json!({"name": text(), "price": {"type": ["number", "null"]}});
    // The page itself says that it is gone: it was read. What asks for a sign of life was not.
    for (html, reason) in [
        (
            "<h1>This item is no longer available</h1>",
            Reason::NotStated,
        ),
        (
            "<title>Just a moment...</title><p>Checking your browser",
            Reason::PageUnread,
        ),
    ] {
        let got = draft(&fields, html);
        assert_eq!(got.row["name"], Value::Null, "{html}");
        let same = got.reasons.values().all(|one| *one == reason);
        assert!(same && got.reasons.len() == 2, "{html}: {got:?}");
    }
    let got = draft(
        &fields,
        "<h1>Kettle</h1><p>€ 20</p><p>The red version is no longer available.</p>",
    );
    assert_eq!(
        (&got.row["name"], &got.row["price"]),
        (&json!("Kettle"), &json!(20))
    );
}
