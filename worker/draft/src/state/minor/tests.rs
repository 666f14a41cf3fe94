//! Amounts in cents, by what says that they are.

use serde_json::{Value, json};

use super::in_major_units;
use crate::tests::draft;

fn check(object: Value, path: &str, expect: impl Into<Value>) {
    let shown = object.to_string();
    let got = in_major_units(object);
    let found = got.pointer(path).cloned().unwrap_or_default();
    assert_eq!(found, expect.into(), "{shown}");
}

fn text(text: &str) -> Value {
    json!(text)
}

#[test]
fn amounts_become_decimals_or_are_left_out() {
    check(json!({"priceInCents": 1999}), "/price", text("19.99"));
    check(json!({"price_in_cents": 5}), "/price", text("0.05"));
    check(json!({"price_cents": "1999"}), "/price", text("19.99"));
    check(json!({"priceInCents": 1999}), "/priceInCents", json!(1999));
    check(
        json!({"price": 20, "priceInCents": 1999}),
        "/price",
        json!(20),
    );
    check(
        json!({"price": 1999, "priceInCents": 1999}),
        "/price",
        text("19.99"),
    );
    let nested = |inner: Value| json!({"name": "x", "price": inner});
    check(
        nested(json!({"centAmount": 1999, "fractionDigits": 2})),
        "/price/amount",
        text("19.99"),
    );
    check(
        nested(json!({"amount": 1999, "minorUnits": 2})),
        "/price/amount",
        text("19.99"),
    );
    check(
        nested(json!({"value": 1999, "exponent": 0})),
        "/price/value",
        text("1999"),
    );
    check(
        nested(json!({"value": 1999, "precision": 2})),
        "/price/value",
        Value::Null,
    );
    check(
        nested(json!({"value": 19.99, "precision": 2})),
        "/price/value",
        json!(19.99),
    );
    check(
        nested(json!({"amount": "1999", "currency_minor_unit": 2})),
        "/price/amount",
        text("19.99"),
    );
    check(json!({"cents": 99, "amount": 19}), "/amount", json!(19));
    check(json!({"percent": 5, "accents": 3}), "/per", Value::Null);
}

#[test]
fn a_text_of_the_amount_tells_its_decimals() {
    check(
        json!({"price": 2000, "shipping": "$20.00"}),
        "/price",
        json!(2000),
    );
    check(
        json!({"price": 1999, "shown": "$19.99"}),
        "/price",
        text("19.99"),
    );
    check(
        json!({"price": 1999, "shown": "$1,999"}),
        "/price",
        json!(1999),
    );
}

#[test]
fn the_price_of_a_state_is_no_number_of_cents() {
    let fields = json!({"price": {"type": ["number", "null"]}});
    let check = |product: Value, expect: Value| {
        let state = json!({"props": {"pageProps": {"product": product}}});
        let html =
            format!("<h1>Boot</h1><script id=__NEXT_DATA__ type=application/json>{state}</script>");
        assert_eq!(draft(&fields, &html).row["price"], expect, "{product}");
    };
    check(json!({"name": "Boot", "priceInCents": 1999}), json!(19.99));
    check(
        json!({"name": "Boot", "price": {"amount": 1999, "currency": "EUR", "fractionDigits": 2}}),
        json!(19.99),
    );
    check(
        json!({"name": "Boot", "price": {"amount": 1999, "fraction": 2}}),
        Value::Null,
    );
    check(json!({"name": "Boot", "price": 19.99}), json!(19.99));
}
