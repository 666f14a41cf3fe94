//! Facts that a page states in parts, or beside others: objects, lists of names, codes, players.

use serde_json::{Value, json};

use super::{draft, text};

fn check(fields: &Value, html: &str, expect: &Value) {
    let got = draft(fields, html);
    for (field, value) in expect.as_object().expect("an object") {
        assert_eq!(got.row[field], *value, "{field} of {html}");
    }
}

fn object(parts: &Value) -> Value {
    json!({"type": ["object", "null"], "properties": parts})
}

#[test]
fn objects_whose_parts_stand_apart() {
    let number = json!({"type": ["number", "null"]});
    let fields = json!({
        "rating": object(&json!({"value": number, "count": number})),
        "address": object(&json!({"street": text(), "city": text(), "postcode": text()})),
        "seller": object(&json!({"name": text(), "url": text()})),
    });
    check(
        &fields,
        "<html lang=en><h1>Anvil</h1><p>4.5 (120 reviews)</p>\
         <dl><dt>Street<dd>5 Quay<dt>City<dd>Cork<dt>Postcode<dd>T12</dl>",
        &json!({
            "rating": {"value": 4.5, "count": 120},
            "address": {"street": "5 Quay", "city": "Cork", "postcode": "T12"},
            "seller": null,
        }),
    );
    check(
        &fields,
        "<html lang=en><h1>Anvil</h1><p>Rating: 4.5 (120 reviews)</p>",
        &json!({"rating": {"value": 4.5, "count": 120}, "address": null}),
    );
}

#[test]
fn lists_of_names_in_one_line() {
    let fields = json!({"authors": {"type": ["array", "null"], "items": {"type": "string"}}});
    let check = |value: &str, names: &[&str]| {
        let html = format!("<h1>Eels</h1><p>Authors: {value}</p>");
        check(&fields, &html, &json!({"authors": names}));
    };
    check(
        "Tove Lind, Bo Rask and Ada Oke",
        &["Tove Lind", "Bo Rask", "Ada Oke"],
    );
    check("Tove Lind und Bo Rask", &["Tove Lind", "Bo Rask"]);
    check("K. Low, M. Ray &amp; T. Oz", &["K. Low", "M. Ray", "T. Oz"]);
    check("José Ortega y Gasset", &["José Ortega y Gasset"]);
    let html = "<h1>Eels</h1><dl><dt>Authors<dd>Tove Lind<br>Bo Rask</dl>";
    let expect = json!({"authors": ["Tove Lind", "Bo Rask"]});
    super::parts::check(&fields, html, &expect);
}

#[test]
fn codes_of_a_standard() {
    let check = |field: &str, label: &str, value: &str, expect: Value| {
        let html = format!("<h1>Eels</h1><p>{label}: {value}</p>");
        check(&json!({field: text()}), &html, &json!({field: expect}));
    };
    check("isbn13", "ISBN", "0-306-40615-2", Value::Null);
    check("isbn10", "ISBN", "0-306-40615-2", json!("0-306-40615-2"));
    check(
        "isbn",
        "ISBN",
        "978-0-306-40615-7",
        json!("978-0-306-40615-7"),
    );
    check("isbn", "ISBN", "978-0-306-40615-8", Value::Null);
    check(
        "isbn",
        "ISBN",
        "ISBN 978-0-306-40615-7",
        json!("978-0-306-40615-7"),
    );
    check("gtin", "EAN", "4006381333931", json!("4006381333931"));
    check("ean", "EAN", "4006381333932", Value::Null);
    check("gtin13", "GTIN", "036000291452", Value::Null);
    check("upc", "UPC", "036000291452", json!("036000291452"));
    check("mobile", "Tel.", "021 555", Value::Null);
    check("mobile", "Mobile", "085 555", json!("085 555"));
    check("phone", "Mobile", "085 555", json!("085 555"));
}

#[test]
fn what_a_player_plays() {
    let check = |html: &str, expect: Value| {
        let fields = json!({"audio_url": text()});
        check(
            &fields,
            &format!("<h1>Eels</h1>{html}"),
            &json!({"audio_url": expect}),
        );
    };
    let own = json!("https://shop.example/a.mp3");
    check("<audio controls src=/a.mp3></audio>", own.clone());
    check("<audio controls><source src=/a.mp3></audio>", own.clone());
    check("<meta property=og:audio content=/a.mp3>", own.clone());
    check("<link rel=enclosure href=/a.mp3>", own);
    check(
        "<audio src=/a.mp3></audio><audio src=/b.mp3></audio>",
        Value::Null,
    );
}

#[test]
fn lines_of_a_cell_that_are_items_and_lines_that_are_none() {
    let list = json!({"type": ["array", "null"], "items": {"type": "string"}});
    let fields = json!({"authors": list, "features": list});
    let one = |label: &str, value: &str, field: &str, items: Value| {
        let html = format!("<h1>Eels</h1><dl><dt>{label}<dd>{value}</dl>");
        check(&fields, &html, &json!({field: items}));
    };
    let authors = |value: &str, items: Value| one("Authors", value, "authors", items);
    authors("Tove Lind<br>Bo Rask", json!(["Tove Lind", "Bo Rask"]));
    authors("Tove<br>Lind", json!(["Tove Lind"]));
    let features = |value: &str, items: Value| one("Features", value, "features", items);
    features("Oak legs<br>Pine top", json!(["Oak legs", "Pine top"]));
    features("oak<br>pine", json!(["oak", "pine"]));
    features(
        "Made of oak<br>and of pine",
        json!(["Made of oak and of pine"]),
    );
    features("Oak legs<br>(oiled)", json!(["Oak legs (oiled)"]));
}

#[test]
fn links_of_other_lines_are_no_items() {
    let fields = json!({"tags": {"type": ["array", "null"], "items": {"type": "string"}}});
    let html = "<h1>Eels</h1><p>Author: <a href=/l>Tove Lind</a><br>Tags: <a href=/e>eels</a>, \
                <a href=/p>ponds</a><br><a href=#c>Write a comment</a></p>";
    check(&fields, html, &json!({"tags": ["eels", "ponds"]}));
}

#[test]
fn what_refers_to_the_same_again_and_again_is_not_multiplied() {
    let fields = json!({"hull": text(), "brand": text()});
    let ends = |html: &str| draft(&fields, html).ledger.seen > 0;
    let names = "<div itemscope itemprop='a b c' itemtype=https://schema.org/Product>x".repeat(60);
    assert!(ends(&format!("<h1>Anvil</h1><div itemscope>{names}</div>")));
    let texts = "<div itemprop=a>words ".repeat(400);
    assert!(ends(&format!("<h1>Anvil</h1><div itemscope>{texts}</div>")));

    let to = |id: &str| vec![json!({"@id": id}); 1_000];
    let graph = json!({"@graph": [
        {"@id": "#a", "@type": "Product", "name": "Anvil", "part": to("#b"), "brand": to("#b")},
        {"@id": "#b", "part": to("#c"), "name": to("#c")},
        {"@id": "#c", "part": to("#d"), "name": to("#d")},
        {"@id": "#d", "part": to("#a"), "name": "D"},
    ]});
    let block = format!("<script type=application/ld+json>{graph}</script>");
    assert!(ends(&format!("<h1>Anvil</h1>{block}")));

    let row = json!({"name": "Anvil", "list": vec!["$2"; 20_000]});
    let long = "long ".repeat(20_000);
    let rows = format!("1:{row}\n2:T{:x},{long}", long.len());
    let pushed = format!("<script>self.__next_f.push([1,{}])</script>", json!(rows));
    assert!(ends(&format!("<h1>Anvil</h1>{pushed}")));
}
