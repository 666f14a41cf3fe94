//! Embedded state of the usual frameworks, as a draft sees it: one page per form.

use serde_json::{Value, json};

use super::literal;
use crate::tests::{draft, text};

/// Drafts brand and color of a page headed "Deck Boot" that embeds this.
fn check(embedded: &str, expect: [Value; 2]) {
    let html = format!("<h1>Deck Boot</h1>{embedded}");
    let got = draft(&json!({"brand": text(), "color": text()}), &html);
    let [brand, color] = expect;
    assert_eq!(got.row["brand"], brand, "{embedded}");
    assert_eq!(got.row["color"], color, "{embedded}");
}

fn found(embedded: &str) {
    check(embedded, [json!("Fathom"), json!("grey")]);
}

fn nothing(embedded: &str) {
    check(embedded, [Value::Null, Value::Null]);
}

#[test]
fn json_scripts_and_assignments() {
    found(
        r#"<script id=__NEXT_DATA__ type=application/json>{"props":{"pageProps":{"item":
        {"name":"Deck Boot","brand":{"name":"Fathom"},"color":"grey"}}}}</script>"#,
    );
    found(
        r#"<script>window.__PRELOADED_STATE__ = {"a":[{"title":"Deck Boot","brand":"Fathom","color":"grey"}]};</script>"#,
    );
    found(
        r"<script>/* x */ self['__INITIAL_STATE__']={a:{name:'Deck Boot',brand:'Fathom',color:'gr\x65y',n:void 0,},};go()</script>",
    );
    found(
        r#"<script>window.__STATE__=JSON.parse("{\"name\":\"Deck Boot\",\"brand\":\"Fathom\",\"color\":\"gr\u0065y\"}")</script>"#,
    );
    nothing(
        r#"<script>var tracked = {"name":"Deck Boot","brand":"Fathom","color":"grey"}</script>"#,
    );
    nothing(
        r#"<script>window.__STATE__={"name":"Deck Boot","brand":"Fathom","color":"gr</script>"#,
    );
    nothing(
        r#"<script>window.__STATE__={"name":"Deck Boot","brand":brand(),"color":"grey"}</script>"#,
    );
    nothing(
        r#"<script>window.__STATE__={"name":"Other","brand":"Fathom","color":"grey"}</script>"#,
    );
}

#[test]
fn nuxt_calls_and_arrays_of_indices() {
    found(
        r#"<script>window.__NUXT__=(function(a,b){return {layout:"x",data:[{name:"Deck Boot",brand:a,color:b}]}}("Fathom","grey"));</script>"#,
    );
    found(
        r#"<script>window.__NUXT__=(function(a,b){return {data:{name:"Deck Boot",brand:a,color:b}};})("Fathom","grey")</script>"#,
    );
    found(
        r#"<script id=__NUXT_DATA__ type=application/json>[["ShallowReactive",1],{"data":2,"at":9},
        {"boot":3},{"name":4,"brand":5,"color":7,"gone":-1},"Deck Boot",{"name":6},"Fathom",["Ref",8],"grey",
        ["Date","2026-01-01T00:00:00Z"]]</script>"#,
    );
    found(
        r#"<script>window.__reactRouterContext.streamController.enqueue("[{\"_1\":2},\"loaderData\",{\"_3\":4,\"_5\":6,\"_7\":8},\"name\",\"Deck Boot\",\"brand\",\"Fathom\",\"color\",\"grey\"]\n");</script>"#,
    );
}

#[test]
fn references_of_a_normalised_store_are_followed_and_cycles_end() {
    found(
        r#"<script>window.__APOLLO_STATE__={"Boot:1":{"__typename":"Boot","name":"Deck Boot","brand":{"__ref":"Brand:7"},
        "color({\"in\":\"EN\"})":"grey"},"Brand:7":{"__typename":"Brand","name":"Fathom","top":{"__ref":"Boot:1"}}}</script>"#,
    );
    nothing(
        r#"<script>window.__APOLLO_STATE__={"A":{"name":"Deck Boot","brand":{"__ref":"B"},"color":{"__ref":"none"}},
        "B":{"next":{"__ref":"B"}}}</script>"#,
    );
}

#[test]
fn what_is_streamed_is_put_together_first() {
    let push = |text: &str| format!("<script>self.__next_f.push([1,{}])</script>", json!(text));
    let rows = format!(
        "0:I[\"7\",[],\"x\"]\n1:{}\n2:T{:x},{}3:{}\n",
        json!(["$", "p", null, {"name": "Deck Boot", "color": "$2", "brand": "$9"}]),
        "grå".len(),
        "grå",
        json!({"other": "$1"}),
    );
    let (one, two) = rows.split_at(40);
    check(
        &format!("{}{}", push(one), push(two)),
        [Value::Null, json!("grå")],
    );
    let block =
        json!({"@type": "Product", "name": "Deck Boot", "brand": "Fathom", "color": "grey"});
    let row = json!(["$", "script", null, {"type": "application/ld+json",
        "dangerouslySetInnerHTML": {"__html": block.to_string()}}]);
    found(&push(&format!("5:{row}\n")));
    let put_off = json!([0, {"type": "application/ld+json", "children": block.to_string()}]);
    found(&format!(
        "<script>(self.__next_s=self.__next_s||[]).push({put_off})</script>"
    ));
    nothing(&push(
        "5:[\"$\",\"script\",null,{\"type\":\"application/ld+json\"",
    ));
}

#[test]
fn literals_are_read_whole_or_not_at_all() {
    let check = |text: &str, expect: Option<Value>| {
        assert_eq!(
            literal::read(text).map(|(value, _)| value),
            expect,
            "{text}"
        );
    };
    check(
        "{a:1,'b':.5,\"c\":-2e1,$d:!0,e:[!1,null,undefined]}",
        Some(json!(
        {"a": 1, "b": 0.5, "c": -20.0, "$d": true, "e": [false, null, null]})),
    );
    check(r"'\uD83D\uDE00 it\'s \n'", Some(json!("😀 it's \n")));
    check("`a\nb`", Some(json!("a\nb")));
    check("`${x}`", None);
    check("[1,,2]", None);
    check("{a:1 b:2}", None);
    check("{a:f(1)}", None);
    check("[1,2", None);
    check("'open", None);
    check(&"[".repeat(500), None);
    check("new Date('2026-01-01')", Some(json!("2026-01-01")));
}

#[test]
fn a_shops_product_gives_its_code_and_no_amount_in_cents() {
    let fields = json!({"sku": text(), "price": {"type": ["number", "null"]}});
    let check = |script: &str, sku: Value, price: Value| {
        let got = draft(&fields, &format!("<h1>Deck Boot</h1>{script}"));
        assert_eq!(
            (&got.row["sku"], &got.row["price"]),
            (&sku, &price),
            "{script}"
        );
    };
    let product = |variants: &str| {
        format!(
            r#"{{"id":7,"title":"Deck Boot","price":7050,"price_varies":false,"variants":[{variants}]}}"#
        )
    };
    let one = product(r#"{"id":8,"sku":"DB-7","price":7050}"#);
    check(
        &format!("<script>window.product = {one};</script>"),
        json!("DB-7"),
        Value::Null,
    );
    check(
        &format!("<script>theme.product={one}</script>"),
        json!("DB-7"),
        Value::Null,
    );
    check(
        &format!("<script type=application/json>{one}</script>"),
        json!("DB-7"),
        Value::Null,
    );
    // Each of several variants has a code of its own: none is the product's.
    let two = product(r#"{"sku":"DB-7","price":7050},{"sku":"DB-8","price":7050}"#);
    check(
        &format!("<script>window.product = {two};</script>"),
        Value::Null,
        Value::Null,
    );
    // What trackers are told is no statement.
    check(
        &format!("<script>var tracked = {one};</script>"),
        Value::Null,
        Value::Null,
    );
}
