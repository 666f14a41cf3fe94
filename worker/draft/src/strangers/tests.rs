//! Products described on pages about other things, and pages whose product goes by another name.

use serde_json::{Value, json};

use crate::tests::{draft, text};

#[track_caller]
fn check(product: &str, head: &str, body: &str, expect: &Value) {
    let html = format!(
        "<title>Item</title>{head}<script type='application/ld+json'>{{\"@type\":\"Product\",\
         \"material\":\"Elm\",{product}}}</script>{body}"
    );
    let got = draft(&json!({"material": text()}), &html);
    assert_eq!(got.row["material"], *expect, "{html}");
}

#[test]
fn a_product_of_another_name_with_nothing_on_the_page_is_not_its_own() {
    let table = "<h1>Oak Table</h1><p>It stands well.</p>";
    let chair = r#""name":"Chair","sku":"CH-77","brand":"Elmco","offers":{"price":9.5}"#;
    check(chair, "", table, &Value::Null);
    let own = |head: &str, body: &str| check(chair, head, body, &json!("Elm"));
    own("", "<h1>Oak Chairs</h1><p>They stand well.</p>");
    own("<meta property=og:title content='A chair'>", table);
    own("", &format!("{table}<p>SKU CH-77</p>"));
    own("", &format!("{table}<p>Made by Elmco</p>"));
    own("", &format!("{table}<p>$9.50</p>"));
    let wake = "<h1>Wake up refreshed</h1><p>Our mattress gives you rest.</p>";
    check(r#""name":"Mattress 3000""#, "", wake, &json!("Elm"));
    let hose = r#""name":"Garden Hose Black","offers":{"price":9}"#;
    check(
        hose,
        "",
        "<h1>Blue Chair</h1><p>Also in black.</p>",
        &Value::Null,
    );
    let priced = "<h1>Sleep better</h1><p class=price>$49.00</p>";
    for price in [r#""$49.00""#, r#""49,00""#, r#""49.00 USD""#] {
        let sold = format!(r#""name":"QX Set","offers":{{"price":{price}}}"#);
        check(&sold, "", priced, &json!("Elm"));
    }
    let specified = r#""name":"QX Set","offers":{"priceSpecification":{"price":49}}"#;
    check(specified, "", priced, &json!("Elm"));
    own("", &format!("{table}<img src=a.png alt=Chair>"));
    let typed = "<meta property=og:type content=product>";
    check(r#""name":"QX Set""#, typed, wake, &json!("Elm"));
    check(
        r#""name":"Dream 3000","brand":"Item""#,
        "",
        wake,
        &json!("Elm"),
    );
    check(r#""name":"Dream 3000""#, "", wake, &Value::Null);
    own("", "<h1>Стол</h1><p>Стоит.</p>");
    own("", "<h2>Oak Table</h2><p>A chair it is.</p>");
    let at = r#""name":"Chair","url":"https://shop.example/p/7""#;
    check(at, "", table, &json!("Elm"));
    let pictured = r#""name":"Chair","image":"https://cdn.example/a/chair-7.jpg""#;
    check(pictured, "", table, &Value::Null);
    let shared = "<meta property=og:image content='https://img.example/b/chair-7.jpg'>";
    check(pictured, shared, table, &json!("Elm"));
    let seen = format!("{table}<img src=/small/chair-7.jpg>");
    check(pictured, "", &seen, &json!("Elm"));
}

#[test]
fn the_one_button_is_of_the_one_product() {
    let set = r#""name":"Alhambra 4P","offers":{"price":49}"#;
    let page = |more: &str| format!("<h1>Great deals</h1><p>For your home.</p>{more}");
    let button = "<button>Add to cart</button>";
    check(set, "", &page(button), &json!("Elm"));
    check(set, "", &page(""), &Value::Null);
    check(set, "", &page(&button.repeat(2)), &Value::Null);
    check(set, "", &page(&format!("<p>$39</p>{button}")), &Value::Null);
    check(
        set,
        "",
        &page("<button>Notify me when available</button>"),
        &Value::Null,
    );
}

/// A page about a chair with markup of a hose, its only product.
#[track_caller]
fn hose(parts: &str, head: &str, body: &str, expect: &Value) {
    let html = format!(
        "<title>Blue Chair</title>{head}<script type='application/ld+json'>{{\"@type\":\"Product\",\
         \"material\":\"Rubber\",{parts}}}</script><h1>Blue Chair</h1><p>A seat of beech.</p>{body}"
    );
    let got = draft(&json!({"material": text()}), &html);
    assert_eq!(got.row["material"], *expect, "{html}");
}

#[test]
fn a_product_page_with_a_name_of_its_own_says_nothing_of_another_thing() {
    let typed = "<meta property=og:type content=product>";
    let named = r#""name":"Garden Hose Black","offers":{"price":9.5}"#;
    hose(named, typed, "", &Value::Null);
    hose(named, typed, "<p>$9.50</p>", &json!("Rubber"));
}

#[test]
fn amounts_that_are_not_the_same_tie_nothing() {
    let sold = |price: &str, shown: &str, expect: Value| {
        let parts = format!(r#""name":"Garden Hose Black","offers":{{"price":"{price}"}}"#);
        hose(&parts, "", &format!("<p class=price>€{shown}</p>"), &expect);
    };
    sold("0.90", "1.80", Value::Null);
    sold("49.99", "49.10", Value::Null);
    sold("5.00", "5.60", Value::Null);
    sold("49.99", "49.99", json!("Rubber"));
    sold("49.99", "49", json!("Rubber"));
    sold("49", "49.99", json!("Rubber"));
}

#[test]
fn a_picture_that_leads_to_another_page_ties_nothing() {
    let pictured = r#""name":"Garden Hose Black","image":"/i/hose-44.jpg""#;
    let picture = "<img src=/s/hose-44.jpg alt='Garden Hose Black'>";
    let linked = |to: &str| format!("<p><a href={to}>{picture}</a></p>");
    hose(pictured, "", &linked("/p/hose"), &Value::Null);
    hose(pictured, "", picture, &json!("Rubber"));
    hose(
        pictured,
        "",
        &linked("/l/hose-44.jpg?v=1"),
        &json!("Rubber"),
    );
    hose(pictured, "", &linked("#zoom"), &json!("Rubber"));
    let cut = "<img src=/s/hose-44.jpg?w=300>";
    hose(pictured, "", cut, &json!("Rubber"));
    // One file's name at the end of another's, or one that all folders have.
    let first = r#""name":"Garden Hose Black","image":"https://img.example/i/1.jpg""#;
    hose(
        first,
        "",
        "<img src=/chairs/blue-chair-11.jpg>",
        &Value::Null,
    );
    hose(first, "", "<img src=/chairs/1.jpg>", &Value::Null);
    let same = "<img src=https://img.example/i/1.jpg>";
    hose(first, "", same, &json!("Rubber"));
}

#[test]
fn words_of_several_sentences_and_parts_of_words_tie_nothing() {
    let named = r#""name":"Garden Hose Black""#;
    let apart = "<p>Stands well in the garden.</p><p>Made of black ash.</p>";
    hose(named, "", apart, &Value::Null);
    hose(
        named,
        "",
        "<p>Good in the garden. Made of black ash.",
        &Value::Null,
    );
    hose(named, "", "<p>A black one for gardens.", &json!("Rubber"));
    hose(named, "", "<b>Garden Hose Black</b>", &json!("Rubber"));
    let set = r##""name":"Set","@id":"#seat""##;
    hose(
        set,
        "",
        "<p>See our cookie settings. Set it up.</p>",
        &Value::Null,
    );
    hose(set, "", "<b>Set</b>", &json!("Rubber"));
    let coded = r#""name":"Set","gtin":"4006381333931","mpn":"HX-9""#;
    hose(coded, "", "<p>EAN4006381333931", &json!("Rubber"));
    hose(coded, "", "<p>Model HX-9", &json!("Rubber"));
    hose(coded, "", "<p>Model HX-90", &Value::Null);
}

/// Were the page searched for each of them, this would take minutes.
#[test]
fn many_strangers_are_not_all_looked_for() {
    let each = |at: usize| {
        format!("{{\"@type\":\"Product\",\"name\":\"Chair{at}x\",\"material\":\"Elm\"}}")
    };
    let all: Vec<String> = (0..3_000).map(each).collect();
    let words = "<p>It stands well.</p>".repeat(3_000);
    let html = format!(
        "<title>Item</title><script type='application/ld+json'>[{}]</script><h1>Oak Table</h1>{words}",
        all.join(",")
    );
    let got = draft(&json!({"material": text()}), &html);
    assert_eq!(got.row["material"], Value::Null);
}
