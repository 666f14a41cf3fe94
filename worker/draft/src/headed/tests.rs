//! Lists under headings that name a field.

use serde_json::{Value, json};

use crate::tests::draft;

fn check(body: &str, ingredients: &Value, steps: &Value) {
    let texts = json!({"type": ["array", "null"], "items": {"type": "string"}});
    let fields = json!({"ingredients": texts, "steps": texts});
    let row = draft(
        &fields,
        &format!("<title>Tarte</title><h1>Tarte</h1>{body}"),
    )
    .row;
    assert_eq!(
        (&row["ingredients"], &row["steps"]),
        (ingredients, steps),
        "{body}"
    );
}

#[test]
fn the_list_under_a_heading_that_names_the_field_holds_its_items() {
    let none = Value::Null;
    let list = "<ul><li>600 g de mirabelles</li><li>2 œufs</li></ul>";
    let items = json!(["600 g de mirabelles", "2 œufs"]);
    check(&format!("<h2>Ingrédients</h2>{list}"), &items, &none);
    check(&format!("<h3>Zutaten</h3><div>{list}</div>"), &items, &none);
    check(&format!("<h2>Préparation</h2>{list}"), &none, &items);
    check(
        &format!("<h2>Ingrédients</h2><h2>Vous aimerez aussi</h2>{list}"),
        &none,
        &none,
    );
    check(&format!("<h2>Astuces</h2>{list}"), &none, &none);
}

#[test]
fn a_time_under_the_word_for_steps_is_no_step() {
    let none = Value::Null;
    check(
        "<ul><li><b>Préparation :</b> 25 min</li></ul>",
        &none,
        &none,
    );
    let fields =
        json!({"prepTime": {"type": ["string", "null"]}, "cookTime": {"type": ["string", "null"]}});
    let html = "<title>Tarte</title><h1>Tarte</h1><ul><li><b>Préparation :</b> 25 min</li>\
                <li><b>Cuisson :</b> 40 min</li></ul>";
    let row = draft(&fields, html).row;
    assert_eq!(
        (&row["prepTime"], &row["cookTime"]),
        (&json!("25 min"), &json!("40 min"))
    );
}
