//! Amounts and currencies from two statements of a page.

use domain::evidence::Reason;
use serde_json::{Value, json};

use crate::tests::{draft, text};

#[track_caller]
fn check(html: &str, price: i32, currency: impl Into<Value>, conflict: &[&str]) {
    let fields = json!({"price": {"type": ["number", "null"]}, "currency": text()});
    let body = "<p>It keeps the water out and the foot warm.</p>";
    let got = draft(&fields, &format!("{html}{body}"));
    let currency = currency.into();
    let found = (&got.row["price"], &got.row["currency"]);
    assert_eq!(found, (&json!(price), &currency), "{html}");
    let told = match got.reasons.get("/currency") {
        Some(Reason::Conflict { values }) => values.clone(),
        _ => got.conflicts.get("/currency").cloned().unwrap_or_default(),
    };
    assert_eq!(told, conflict, "{html}");
    assert_eq!(got.receipts.contains_key("/currency"), !currency.is_null());
}

#[test]
fn the_currency_is_the_one_stated_with_the_amount() {
    let usd = "<script type=application/ld+json>{\"@type\":\"Product\",\"name\":\"Boot\",\"offers\":\
               {\"price\":\"20\",\"priceCurrency\":\"USD\"}}</script><h1>Boot</h1>";
    let meta = "<meta property=product:price:currency content=USD><h1>Boot</h1>";
    check(
        &format!("{usd}<p>Elsewhere it costs as much as €20</p>"),
        20,
        "USD",
        &[],
    );
    check(&format!("{usd}<b>€20</b>"), 20, "USD", &["USD", "€20"]);
    check(&format!("{usd}<b>$20</b>"), 20, "USD", &[]);
    check(
        &format!("{usd}<b class=price>€20</b>"),
        20,
        Value::Null,
        &["€20", "USD"],
    );
    check(
        &format!("{usd}<dl><dt>Price<dd>€ 25</dl>"),
        25,
        Value::Null,
        &["€ 25", "USD"],
    );
    check(
        &format!("{meta}<b>€ 20</b>"),
        20,
        Value::Null,
        &["€ 20", "USD"],
    );
    check(&format!("{meta}<b>20 $</b>"), 20, "USD", &[]);
    check(
        &format!("{meta}<b class=price>20 CHF</b>"),
        20,
        "CHF",
        &["20 CHF", "USD"],
    );
    check(
        &format!("{meta}<dl><dt>Price (€)<dd>25</dl>"),
        25,
        Value::Null,
        &["25", "USD"],
    );
}
