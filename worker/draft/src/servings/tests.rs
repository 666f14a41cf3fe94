//! Servings beside what a recipe yields in other units.

use serde_json::{Value, json};

use crate::tests::draft;

/// What a number field of this name is, of a recipe that yields this.
fn served(field: &str, yields: &Value) -> Value {
    let fields = json!({field: {"type": ["integer", "null"]}});
    let recipe = json!({"@type": "Recipe", "name": "Rye bread", "recipeYield": yields});
    let html = format!(
        "<script type='application/ld+json'>{recipe}</script><h1>Rye bread</h1><p>Knead it well."
    );
    draft(&fields, &html).row[field].clone()
}

#[test]
fn a_yield_in_other_units_is_no_number_of_servings() {
    for other in ["2 loaves", "2 cups", "Makes 24 cookies", "1 (9-inch) tart"] {
        assert_eq!(served("servings", &json!(other)), Value::Null, "{other}");
    }
    assert_eq!(served("servings", &json!(["7", "7 cups"])), Value::Null);
    assert_eq!(
        served("servings", &json!(["1 loaf", "12 servings"])),
        json!(12)
    );
    assert_eq!(served("recipeYield", &json!("2 loaves")), json!(2));
}

#[test]
fn a_yield_of_those_who_eat_or_of_nothing_named_is() {
    for known in [
        "4 servings",
        "Serves 4",
        "4 Personen",
        "pour 4 personnes",
        "4人分",
        "4",
        "4 osoby",
        "Serves 4 as a main course",
        "4 (large)",
        "4 couverts",
        "4 bowls",
    ] {
        assert_eq!(served("servings", &json!(known)), json!(4), "{known}");
    }
    assert_eq!(served("servings", &json!(4)), json!(4));
    assert_eq!(served("servings", &json!(["4", "4 servings"])), json!(4));
}

#[test]
fn a_label_of_servings_says_what_is_counted() {
    let check = |html: &str, expect: Value| {
        let fields = json!({"servings": {"type": ["integer", "null"]}});
        let got = draft(&fields, &format!("<h1>Rye bread</h1>{html}"));
        assert_eq!(got.row["servings"], expect, "{html}");
    };
    check("<p>Servings: 12 muffins</p>", json!(12));
    check("<p>Yield: 12 muffins</p>", Value::Null);
    check("<p>Yield: 6 servings</p>", json!(6));
}
