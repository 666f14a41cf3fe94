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
