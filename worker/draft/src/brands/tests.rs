//! Brands that markup calls so, and labels of several names.

use domain::evidence::{Reason, Source};
use serde_json::{Value, json};

use crate::tests::{draft, text};

fn check(html: &str, expect: impl Into<Value>) {
    let expect: Value = expect.into();
    let got = draft(&json!({"brand": text()}), html);
    assert_eq!(got.row["brand"], expect, "{html}");
}

#[test]
fn a_sentence_is_no_brand_and_a_drawn_logo_says_its_name_once() {
    let row =
        |cell: &str| format!("<h1>Trap</h1><table><tr><th>Brand<td>{cell}</table><p>For eels.");
    let check = |cell: &str, expect: Value| check(&row(cell), expect);
    check(
        "The owner of Weir, Bob Reed, is proud to put his name to every trap. He made this one.",
        Value::Null,
    );
    check("Dr. Reed of Oslo", json!("Dr. Reed of Oslo"));
    let drawn = "<svg><title>WEIR OF OSLO</title><text>WEIR OF OSLO</text></svg>";
    check(drawn, json!("WEIR OF OSLO"));
    // Some are called so.
    check("Miu Miu", json!("Miu Miu"));
}

#[test]
fn a_sentence_is_no_language_currency_or_country() {
    let said = "The two-letter code of the document. This will be used by the whole shop.";
    for (field, label) in [("language", "Language"), ("country", "Country")] {
        let html = format!("<h1>Trap</h1><dl><dt>{label}<dd>{said}</dl><p>For eels.");
        let got = draft(&json!({field: text()}), &html);
        assert_eq!(got.row[field], Value::Null, "{field}");
        let html = format!("<h1>Trap</h1><dl><dt>{label}<dd>Norwegian</dl><p>For eels.");
        let got = draft(&json!({field: text()}), &html);
        assert_eq!(got.row[field], json!("Norwegian"), "{field}");
    }
}

#[test]
fn an_element_near_the_heading_that_is_called_a_brand() {
    let page = |line: &str| format!("<h1>Trap</h1>{line}<p>It catches eels.</p>");
    let check = |line: &str, expect: Value| check(&page(line), expect);
    check(
        "<div class=product__gallery--brand><h2><a href=/w>Weir of Oslo</a></h2></div>",
        json!("Weir of Oslo"),
    );
    check("<b itemprop=brand>Weir</b>", json!("Weir"));
    check(
        "<p class=brand-name>Weir</p><p class=brand>Weir</p>",
        json!("Weir"),
    );
    check(
        "<p class=brand>Weir</p><p class=brand>Reed</p>",
        Value::Null,
    );
    check("<p class=brand>Brand</p>", Value::Null);
    check(
        "<p class=brand>All that Weir of Oslo ever made for eels</p>",
        Value::Null,
    );
    check("<a class=navbar-brand href=/>Weir</a>", Value::Null);
    check(
        "<meta property=og:site_name content='Eel Shop'><p class=brand>Eel Shop</p>",
        Value::Null,
    );
    check(
        &format!("<p>{}</p><p class=brand>Weir</p>", "word ".repeat(200)),
        Value::Null,
    );
    check(
        "<p class=brand>Weir</p><dl><dt>Brand<dd>Reed</dl>",
        json!("Reed"),
    );
}

#[test]
fn a_label_of_several_names_fits_what_all_of_them_mean() {
    let page = |label: &str| format!("<h1>Trap</h1><dl><dt>{label}<dd>Weir</dl>");
    check(&page("make / manufacturer"), json!("Weir"));
    check(&page("Marque/Fabricant"), json!("Weir"));
    check(&page("brand / model"), Value::Null);
    check(&page("brand/"), json!("Weir"));
    let got = draft(&json!({"brand": text()}), &page("brand / model"));
    let seen = Reason::NotRecognised {
        seen: "brand / model".to_owned(),
    };
    assert_eq!(got.reasons["/brand"], seen);
    let got = draft(
        &json!({"sku": text()}),
        "<h1>Trap</h1><dl><dt>SKU/Article number<dd>77-123</dl>",
    );
    assert_eq!(got.row["sku"], json!("77-123"));
    assert_eq!(got.receipts["/sku"].source, Source::Label);
}
