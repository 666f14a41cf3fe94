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
    let pictured = r#""name":"Chair","image":"https://cdn.example/a/7.jpg""#;
    check(pictured, "", table, &Value::Null);
    let shared = "<meta property=og:image content='https://img.example/b/7.jpg'>";
    check(pictured, shared, table, &json!("Elm"));
    let seen = format!("{table}<img src=/small/7.jpg>");
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
