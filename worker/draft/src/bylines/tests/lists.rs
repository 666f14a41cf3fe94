//! Lists of authors: of bylines, labels and metadata.

use serde_json::{Value, json};

use crate::tests::draft;

#[test]
fn a_list_of_authors_takes_the_names_of_a_byline_apart() {
    let fields = json!({"authors": {"type": ["array", "null"], "items": {"type": "string"}}});
    let check = |line: &str, expect: Value| {
        let got = draft(&fields, &format!("<h1>Storm</h1>{line}"));
        assert_eq!(got.row["authors"], expect, "{line}");
    };
    check(
        "<p>By Tove Lind and Bo Rask</p>",
        json!(["Tove Lind", "Bo Rask"]),
    );
    check(
        "<p>Von Tove Lind, Bo Rask und Kim Ek</p>",
        json!(["Tove Lind", "Bo Rask", "Kim Ek"]),
    );
    check("<p>By Tove Lind</p>", json!(["Tove Lind"]));
    check("<p>By Tove Lind, Harbour Post</p>", Value::Null);
    let two = || json!(["Tove Lind", "Bo Rask"]);
    check("<p>By Tove Lind and Bo Rask, Harbour Post</p>", two());
    check("<p>Author: Lind, Tove</p>", json!(["Lind, Tove"]));
    check(
        "<p>Authors: Lind, Tove; Rask, Bo</p>",
        json!(["Lind, Tove", "Rask, Bo"]),
    );
    check("<p>Authors: Tove Lind, Bo Rask</p>", two());
}

#[test]
fn a_list_of_authors_takes_all_that_metadata_names_once_and_in_order() {
    let fields = json!({"authors": {"type": ["array", "null"], "items": {"type": "string"}}});
    let check = |authors: Value, expect: Value| {
        let graph = json!({"@type": "NewsArticle", "headline": "Storm", "author": authors});
        let html = format!("<script type=application/ld+json>{graph}</script><h1>Storm</h1>");
        assert_eq!(draft(&fields, &html).row["authors"], expect, "{graph}");
    };
    let (lind, rask) = (json!({"name": "Tove Lind"}), json!({"name": "Bo Rask"}));
    check(json!([lind, rask, lind]), json!(["Tove Lind", "Bo Rask"]));
    check(
        json!(["Tove Lind", "Bo Rask", "TOVE LIND"]),
        json!(["Tove Lind", "Bo Rask"]),
    );
    let three = "Tove Lind, Bo Rask and Kim Ek";
    check(
        json!({"name": three}),
        json!(["Tove Lind", "Bo Rask", "Kim Ek"]),
    );
    check(json!("Lind, Tove"), json!(["Lind, Tove"]));
    let firm = json!({"@type": "Organization", "name": "Lind Rask and Ek Holm"});
    check(firm, json!(["Lind Rask and Ek Holm"]));
}
