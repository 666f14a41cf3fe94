//! Prices that pages show: bounds, unit prices, former prices.

use serde_json::{Value, json};

use crate::tests::draft;

mod lines;

fn check(head: &str, body: &str, price: impl Into<Value>, low: impl Into<Value>) {
    let (price, low): (Value, Value) = (price.into(), low.into());
    let number = json!({"type": ["number", "null"]});
    let fields = json!({"price": number, "lowPrice": number});
    let got = draft(&fields, &format!("{head}<h1>Boot</h1>{body}"));
    let found = (&got.row["price"], &got.row["lowPrice"]);
    assert_eq!(found, (&price, &low), "{head}{body}");
}

#[test]
fn a_price_that_starts_somewhere_is_no_price() {
    let from = "<p>From €70.50</p>";
    let check = |body: &str, price: Value, low: Value| check("", body, price, low);
    // The lower end of what can be paid is not the price.
    check(from, Value::Null, json!(70.5));
    check(
        "<p><span>From</span> <b>€70.50</b></p>",
        Value::Null,
        json!(70.5),
    );
    check("<p class=price>ab 70,50 €</p>", Value::Null, json!(70.5));
    check(
        "<dl><dt>Price<dd>from €70.50</dl>",
        Value::Null,
        json!(70.5),
    );
    // Nor is another amount that stands further down: it belongs to a choice.
    let choices = format!("{from}<p>Size 47</p><p class=price>€80.50</p>");
    check(&choices, Value::Null, json!(70.5));
    // An exact amount that stands first is the price; "from" is then about something else.
    let used = "<p class=price>€99.00</p><p>Used</p><p>From €12.00</p>";
    check(used, json!(99), Value::Null);
}

#[test]
fn metadata_that_calls_one_amount_the_price_says_more_than_from() {
    let from = "<p>From €70.50</p>";
    let check = |head: &str, price: Value| check(head, from, price, json!(70.5));
    let card = |amount: &str| {
        format!(
            "<meta name=twitter:label1 content=Price><meta name=twitter:data1 content='€{amount}'>"
        )
    };
    let offers = |prices: &str| {
        format!(
            "<script type=application/ld+json>{{\"@type\":\"Product\",\"name\":\"Boot\",\"offers\":\
             [{prices}]}}</script>"
        )
    };
    // Several prices in metadata are what the page means by "from".
    let two = offers("{\"price\":\"70.5\"},{\"price\":\"80.5\"}");
    check(&two, Value::Null);
    // "Price: 70.50" for machines says all that "From 70.50" says, and which amount is the price.
    check(&card("70.50"), json!(70.5));
    check(&format!("{two}{}", card("70.50")), json!(70.5));
    check(&offers("{\"price\":\"70.5\"}"), json!(70.5));
    // Less than what the page shows contradicts it, and what is shown counts.
    check(&offers("{\"price\":\"62.95\"}"), Value::Null);
}

#[test]
fn unit_prices_and_former_prices_are_not_the_price() {
    let fields = json!({"price": {"type": ["number", "null"]}});
    let check = |html: &str, expect: Value| {
        let got = draft(&fields, &format!("<h1>Tea</h1>{html}"));
        assert_eq!(got.row["price"], expect, "{html}");
    };
    check(
        "<p class=price>€4.60</p><p class=price>€2.30 / kg</p>",
        json!(4.6),
    );
    check("<p>2,30 € / kg</p><p class=price>4,60 €</p>", json!(4.6));
    check("<dl><dt>Price<dd>€4.60 (€2.30 / 100 g)</dl>", json!(4.6));
    check("<dl><dt>Price<dd>€4.60 €2.30 per kg</dl>", json!(4.6));
    check(
        "<html lang=de><dl><dt>Preis<dd>4,60 € (2,30 €/kg)</dl>",
        json!(4.6),
    );
    check("<dl><dt>Price<dd>Was €80 Now €60</dl>", json!(60));
    check(
        "<html lang=de><dl><dt>Preis<dd>statt 80,00 € 60,00 €</dl>",
        json!(60),
    );
    check("<dl><dt>Price<dd>€20 – €30</dl>", Value::Null);
    check("<dl><dt>Price<dd><s>€80</s> €60</dl>", json!(60));
    check("<p class=price>€60 <s>€80</s></p>", json!(60));
    check("<dl><dt>Price<dd>€2.30 / kg</dl>", json!(2.3));
}

#[test]
fn an_amount_in_brackets_is_the_price_for_some() {
    let fields = json!({"price": {"type": ["number", "null"]}});
    let check = |html: &str, expect: Value| {
        let got = draft(&fields, &format!("<h1>Course</h1>{html}"));
        assert_eq!(got.row["price"], expect, "{html}");
    };
    check(
        "<html lang=de><dl><dt>Eintritt<dd>18,00 € (ermäßigt 12,00 €)</dl>",
        json!(18),
    );
    check("<p>Course fee: £340 (members £290)</p>", json!(340));
    check("<dl><dt>Price<dd>£340, £290</dl>", Value::Null);
}

#[test]
fn an_amount_after_words_about_another_thing_is_not_the_price() {
    let fields = json!({"price": {"type": ["number", "null"]}});
    let check = |html: &str, expect: Value| {
        let got = draft(&fields, &format!("<h1>Boat</h1>{html}"));
        assert_eq!(got.row["price"], expect, "{html}");
    };
    for words in [
        "You save",
        "Shipping:",
        "Versand",
        "Deposit",
        "Kaution:",
        "Pfand",
        "送料",
        "定價",
        "Instead of",
    ] {
        check(&format!("<p>{words} €5.00</p>"), Value::Null);
        check(
            &format!("<p>{words} <b>€5.00</b></p><p>€70.00</p>"),
            json!(70),
        );
    }
    check("<p>Saved by the bell</p><p>€70.00</p>", json!(70));
}

#[test]
fn an_amount_beside_a_struck_one_is_what_is_asked_now() {
    let fields = json!({"price": {"type": ["number", "null"]}});
    let check = |html: &str, expect: i32, conflict: &[&str]| {
        let offer = "<script type=application/ld+json>{\"@type\":\"Product\",\"name\":\"Boot\",\
                     \"offers\":{\"price\":\"30\"}}</script><h1>Boot</h1>";
        let body = "<p>It keeps the water out and the foot warm.</p>";
        let got = draft(&fields, &format!("{offer}{html}{body}"));
        assert_eq!(got.row["price"], json!(expect), "{html}");
        let told = got.conflicts.get("/price").cloned().unwrap_or_default();
        assert_eq!(told, conflict, "{html}");
    };
    check("<p><del>€30</del> €20</p>", 20, &["€20", "30"]);
    check("<p><s>€30</s> <b>€20</b></p>", 20, &["€20", "30"]);
    check(
        "<div><span style='text-decoration:line-through'>€30</span><span>€20</span></div>",
        20,
        &["€20", "30"],
    );
    // One of two amounts that nothing tells apart: the metadata's counts, and the other is kept.
    check("<p><b>€20</b></p>", 30, &["30", "€20"]);
    check("<p><b>€30</b></p>", 30, &[]);
    check("<p>Deposit <b>€20</b></p>", 30, &[]);
}

#[test]
fn other_amounts_of_a_thing_have_fields_of_their_own() {
    let number = json!({"type": ["number", "null"]});
    let fields = json!({
        "price": number, "original_price": number, "unit_price": number, "price_per_kg": number,
        "deposit": number, "deposit_amount": number,
    });
    let check = |html: &str, expect: Value| {
        let body = "<p>It keeps its taste for a year in the tin it came in.</p>";
        let got = draft(&fields, &format!("<h1>Tea</h1>{html}{body}"));
        let mut row = got.row;
        row.retain(|_, value| !value.is_null());
        assert_eq!(Value::Object(row), expect, "{html}");
    };
    let now = "<p class=price>€4.60</p>";
    check(now, json!({"price": 4.6}));
    check(
        &format!("{now}<p>€2.30 / kg</p>"),
        json!({"price": 4.6, "unit_price": 2.3, "price_per_kg": 2.3}),
    );
    check(
        &format!("{now}<p>(2,30&nbsp;€ per 100 g)</p>"),
        json!({"price": 4.6, "unit_price": 2.3}),
    );
    check(
        "<dl><dt>Price<dd>€4.60<dt>Grundpreis<dd>€23.00</dl>",
        json!({"price": 4.6, "unit_price": 23}),
    );
    check(
        "<dl><dt>Price<dd>€4.60<dt>Price per kg<dd>€23.00</dl>",
        json!({"price": 4.6, "unit_price": 23, "price_per_kg": 23}),
    );
    for old in [
        "<del>€6.00</del>",
        "<p><s>6.00 €</s></p>",
        "<p class=was-price>€6.00</p>",
        "<p>Was €6.00</p>",
        "<p>RRP <b>€6.00</b></p>",
    ] {
        let expect = json!({"price": 4.6, "original_price": 6});
        check(&format!("{old}{now}"), expect);
    }
    check(
        &format!("{now}<p>Deposit: €1.00</p>"),
        json!({"price": 4.6, "deposit": 1, "deposit_amount": 1}),
    );
}

#[test]
fn the_amounts_of_several_named_parts_are_none_of_the_page() {
    let check = |body: &str, expect: Value| check("", body, expect, Value::Null);
    let head = "<tr><th>Item<th>Price";
    check(
        &format!("<table>{head}<tr><td>Table<td>$500.00<tr><td>Chair<td>$120.00</table>"),
        Value::Null,
    );
    check("<ul><li>Table $500<li>Chair $120</ul>", Value::Null);
    // The row of the page's own thing states its price.
    let own = format!("<table>{head}<tr><td>Boot<td>$49.00<tr><td>Laces<td>$9.00</table>");
    check(&own, json!(49));
    // One that names no thing is the price beside what names none either.
    check("<ul><li>Only $500<li>Shipping $20</ul>", json!(500));
    check("<ul><li>$500<li>Was $620</ul>", json!(500));
}

#[test]
fn a_rent_is_no_price_and_has_a_field_of_its_own() {
    let number = json!({"type": ["number", "null"]});
    let fields = json!({"price": number, "rent": number, "deposit": number});
    let check = |body: &str, expect: Value| {
        let got = draft(&fields, &format!("<html lang=de><h1>Flat</h1>{body}"));
        let mut row = got.row;
        row.retain(|_, value| !value.is_null());
        assert_eq!(Value::Object(row), expect, "{body}");
    };
    check(
        "<dl><dt>Kaltmiete<dd>890 €<dt>Nebenkosten<dd>210 €<dt>Warmmiete<dd>1.100 €\
         <dt>Kaution<dd>3 Kaltmieten</dl>",
        json!({"rent": 890}),
    );
    check("<p>Rent: £250 per month</p>", json!({"rent": 250}));
    check(
        "<p class=price>90.000 €</p><p>Ground rent: £250</p>",
        json!({"price": 90000}),
    );
    check("<dl><dt>Kaution<dd>2.670 €</dl>", json!({"deposit": 2670}));
}

#[test]
fn what_is_sold_within_is_no_price_of_what_is_free() {
    let body = "<dl><dt>Price<dd>Free<dt>In-App Purchases<dd>Pro Monthly $3.99</dl>";
    check("", body, Value::Null, Value::Null);
}

#[test]
fn a_code_beside_the_price_is_a_member_of_a_closed_set() {
    let fields = json!({"currency": {"enum": ["USD", "EUR", null]}});
    let check = |body: &str, expect: Value| {
        let got = draft(&fields, &format!("<h1>Boot</h1>{body}"));
        assert_eq!(got.row["currency"], expect, "{body}");
    };
    check("<p>$40.00 USD</p>", json!("USD"));
    check("<p>$40.00</p>", Value::Null);
}

#[test]
fn a_larger_amount_beside_a_part_of_the_price_is_the_whole() {
    let check = |body: &str, expect: Value| {
        let fields = json!({"price": {"type": ["number", "null"]}});
        let got = draft(&fields, &format!("<html lang=pt><h1>Boot</h1>{body}"));
        assert_eq!(got.row["price"], expect, "{body}");
    };
    check("<p>12x de R$ 27,00</p><p>R$ 300,00 à vista</p>", json!(300));
    check("<p class=price>1 x $25</p><p>Total $30</p>", json!(25));
    let taxed = |net: &str, gross: &str| {
        format!(
            "<div><span class=price>100,00 zł</span> <span>{net}</span></div>\
             <div><span class=price>120,00 zł</span> <span>{gross}</span></div>"
        )
    };
    check(&taxed("ex VAT", "inc VAT"), json!(120));
    check(&taxed("netto", "brutto"), json!(120));
    check(&taxed("HT", "TTC"), json!(120));
    check(
        "<p>100,00 EUR netto</p><p>119,00 EUR brutto</p>",
        json!(119),
    );
    // What is let or subscribed to has no other price than its rate.
    check("<p class=price>$9/month</p><p>Worth $240</p>", json!(9));
    check(
        "<p class=price>£950 pcm</p><p>Holding fee: £1219</p>",
        json!(950),
    );
    check("<p>$20/mo</p><p>$480</p>", json!(480));
    check("<p>$20/mo for 24 months</p><p>or $480</p>", json!(480));
}

#[test]
fn names_of_elements_tell_which_amount_is_the_price() {
    let check = |body: &str, expect: Value| check("", body, expect, Value::Null);
    check(
        "<p class='price font-regular'>$40</p><h2>Others</h2><p class=price>$12</p>",
        json!(40),
    );
    check(
        "<p class=price-including-tax><span class=price>$120</span></p>",
        json!(120),
    );
    check(
        "<ul><li><a>Read all reviews</a> <span class=price>$499</span><li><a>Questions</a> 3</ul>",
        json!(499),
    );
}

#[test]
fn a_word_that_is_a_code_elsewhere_names_no_currency() {
    let fields = json!({"currency": {"type": ["string", "null"]}});
    let check = |body: &str, expect: Value| {
        let got = draft(&fields, &format!("<h1>Boot</h1>{body}"));
        assert_eq!(got.row["currency"], expect, "{body}");
    };
    check("<p>CHF 12.00</p>", json!("CHF"));
    check("<p>12.00 USD</p>", json!("USD"));
    check("<p>TOP DEAL $12.00</p>", Value::Null);
    check("<p>$12.00 ALL SIZES</p>", Value::Null);
    check("<p>$12.00 TRY ME</p>", Value::Null);
    check("<p>BLUE PEN $3.00</p>", Value::Null);
}

#[test]
fn a_sign_is_of_the_number_in_its_own_text() {
    let check = |body: &str, expect: Value| check("", body, expect, Value::Null);
    check("<p>Pack of 6</p><p>£12.00</p>", json!(12));
    check("<p>Item 4411</p><p>$49.00</p>", json!(49));
    check("<span>12</span><span>$49.00</span>", json!(49));
    check("<p>Model 2024</p><p>EUR 49.00</p>", json!(49));
    check("<p>Lot 77</p><p>Rs. 49.00</p>", json!(49));
    check("<p><b>49</b><i>€</i></p>", json!(49));
    check("<p><span>49</span> <span>€ / month</span></p>", json!(49));
    check("<p><span>49</span> <span>CHF</span></p>", json!(49));
}
