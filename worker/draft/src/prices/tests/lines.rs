//! Several amounts on one line, and letters and factors beside an amount.

use serde_json::{Value, json};

use crate::tests::draft;

#[test]
fn of_two_prices_on_a_line_the_current_one_counts() {
    let number = json!({"type": ["number", "null"]});
    let fields = json!({"price": number, "oldPrice": number});
    let check = |html: &str, price: Value, old: Value| {
        let got = draft(
            &fields,
            &format!("<h1>Boot</h1>{html}<p>Made of maple.</p>"),
        );
        let found = (&got.row["price"], &got.row["oldPrice"]);
        assert_eq!(found, (&price, &old), "{html}");
    };
    for line in [
        "List: $60 / Deal: $49",
        "List: $60; Deal: $49",
        "Was $60, now $49",
        "RRP £60.00, our price £49.00",
        "RRP: £60.00 Our price: £49.00",
        "Retail: $60 / You pay: $49",
        "Price: was $60, now $49",
        "List price: $60 - Sale price: $49",
    ] {
        check(&format!("<p>{line}</p>"), json!(49), json!(60));
    }
    let items = "<ul><li>List: $60</li><li>Deal: $49</li></ul>";
    check(items, json!(49), json!(60));
    check("<p>Price: $60 / Deal: $49</p>", json!(49), Value::Null);
    check("<p>Regular $60 · Sale $49</p>", json!(49), Value::Null);
    // Two amounts that no words for now join are none, nor is the part that is due first.
    check(
        "<p>Price: $60 for adults, only $20 for kids</p>",
        Value::Null,
        Value::Null,
    );
    check(
        "<p>Price: $44 in total, pay now $5</p>",
        Value::Null,
        Value::Null,
    );
    // What is no amount replaces none.
    check(
        "<p>Price: $60 / Deal: Monday only</p>",
        json!(60),
        Value::Null,
    );
    check("<p>Price: $60 / Sale: 20% off</p>", json!(60), Value::Null);
    check("<p>Price: $60 / Deal: $5 off</p>", json!(60), Value::Null);
}

#[test]
fn what_is_paid_several_times_is_no_price() {
    let check = |line: &str, price: Value| {
        let html = format!("<h1>Boot</h1><p>Price: {line}</p>");
        let fields = json!({"price": {"type": ["number", "null"]}});
        assert_eq!(draft(&fields, &html).row["price"], price, "{line}");
    };
    check("12 x £2.50", Value::Null);
    check("12× £2.50", Value::Null);
    check("£2.50 x 12", Value::Null);
    check("4 payments of $25", Value::Null);
    check("3 fois 10 €", Value::Null);
    check("12 x £2.50 = £30.00", json!(30));
    check("£30.00 (12 x £2.50)", json!(30));
    check("1 x £2.50", json!(2.5));
    // An amount that is asked for by another name may be one of several.
    let fields = json!({"instalmentAmount": {"type": ["number", "null"]}});
    let html = "<h1>Boot</h1><p>Instalment amount: 12 x £2.50</p>";
    assert_eq!(draft(&fields, html).row["instalmentAmount"], json!(2.5));
}

#[test]
fn a_letter_behind_cents_and_a_blank_is_a_size() {
    let price = |said: &str, expect: Value| {
        let html = format!("<h1>Boot</h1><p>Price: {said}</p>");
        let fields = json!({"price": {"type": ["number", "null"]}});
        assert_eq!(draft(&fields, &html).row["price"], expect, "{said}");
    };
    price("$49.00 M", json!(49));
    price("€49,00 M", json!(49));
    // A house or a shirt.
    price("$4.95 M", Value::Null);
    price("$49.00 K", Value::Null);
    price("$4.9M", json!(4_900_000));
    price("$4.9 M", json!(4_900_000));
    price("$49 million", json!(49_000_000));
    let fields = json!({"amountRaised": {"type": ["number", "null"]}});
    let html = "<h1>Boot Ltd</h1><dl><dt>Amount raised<dd>$12.50 M</dl>";
    assert_eq!(draft(&fields, html).row["amountRaised"], json!(12_500_000));
    let fields = json!({"revenue": {"type": ["number", "null"]}});
    let html = "<h1>Boot Ltd</h1><dl><dt>Revenue<dd>$4.95 M</dl>";
    assert_eq!(draft(&fields, html).row["revenue"], json!(4_950_000));
}
