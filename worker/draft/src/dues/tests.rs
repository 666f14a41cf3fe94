//! Rents and pay by the periods for which they are due.

use serde_json::{Value, json};

use crate::tests::draft;

fn rents(html: &str, rent: impl Into<Value>, price: impl Into<Value>) {
    let number = json!({"type": ["number", "null"]});
    let got = draft(&json!({"rent": number, "price": number}), html);
    let found = (got.row["rent"].clone(), got.row["price"].clone());
    assert_eq!(found, (rent.into(), price.into()), "{html}");
}

#[test]
fn what_is_asked_each_month_is_the_rent_and_no_price() {
    let check = |html: &str, rent: Value, price: Value| {
        rents(
            &format!("<h1>Two-bed flat</h1>{html}<p>A bright flat.</p>"),
            rent,
            price,
        );
    };
    for line in [
        "£950 pcm",
        "£950 per month",
        "£950 per calendar month",
        "£950 pcm (£219 pw)",
        "<b>£950</b> <span>pcm</span>",
        "Price: £950 pcm",
        "950 € / Monat",
    ] {
        check(&format!("<p>{line}</p>"), json!(950), Value::Null);
    }
    check("<p>£250,000</p>", Value::Null, json!(250_000));
    // A week's is no month's.
    check("<p>£219 pw</p>", Value::Null, json!(219));
    let number = json!({"type": ["number", "null"]});
    let got = draft(
        &json!({"price": number}),
        "<h1>Two-bed flat</h1><p>£950 per calendar month</p>",
    );
    assert_eq!(got.row["price"], json!(950));
}

#[test]
fn the_offer_of_a_product_is_no_rent() {
    let page = |kind: &str, more: &str| {
        format!(
            "<script type=application/ld+json>{{\"@type\":\"{kind}\",\"name\":\"Flat\",\"offers\":\
             {{\"price\":\"950\"{more}}}}}</script><h1>Flat</h1>"
        )
    };
    rents(&page("Product", ""), Value::Null, 950);
    let month = ",\"priceSpecification\":{\"unitCode\":\"MON\"}";
    rents(&page("Product", month), 950, 950);
    let lease = ",\"businessFunction\":\"http://purl.org/goodrelations/v1#LeaseOut\"";
    rents(&page("Product", lease), 950, 950);
    rents(&page("Apartment", ""), 950, 950);
}

#[test]
fn pay_of_the_period_in_the_name() {
    let number = json!({"type": ["number", "null"]});
    let check = |html: &str, month: Value, year: Value, pay: Value| {
        let names = ["salaryPerMonth", "annual_salary", "salary"];
        let fields: serde_json::Map<String, Value> = names
            .iter()
            .map(|name| ((*name).to_owned(), number.clone()))
            .collect();
        let got = draft(&Value::Object(fields), &format!("<h1>Baker</h1>{html}"));
        let found = names.map(|name| got.row[name].clone());
        assert_eq!(found, [month, year, pay], "{html}");
    };
    let (month, year) = (json!(4000), json!(48000));
    let line = |said: &str| format!("<p>Salary: {said}</p>");
    let both = line("$48,000 per year ($4,000 per month)");
    check(&both, month.clone(), year.clone(), year.clone());
    let turned = line("$4,000 per month ($48,000 per year)");
    check(&turned, month.clone(), year.clone(), month.clone());
    let joined = line("$48,000 a year, or $4,000 a month");
    check(&joined, month.clone(), year.clone(), Value::Null);
    check(
        &line("$4,000 monthly"),
        month.clone(),
        Value::Null,
        month.clone(),
    );
    check(
        "<p>Monthly salary: $4,000</p>",
        month,
        Value::Null,
        Value::Null,
    );
    // Of which period it is nobody says.
    check(&line("$48,000"), Value::Null, Value::Null, year.clone());
    let led = line("Monthly: $4,000, yearly: $48,000");
    check(&led, Value::Null, Value::Null, Value::Null);
    // An allowance beside it is no other word for it.
    let more = line("$48,000 per year plus $4,000 per month");
    check(&more, Value::Null, year.clone(), Value::Null);
    let posting = "<script type=application/ld+json>{\"@type\":\"JobPosting\",\"title\":\"Baker\",\
        \"baseSalary\":{\"value\":{\"value\":48000,\"unitText\":\"YEAR\"}}}</script>";
    check(posting, Value::Null, year.clone(), year);
}

#[test]
fn a_description_chooses_a_period() {
    let field = json!({"type": ["number", "null"], "description": "Monthly salary"});
    let salary = |said: &str| {
        let html = format!("<h1>Baker</h1><p>Salary: {said}</p>");
        draft(&json!({"salary": field}), &html).row["salary"].clone()
    };
    assert_eq!(salary("$48,000 per year ($4,000 per month)"), json!(4000));
    assert_eq!(salary("$4,000"), json!(4000));
}
