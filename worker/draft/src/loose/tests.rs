//! Properties of no item.

use serde_json::{Value, json};

use crate::tests::{draft, text};

#[test]
fn properties_outside_of_any_item_speak_of_the_page_if_they_agree() {
    let fields = json!({
        "author": text(), "publishedAt": text(), "sku": text(), "price": {"type": ["number", "null"]},
    });
    let check = |html: &str, field: &str, expect: Value| {
        let got = draft(&fields, &format!("<h1>Storm</h1>{html}"));
        assert_eq!(got.row[field], expect, "{html}");
    };
    check(
        "<span itemprop=author>Tove Lind</span>",
        "author",
        json!("Tove Lind"),
    );
    check(
        "<meta itemprop=datePublished content='2019-11-18T08:00:00Z'>",
        "publishedAt",
        json!("2019-11-18T08:00:00Z"),
    );
    check("<span itemprop=sku>KR-17</span>", "sku", json!("KR-17"));
    check(
        "<span itemprop=price content=12.50>ask</span>",
        "price",
        json!(12.5),
    );
    check(
        "<b itemprop=sku>KR-17</b><b itemprop=sku>KR-18</b>",
        "sku",
        Value::Null,
    );
    check(
        "<div class=related><b itemprop=sku>KR-18</b></div>",
        "sku",
        Value::Null,
    );
    check("<s itemprop=price>12.50</s>", "price", Value::Null);
}
