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
}
