//! Figures on pages: what they are worth with the words beside them, and when they are none.

use serde_json::{Value, json};

use super::draft;

/// What a number field of this name is, filled from a page in this language with one labelled value.
fn check(lang: &str, field: &str, label: &str, value: &str, expect: &Value) {
    let fields = json!({field: {"type": ["number", "null"]}});
    let html = format!("<html lang='{lang}'><h1>Anvil</h1><p>{label}: {value}</p>");
    let got = draft(&fields, &html);
    assert_eq!(got.row[field], *expect, "{field} of {label}: {value}");
}

#[test]
fn figures_with_words_beside_them() {
    let none = Value::Null;
    check("en", "bathrooms", "Bathrooms", "4½", &json!(4.5));
    check("en", "bathrooms", "Bathrooms", "1 1/2", &json!(1.5));
    check("en", "quantity", "Quantity", "1/2", &none);
    check("en", "rating", "Rating", "4/5", &json!(4));
    check(
        "en",
        "population",
        "Population",
        "1.2 million",
        &json!(1_200_000),
    );
    check("en", "views", "Views", "12K", &json!(12_000));
    check("en", "length", "Length", "12K", &none);
    check(
        "de",
        "einwohner",
        "Einwohner",
        "2,5 Mio.",
        &json!(2_500_000),
    );
    check("ja", "population", "Population", "3億", &json!(300_000_000));
    check(
        "en-IN",
        "population",
        "Population",
        "5 lakh",
        &json!(500_000),
    );
    check("en", "price", "Price", "$3 million", &json!(3_000_000));
    check("en", "price", "Price", "2 for $10", &none);
    check("en", "balance", "Balance", "(250)", &none);
    check("en", "reviewCount", "Reviews", "(250)", &json!(250));
}

#[test]
fn fields_that_state_a_unit() {
    let check = |field: &str, description: &str, html: &str, expect: Value| {
        let fields = json!({field: {"type": ["number", "null"], "description": description}});
        let got = draft(&fields, &format!("<html lang=en><h1>Anvil</h1>{html}"));
        assert_eq!(got.row[field], expect, "{field}, {description}: {html}");
    };
    check("weight_kg", "", "<p>Weight: 2 lb</p>", Value::Null);
    check("weight_kg", "", "<p>Weight: 500 g</p>", json!(0.5));
    check("weightKg", "", "<p>Weight: 2.5 kg</p>", json!(2.5));
    check(
        "weight_kg",
        "",
        "<table><tr><th>Weight (g)<td>750</table>",
        json!(0.75),
    );
    check("weight", "in grams", "<p>Weight: 2 kg</p>", json!(2000));
    check(
        "weight",
        "the weight as stated",
        "<p>Weight: 2 lb</p>",
        json!(2),
    );
    check("length", "length (cm)", "<p>Length: 1.2 m</p>", json!(120));
    check(
        "duration",
        "duration in minutes",
        "<p>Duration: 1 h 15 min</p>",
        json!(75),
    );
    check("duration_min", "", "<p>Duration: 2 hours</p>", json!(120));
    let ld = |more: &str| {
        format!(
            "<script type=application/ld+json>{{\"@type\":\"Product\",\"name\":\"Anvil\",{more}}}</script>"
        )
    };
    let weight = ld(r#""weight":{"@type":"QuantitativeValue","value":2,"unitCode":"LBR"}"#);
    check("weight_kg", "", &weight, Value::Null);
    let weight = ld(r#""weight":{"@type":"QuantitativeValue","value":2500,"unitCode":"GRM"}"#);
    check("weight_kg", "", &weight, json!(2.5));
    let time = ld(r#""duration":"PT1H30M""#);
    check("duration", "in minutes", &time, json!(90));
    check("duration", "", &time, Value::Null);
    let time = ld(r#""totalTime":"PT1H30M","prepTime":"PT45S","cookTime":"P1D""#);
    check("totalMinutes", "", &time, json!(90));
    check("total", "Total time in minutes", &time, json!(90));
    check("total_hours", "", &time, json!(1.5));
    check("prepSeconds", "", &time, json!(45));
    check("cook_days", "", &time, json!(1));
    check("totalTime", "", &time, Value::Null);
    check("total", "", &time, Value::Null);
    check("totalGrams", "", &time, Value::Null);
}

/// What a number field of this name and description is, filled from one labelled value.
fn described(field: &str, about: &str, label: &str, value: &str, expect: &Value) {
    let fields = json!({field: {"type": ["number", "null"], "description": about}});
    let html = format!("<html lang=en><h1>Anvil</h1><dl><dt>{label}<dd>{value}</dl>");
    let got = draft(&fields, &html);
    assert_eq!(got.row[field], *expect, "{field}, {about}: {label} {value}");
}

#[test]
fn amounts_of_another_period_or_kind() {
    let cases = [
        (
            "salary",
            "annual salary",
            "Salary",
            "£15.20 per hour",
            Value::Null,
        ),
        (
            "salary",
            "annual salary",
            "Salary",
            "€3,000 per month",
            Value::Null,
        ),
        ("salary", "annual salary", "Salary", "¥30万/月", Value::Null),
        (
            "salary",
            "annual salary",
            "Salary",
            "$4,000 sign-on bonus",
            Value::Null,
        ),
        (
            "salary",
            "annual salary",
            "Salary",
            "1.500 € mensuales",
            Value::Null,
        ),
        (
            "salary",
            "annual salary",
            "Salary",
            "£40,000 per annum",
            json!(40_000),
        ),
        ("salary", "annual salary", "Salary", "$95K", json!(95_000)),
        ("rent", "monthly rent", "Rent", "£250 per week", Value::Null),
        ("rent", "monthly rent", "Rent", "£950 pcm", json!(950)),
        ("salary", "", "Salary", "£15.20 per hour", json!(15.2)),
        (
            "discount",
            "discount percent",
            "Discount",
            "$15 off",
            Value::Null,
        ),
        ("discount", "discount percent", "Discount", "15%", json!(15)),
        ("price_per_kg", "", "Price per kg", "€3.50", json!(3.5)),
        ("price", "", "Price", "1.234 €", Value::Null),
        ("price", "", "Price", "€12.34", json!(12.34)),
    ];
    for (field, about, label, value, expect) in cases {
        described(field, about, label, value, &expect);
    }
}

#[test]
fn figures_of_another_unit() {
    let cases = [
        (
            "area",
            "living area in square metres",
            "Living area",
            "1,850 sq ft",
            Value::Null,
        ),
        (
            "area",
            "living area in square metres",
            "Living area",
            "2.5 acres",
            Value::Null,
        ),
        (
            "area",
            "living area in square metres",
            "Living area",
            "84 m²",
            json!(84),
        ),
        (
            "duration",
            "duration in minutes",
            "Duration",
            "1h 45m",
            json!(105),
        ),
        (
            "duration",
            "duration in minutes",
            "Duration",
            "45 m",
            json!(45),
        ),
        (
            "engine",
            "engine displacement in cc",
            "Engine",
            "1.5L I4 130hp",
            json!(1500),
        ),
    ];
    for (field, about, label, value, expect) in cases {
        described(field, about, label, value, &expect);
    }
}

#[test]
fn figures_of_bytes_ages_and_shares() {
    let cases = [
        ("storage", "storage in GB", "Storage", "1 TB", json!(1000)),
        (
            "battery",
            "battery capacity in mAh",
            "Battery",
            "5 Ah",
            json!(5000),
        ),
        (
            "abv",
            "alcohol by volume in percent",
            "ABV",
            "80 proof",
            Value::Null,
        ),
        (
            "abv",
            "alcohol by volume in percent",
            "ABV",
            "40% (80 proof)",
            json!(40),
        ),
        (
            "capacity",
            "capacity in litres",
            "Capacity",
            "2 people",
            Value::Null,
        ),
    ];
    for (field, about, label, value, expect) in cases {
        described(field, about, label, value, &expect);
    }
}

#[test]
fn figures_of_another_whole() {
    let cases = [
        (
            "capacity",
            "capacity in litres",
            "Capacity",
            "2 approx.",
            json!(2),
        ),
        (
            "speed",
            "top speed in km/h",
            "Speed",
            "210 km/h",
            json!(210),
        ),
        (
            "calories",
            "kcal per serving",
            "Calories",
            "2,100 (whole dish)",
            Value::Null,
        ),
        (
            "calories",
            "kcal per serving",
            "Calories",
            "510",
            json!(510),
        ),
        ("temperature", "in °C", "Temperature", "–5 °C", json!(-5)),
    ];
    for (field, about, label, value, expect) in cases {
        described(field, about, label, value, &expect);
    }
}

#[test]
fn figures_of_another_thing() {
    let cases = [
        ("age", "", "Age", "18 months", json!(1.5)),
        ("age", "", "Age", "34", json!(34)),
        ("age", "", "Age", "34 years", json!(34)),
        ("rating", "", "Rating", "92%", Value::Null),
        ("rating", "", "Rating", "PG-13", Value::Null),
        ("reviewCount", "", "Reviews", "2 of 15 shown", Value::Null),
        ("year", "", "Year", "500 BC", Value::Null),
        ("year", "", "Year", "1990s", Value::Null),
        ("year", "", "Year", "1990", json!(1990)),
        (
            "founded",
            "",
            "Founded",
            "12 May 1921; 105 years ago",
            json!(1921),
        ),
        ("employees", "", "Employees", "1,450 (2024)", json!(1450)),
        (
            "employees",
            "",
            "Employees",
            "1.2 million (2024)",
            json!(1_200_000),
        ),
    ];
    for (field, about, label, value, expect) in cases {
        described(field, about, label, value, &expect);
    }
}

#[test]
fn what_is_due_for_some_time_is_said_beside_other_amounts() {
    let rent = |lang: &str, value: &str, expect: Value| {
        check(lang, "rent", "Rent", value, &expect);
        check(lang, "price", "Price", value, &expect);
    };
    rent("en", "£950 pcm (£219 pw)", json!(950));
    rent("en", "£950 pcm (deposit £1,095)", json!(950));
    rent("en", "$4,000/mo ($48,000/yr)", json!(4000));
    rent("de", "850 € pro Monat (Kaution 2.550 €)", json!(850));
    rent("de", "850 € / Monat, Kaution 2.550 €", json!(850));
    rent("de", "850 € mtl. (10.200 € p.a.)", json!(850));
    let pay = |value: &str, expect: Value| check("en", "salary", "Salary", value, &expect);
    pay("€3,000 per month plus €500 bonus", Value::Null);
    pay("$4,000 per month ($48,000 per year)", json!(4000));
    pay("£31,616 pa (£15.20 per hour)", json!(31616));
}

#[test]
fn words_beside_a_figure_that_leave_it_what_it_is() {
    check(
        "fr",
        "duration_minutes",
        "Duration",
        "90 environ",
        &json!(90),
    );
    check(
        "de",
        "duration_minutes",
        "Duration",
        "45 ungefähr",
        &json!(45),
    );
    check(
        "en",
        "weight_kg",
        "Weight",
        "2.5 including box",
        &json!(2.5),
    );
    check("en", "servings", "Servings", "4 total", &json!(4));
    check("en", "shoe_size", "Shoe size", "EU-42", &json!(42));
}
