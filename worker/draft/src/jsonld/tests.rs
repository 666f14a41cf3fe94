//! Repair and expansion of the JSON-LD that pages publish.

use serde_json::{Value, json};

use super::blocks;
use super::expand::{Terms, expand};
use super::repair::documents;
use crate::tests::{draft, text};

fn check(text: &str, expect: Value) {
    assert_eq!(Value::Array(documents(text)), expect, "{text}");
}

#[test]
fn guards_comments_and_marks_around_the_document() {
    let one = || json!([{"a": 1}]);
    check("{\"a\":1}", one());
    check("\u{feff}{\"a\":1}", one());
    check(" \u{feff} {\"a\":1}\u{feff}", one());
    check("// <![CDATA[\n{\"a\":1}\n// ]]>", one());
    check("// <![CDATA[\n{\"a\":1}\n// ]]&gt;", one());
    check("/* <![CDATA[ */{\"a\":1}/* ]]> */", one());
    check("<![CDATA[{\"a\":1}]]>", one());
    check("<!-- {\"a\":1} -->", one());
    check("<!--\n{\"a\":1}\n//-->", one());
    check("{\"a\":1}; // end", one());
    check("/* open {\"a\":1}", json!([]));
}

#[test]
fn commas_semicolons_and_comments_inside() {
    check(
        "/* x */ {\"a\": \"b, }\", // y\n \"u\": \"http://x//y\",}",
        json!([{"a": "b, }", "u": "http://x//y"}]),
    );
    check("{\"a\":[1,2,],};", json!([{"a": [1, 2]}]));
    check("{\"a\":[1,2 , ] , }", json!([{"a": [1, 2]}]));
    check("{\"a\":\"x;/*y*/,]\"}", json!([{"a": "x;/*y*/,]"}]));
}

#[test]
fn control_characters_and_escapes_in_texts() {
    check("{\"a\":\"x\ny\"}", json!([{"a": "x\ny"}]));
    check("{\"a\":\"x\r\n\ty\u{0}\"}", json!([{"a": "x \n\ty "}]));
    check("{\"a\":\"it\\'s \\d\"}", json!([{"a": "it's d"}]));
    check("{\"a\":\"x\\\ny\"}", json!([{"a": "x y"}]));
    check("{\"a\":\"\\u00e9\\/\"}", json!([{"a": "é/"}]));
}

#[test]
fn escaped_blocks_are_unescaped_once() {
    check(
        "{&quot;a&quot;:&quot;R&amp;amp;D&quot;}",
        json!([{"a": "R&amp;D"}]),
    );
    check(
        "{&#34;a&#34;:&#x22;&lt;b&gt; it&#39;s&#x22;}",
        json!([{"a": "<b> it's"}]),
    );
    check("{\"a\":\"&quot;x&quot;\"}", json!([{"a": "&quot;x&quot;"}]));
}

#[test]
fn several_documents_and_broken_ones() {
    check("{\"a\":1}{\"b\":2}", json!([{"a": 1}, {"b": 2}]));
    check("{\"a\":1},\n{\"b\":2}", json!([{"a": 1}, {"b": 2}]));
    check("{\"a\":1}\n[{\"b\":2}]", json!([{"a": 1}, [{"b": 2}]]));
    check("{\"a\":1} {\"b\":", json!([{"a": 1}]));
    check("{\"a\":x} {\"b\":2}", json!([{"b": 2}]));
    check("{\"a\":{\"x\":\"}{\"},y} {\"b\":2}", json!([{"b": 2}]));
    check("{\"a\": {\"b\":2} \"c\"}", json!([]));
    check("{\"a\":\"39.", json!([]));
    check("{\"a\":39", json!([]));
    check("{\"a\":1,\"a\":2}", json!([{"a": 2}]));
    check("", json!([]));
}

#[test]
fn a_broken_block_costs_no_other() {
    let html = "<script type='application/ld+json'>{\"@type\":\"Product\",</script>\
         <script type='application/ld+json; charset=utf-8'>{\"name\":\"Jar\"}</script>\
         <SCRIPT TYPE='Application/LD+JSON'>[{\"name\":\"Lid\"}]</SCRIPT>";
    let dom = domain::snapshot::parse_html(html, "https://shop.example/").dom;
    assert_eq!(
        blocks(&dom),
        [json!({"name": "Jar"}), json!([{"name": "Lid"}])]
    );
}

#[test]
fn graphs_references_lists_variants_and_offers() {
    let fields = json!({"brand": text(), "sku": text(), "price": {"type": ["number", "null"]}});
    let check = |block: Value, expect: [Value; 3]| {
        let html = format!("<script type=application/ld+json>{block}</script><h1>Deck Boot</h1>");
        let got = draft(&fields, &html);
        let row = ["brand", "sku", "price"].map(|field| got.row[field].clone());
        assert_eq!(row, expect, "{block}");
    };
    let all = || [json!("Fathom"), json!("DB-1"), json!(80)];
    let offer = json!({"@type": "Offer", "price": "80.00", "priceCurrency": "EUR"});
    let boot = |brand: Value, offers: Value| json!({"@type": "Product", "name": "Deck Boot", "sku": "DB-1", "brand": brand, "offers": offers});
    check(boot(json!("Fathom"), offer.clone()), all());
    check(
        boot(json!({"@type": "Brand", "name": "Fathom"}), json!([offer])),
        all(),
    );
    check(
        json!({"@context": "https://schema.org", "@graph": [
            {"@type": "WebSite", "name": "Shop"},
            {"@id": "#brand", "@type": "Brand", "name": "Fathom", "owns": {"@id": "#boot"}},
            {"@id": "#offer", "@type": ["Offer", "Demand"], "price": 80, "itemOffered": {"@id": "#boot"}},
            {"@id": "#boot", "@type": ["Product", "Boot"], "name": "Deck Boot", "sku": "DB-1",
             "brand": {"@id": "#brand"}, "offers": {"@id": "#offer"}},
        ]}),
        all(),
    );
    check(
        json!([[{"@type": "WebPage", "mainEntity": boot(json!("Fathom"), offer.clone())}]]),
        all(),
    );
    check(
        boot(json!({"@id": "#none"}), offer.clone()),
        [Value::Null, json!("DB-1"), json!(80)],
    );
    check(
        json!({"@id": "#a", "@type": "Product", "name": "Deck Boot", "brand": {"@id": "#a"}}),
        [json!("Deck Boot"), Value::Null, Value::Null],
    );
    let variant =
        |price: u32| json!({"@type": "Product", "sku": "DB-1", "offers": {"price": price}});
    let group = |prices: [u32; 2]| {
        json!({"@type": "ProductGroup", "name": "Deck Boot",
        "brand": "Fathom", "hasVariant": prices.map(variant)})
    };
    check(group([80, 80]), all());
    check(
        group([80, 90]),
        [json!("Fathom"), json!("DB-1"), Value::Null],
    );
    check(
        boot(
            json!("Fathom"),
            json!({"@type": "AggregateOffer", "lowPrice": 80, "highPrice": 90}),
        ),
        [json!("Fathom"), json!("DB-1"), Value::Null],
    );
    check(
        boot(
            json!("Fathom"),
            json!({"@type": "AggregateOffer", "offers": [{"price": 80}, {"price": "80"}]}),
        ),
        all(),
    );
}

#[test]
fn terms_lose_their_prefixes_and_values_their_wrappers() {
    let node = json!({
        "@context": {"s": "https://schema.org/"},
        "@type": "s:Event",
        "s:name": [{"@value": "Fair", "@language": "en"}, {"@value": "Messe", "@language": "de"}],
        "http://schema.org/keywords": {"@set": ["a", "b"]},
    });
    let got = expand(&node, &Terms::default(), Some("de-AT"));
    assert_eq!(
        got,
        json!({"@type": ["Event"], "name": "Messe", "keywords": ["a", "b"]})
    );
}
