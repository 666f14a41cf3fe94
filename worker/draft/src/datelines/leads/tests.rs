//! Days that a page shows, and what the words before them make of them.

use serde_json::{Value, json};

use crate::tests::{draft, text};

#[track_caller]
fn check(html: &str, expect: &Value) {
    let got = draft(&json!({"datePublished": text()}), html);
    assert_eq!(got.row["datePublished"], *expect, "{html}");
}

const DAY: &str = "<time datetime=2024-05-03>3 May 2024</time>";

#[test]
fn words_before_a_day_say_that_it_is_another() {
    for lead in [
        "Sale ends",
        "Doors open",
        "Doors Open:",
        "Updated",
        "Last updated on",
        "Apply by",
        "Offer valid until",
        "Born",
        "Stand endet am",
        "Jusqu'au",
        "we meet again on",
    ] {
        for html in [
            format!("<p>{lead} {DAY}</p>"),
            format!("<p><span>{lead}</span> {DAY}</p>"),
            format!("<p>By Ann Lee · {lead} {DAY}</p>"),
            format!("<dl><dt>{lead}<dd>{DAY}</dl>"),
            format!("<div><div>{lead}</div><div>{DAY}</div></div>"),
            format!("<p>{lead} <span class=date>3 May 2024</span></p>"),
        ] {
            check(&format!("<h1>Harbour fair</h1>{html}"), &Value::Null);
        }
    }
}

#[test]
fn names_places_and_bylines_before_a_day_do_not() {
    for html in [
        DAY.to_owned(),
        format!("<p>{DAY}</p>"),
        format!("<p>By Ann van Lee, {DAY}</p>"),
        format!("<p>Ann Lee | {DAY}</p>"),
        format!("<p>Published on {DAY}</p>"),
        format!("<p>Posted in Opening hours on {DAY}</p>"),
        format!("<p>First published {DAY}</p>"),
        format!("<p>Fri, {DAY}</p>"),
        format!("<p>BERLIN — {DAY}</p>"),
        format!("<p>Sale ends soon</p><p>{DAY}</p>"),
        format!("<div><p>What the fair has to offer.</p>{DAY}</div>"),
        format!("<p>Updated often<br>{DAY}</p>"),
        format!("<p>東京 {DAY}</p>"),
    ] {
        check(
            &format!("<h1>Harbour fair opens</h1>{html}"),
            &json!("2024-05-03"),
        );
    }
    check(
        &format!("<header><h1>What the fair offers</h1>{DAY}</header>"),
        &json!("2024-05-03"),
    );
}
