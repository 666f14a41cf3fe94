//! Repair and expansion of the JSON-LD that pages publish.

use serde_json::{Value, json};

use super::blocks;
use super::expand::{Terms, expand};
use super::repair::documents;
use crate::tests::{draft, text};

fn check(text: &str, expect: impl Into<Value>) {
    let expect: Value = expect.into();
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

/// Drafts brand, sku and price of a page that states this block.
fn row(block: &Value) -> [Value; 3] {
    let fields = json!({"brand": text(), "sku": text(), "price": {"type": ["number", "null"]}});
    let html = format!("<script type=application/ld+json>{block}</script><h1>Deck Boot</h1>");
    let got = draft(&fields, &html);
    ["brand", "sku", "price"].map(|field| got.row[field].clone())
}

fn boot(brand: &Value, offers: &Value) -> Value {
    json!({"@type": "Product", "name": "Deck Boot", "sku": "DB-1", "brand": brand, "offers": offers})
}

#[test]
fn graphs_references_and_lists() {
    let all = [json!("Fathom"), json!("DB-1"), json!(80)];
    let name = json!("Fathom");
    let offer = json!({"@type": "Offer", "price": "80.00", "priceCurrency": "EUR"});
    assert_eq!(row(&boot(&name, &offer)), all);
    let listed = json!([[{"@type": "WebPage", "mainEntity": boot(&name, &json!([offer]))}]]);
    assert_eq!(row(&listed), all);
    let graph = json!({"@context": "https://schema.org", "@graph": [
        {"@type": "WebSite", "name": "Shop"},
        {"@id": "#brand", "@type": "Brand", "name": "Fathom", "owns": {"@id": "#boot"}},
        {"@id": "#offer", "@type": ["Offer", "Demand"], "price": 80, "itemOffered": {"@id": "#boot"}},
        {"@id": "#boot", "@type": ["Product", "Boot"], "name": "Deck Boot", "sku": "DB-1",
         "brand": {"@id": "#brand"}, "offers": {"@id": "#offer"}},
    ]});
    assert_eq!(row(&graph), all);
    let dangling = boot(&json!({"@id": "#none"}), &offer);
    assert_eq!(row(&dangling), [Value::Null, json!("DB-1"), json!(80)]);
    let itself =
        json!({"@id": "#a", "@type": "Product", "name": "Deck Boot", "brand": {"@id": "#a"}});
    assert_eq!(row(&itself), [json!("Deck Boot"), Value::Null, Value::Null]);
}

#[test]
fn variants_and_offers() {
    let priced = |price: Value| [json!("Fathom"), json!("DB-1"), price];
    let variant =
        |price: u32| json!({"@type": "Product", "sku": "DB-1", "offers": {"price": price}});
    let group = |prices: [u32; 2]| {
        let variants = prices.map(variant);
        row(
            &json!({"@type": "ProductGroup", "name": "Deck Boot", "brand": "Fathom", "hasVariant": variants}),
        )
    };
    assert_eq!(group([80, 80]), priced(json!(80)));
    assert_eq!(group([80, 90]), priced(Value::Null));
    let of = |offers: Value| row(&boot(&json!({"@type": "Brand", "name": "Fathom"}), &offers));
    assert_eq!(
        of(json!([{"price": 80}, {"price": "80.0"}])),
        priced(json!(80))
    );
    assert_eq!(
        of(json!([{"price": 80}, {"price": 90}])),
        priced(Value::Null)
    );
    assert_eq!(
        of(json!([{"price": 80}, {"price": 90, "availability": "https://schema.org/SoldOut"}])),
        priced(json!(80))
    );
    let aggregate = |more: Value| {
        let mut offers = json!({"@type": "AggregateOffer", "lowPrice": 80});
        offers
            .as_object_mut()
            .expect("object")
            .extend(more.as_object().expect("object").clone());
        of(offers)
    };
    assert_eq!(aggregate(json!({"highPrice": 90})), priced(Value::Null));
    assert_eq!(
        aggregate(json!({"offers": [{"price": 80}, {"price": "80"}]})),
        priced(json!(80))
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
