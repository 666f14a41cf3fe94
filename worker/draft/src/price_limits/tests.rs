//! Ranges of prices, shown and in metadata.

use serde_json::{Value, json};

use crate::tests::draft;

fn check(body: &str, expect: impl Into<[Value; 3]>) {
    let number = json!({"type": ["number", "null"]});
    let fields = json!({"price": number, "lowPrice": number, "highPrice": number});
    let html = format!("<title>Boot</title><h1>Boot</h1>{body}");
    let row = draft(&fields, &html).row;
    let got = ["price", "lowPrice", "highPrice"].map(|field| row[field].clone());
    assert_eq!(got, expect.into(), "{body}");
}

fn offer(offer: &str) -> String {
    format!(
        "<script type=application/ld+json>{{\"@type\":\"Product\",\"name\":\"Boot\",\"offers\":{offer}}}</script>"
    )
}

#[test]
fn neither_end_of_a_range_is_the_price() {
    let none = Value::Null;
    let ends = || [none.clone(), json!(20), json!(30)];
    let tag = "<meta property=og:price:amount content=20.00>";
    check("<p class=price>$20.00 – $30.00</p>", ends());
    check(&format!("<p class=price>$20.00 – $30.00</p>{tag}"), ends());
    check(&format!("<p>From 20 to 30 euro</p>{tag}"), ends());
    let spans =
        "<p class=price><span class=amount>$20.00</span> – <span class=amount>$30.00</span>";
    check(&format!("{spans}</p>{tag}"), ends());
    let told = "<span class=sr>Price range: $20.00 through $30.00</span>";
    check(&format!("{spans}{told}</p>"), ends());
    check("<html lang=de><p>20,00 € bis 30,00 €</p>", ends());
    check(&format!("<dl><dt>Price<dd>€20 – €30</dl>{tag}"), ends());
}

#[test]
fn a_tag_that_repeats_an_end_of_the_offers_is_not_the_price() {
    let offers = offer("{\"@type\":\"AggregateOffer\",\"lowPrice\":20,\"highPrice\":\"30.00\"}");
    let tag =
        |amount: &str| format!("{offers}<meta property=product:price:amount content={amount}>");
    let of = |price: Value| [price, json!(20), json!(30)];
    check(&tag("20.00"), of(Value::Null));
    check(&tag("30"), of(Value::Null));
    check(&tag("12"), of(Value::Null));
    // Between the ends it is one of what can be paid, and the page calls it the price.
    check(&tag("25"), of(json!(25)));
    // What a person reads as the price counts.
    check(&format!("{offers}<p class=price>$20.00</p>"), of(json!(20)));
    // Ends that are one amount are no range.
    let same = offer("{\"@type\":\"AggregateOffer\",\"lowPrice\":20,\"highPrice\":20}");
    let tagged = format!("{same}<meta property=product:price:amount content=20>");
    check(&tagged, [json!(20), json!(20), json!(20)]);
}

#[test]
fn offers_below_the_bound_contradict_it_together() {
    let offers = offer("[{\"price\":\"15\"},{\"price\":\"30\"}]");
    check(
        &format!("{offers}<p>From $20</p>"),
        [Value::Null, json!(20), Value::Null],
    );
}

#[test]
fn an_exact_amount_outranks_ranges_and_rates_of_other_things() {
    let none = Value::Null;
    let price = |price: i64| [json!(price), none.clone(), none.clone()];
    check("<p class=price>$25</p><p>Others $20 – $30</p>", price(25));
    check(
        "<p>Delivery: <b>$5 – $9</b></p><p class=price>$25</p>",
        price(25),
    );
    check("<p>Delivery from $5</p><p class=price>$25</p>", price(25));
    check("<p>From £20 a month</p><p class=price>£999</p>", price(999));
    check("<p>ab 20 € / Monat</p><p class=price>999 €</p>", price(999));
    check(
        "<p>From £20 a month</p>",
        [none.clone(), json!(20), none.clone()],
    );
    check(
        "<p class=price>$30 – $20</p>",
        [none.clone(), none.clone(), none.clone()],
    );
}
