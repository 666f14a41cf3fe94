//! Offers of variants, and prices of nothing.

use serde_json::{Value, json};

use crate::tests::draft;

const LAMP: &str = r#"<script type="application/ld+json">{"@type":"Product","name":"Lamp","offers":[
    {"@type":"Offer","name":"Small","sku":"L-S1","price":"40","availability":"InStock"},
    {"@type":"Offer","name":"Large","sku":"L-L1","price":60,"availability":"OutOfStock"}]}</script>"#;

#[test]
fn the_offer_of_the_price_that_is_shown_is_the_one_that_counts() {
    let fields = json!({
        "price": {"type": ["number", "null"]},
        "sku": {"type": ["string", "null"]},
        "availability": {"enum": ["InStock", "OutOfStock", null]},
    });
    let check = |body: &str, expect: Value| {
        let got = draft(&fields, &format!("{LAMP}<h1>Lamp</h1>{body}"));
        assert_eq!(Value::Object(got.row), expect, "{body}");
    };
    check(
        "<p class=price>$60.00</p>",
        json!({"price": 60, "sku": "L-L1", "availability": "OutOfStock"}),
    );
    check(
        "<p class=price>$40.00</p>",
        json!({"price": 40, "sku": "L-S1", "availability": "InStock"}),
    );
    // Where none is shown, what can be had is.
    check(
        "<p>It gives light.</p>",
        json!({"price": 40, "sku": null, "availability": "InStock"}),
    );
}

#[test]
fn a_price_of_nothing_is_none_where_the_page_tells_none() {
    let fields = json!({"price": {"type": ["number", "null"]}});
    let check = |kind: &str, body: &str, expect: Value| {
        let entity = json!({"@type": kind, "name": "Lamp", "offers": {"price": "0.00"}});
        let html = format!("<script type=application/ld+json>{entity}</script><h1>Lamp</h1>{body}");
        assert_eq!(draft(&fields, &html).row["price"], expect, "{kind}: {body}");
    };
    check("Product", "<p>Call for price</p>", Value::Null);
    check("Product", "<p>Preis auf Anfrage</p>", Value::Null);
    check("Product", "<p class=price>$40.00</p>", json!(40));
    check("Product", "<p class=price>$0.00</p>", json!(0));
    check("Product", "<p>Free sample</p>", json!(0));
    check("MobileApplication", "<p>Install</p>", json!(0));
}
