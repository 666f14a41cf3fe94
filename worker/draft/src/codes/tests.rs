//! Codes with words behind them, and codes of variants.

use serde_json::{Value, json};

use crate::tests::{draft, text};

#[test]
fn words_behind_a_code_are_none_of_it() {
    let check = |code: &str, expect: &str| {
        let html = format!(
            "<div itemscope itemtype=https://schema.org/Product><h1 itemprop=name>Chair cover</h1>\
             <p itemprop=sku>{code}</p></div>"
        );
        let got = draft(&json!({"sku": text()}), &html);
        assert_eq!(got.row["sku"], json!(expect), "{code}");
        assert_eq!(got.receipts["/sku"].quote, code);
    };
    check("TE502-1293 Chair cover, grey", "TE502-1293");
    check("TE502-1293", "TE502-1293");
    check("40512 Чехол на стул", "40512");
    check("TE502 1293 grey", "TE502 1293 grey");
    check("GA00638 GB", "GA00638 GB");
    check("GA00638 BLACK", "GA00638 BLACK");
    check("Chair 1293", "Chair 1293");
    check("No. 1293 chair", "No. 1293 chair");
}

#[test]
fn codes_that_variants_of_the_thing_disagree_on_are_nobody_s() {
    let page = |one: &str, two: &str| {
        let of = |code: &str| {
            format!(
                "{{\"@type\":\"Product\",\"name\":\"Cardigan\",\"gtin13\":\"{code}\",\
                 \"url\":\"https://shop.example/c/{code}\",\"brand\":\"Weir\"}}"
            )
        };
        format!(
            "<script type=application/ld+json>[{},{}]</script><h1>Cardigan</h1>",
            of(one),
            of(two)
        )
    };
    let check = |html: &str, gtin: Value| {
        let got = draft(&json!({"gtin": text(), "brand": text()}), html);
        assert_eq!(got.row["gtin"], gtin, "{html}");
        assert_eq!(got.row["brand"], json!("Weir"));
    };
    check(&page("4006381333931", "4006381333948"), Value::Null);
    check(
        &page("4006381333931", "4006381333931"),
        json!("4006381333931"),
    );
    let shown = format!(
        "{}<dl><dt>EAN<dd>4006381333948</dl>",
        page("4006381333931", "4006381333948")
    );
    check(&shown, json!("4006381333948"));
    let own =
        page("4006381333931", "4006381333948").replace("c/4006381333948", "p/7?size=4006381333948");
    let own = own.replace(
        "<h1>",
        "<link rel=canonical href='https://shop.example/p/7?size=4006381333948'><h1>",
    );
    check(&own, json!("4006381333948"));
}
