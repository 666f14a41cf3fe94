//! Sources that disagree with the value that counts.

use serde_json::json;

use crate::tests::{draft, text};

fn check(fields: &serde_json::Value, html: &str, field: &str, expect: &[&str]) {
    let got = draft(fields, html);
    let at = format!("/{field}");
    assert!(got.receipts.contains_key(&at), "{html}");
    let words = got.conflicts.get(&at).map_or(&[][..], Vec::as_slice);
    assert_eq!(words, expect, "{html}");
}

#[test]
fn metadata_that_a_byline_overrules_is_kept_beside_it() {
    let page = |author: &str, line: &str| {
        format!(
            "<script type=application/ld+json>{{\"@type\":\"NewsArticle\",\"headline\":\"Eels\",\
             \"author\":{author}}}</script><h1>Eels</h1>{line}"
        )
    };
    let check = |author: &str, line: &str, expect: &[&str]| {
        check(
            &json!({"author": text()}),
            &page(author, line),
            "author",
            expect,
        );
    };
    let line = "<p>By Tove Lind and Bo Rask</p>";
    check(
        "\"Harbour Post\"",
        line,
        &["Tove Lind and Bo Rask", "Harbour Post"],
    );
    check("[\"Tove Lind\",\"Bo Rask\"]", line, &[]);
    check("\"TOVE LIND\"", "<p>By Tove Lind</p>", &[]);
    check("\"By Tove Lind\"", "<p>By Tove Lind</p>", &[]);
    check("\"Tove Lind\"", "", &[]);
}

#[test]
fn days_prices_and_codes_that_disagree() {
    let page = |rest: &str| {
        format!(
            "<script type=application/ld+json>{{\"@type\":\"Product\",\"name\":\"Trap\",\"sku\":\"77-1\",\
             \"datePublished\":\"2019-05-04\",\"offers\":{{\"price\":\"49\"}}}}</script><h1>Trap</h1>{rest}"
        )
    };
    let fields =
        json!({"price": {"type": ["number", "null"]}, "sku": text(), "publishedAt": text()});
    let check = |rest: &str, field: &str, expect: &[&str]| {
        check(&fields, &page(rest), field, expect);
    };
    check("<dl><dt>Price<dd>44.00</dl>", "price", &["44.00", "49"]);
    check("<dl><dt>Price<dd>49.00</dl>", "price", &[]);
    check("<dl><dt>SKU<dd>77-2</dl>", "sku", &["77-2", "77-1"]);
    check("<dl><dt>Published<dd>4 May 2019</dl>", "publishedAt", &[]);
    check(
        "<dl><dt>Published<dd>5 May 2019</dl>",
        "publishedAt",
        &["5 May 2019", "2019-05-04"],
    );
    // Metadata outranks a line without a label, which is kept all the same.
    check(
        "<p class=dateline>5 May 2019</p>",
        "publishedAt",
        &["2019-05-04", "5 May 2019"],
    );
    check("<p class=dateline>4 May 2019</p>", "publishedAt", &[]);
}
