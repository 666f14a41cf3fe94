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

#[test]
fn the_days_of_an_event_may_stand_under_a_heading() {
    let fields = |format: Value| {
        let day = json!({"type": ["string", "null"], "format": format});
        json!({"startDate": day, "endDate": day, "publishedAt": day})
    };
    let check = |html: &str, first: Option<&str>, last: Option<&str>| {
        let html =
            format!("<html lang=en><h1>Boat Expo</h1>{html}<h2>Venue</h2><p>Harbour Hall</p>");
        let row = draft(&fields(json!("date")), &html).row;
        assert_eq!(row["startDate"], json!(first), "{html}");
        assert_eq!(row["endDate"], json!(last), "{html}");
        assert_eq!(row["publishedAt"], Value::Null, "{html}");
    };
    let (first, last) = (Some("2026-05-12"), Some("2026-05-15"));
    check("<h2>Date</h2><p>12 May – 15 May 2026</p>", first, last);
    check(
        "<h3>When</h3><p>Tuesday, May 12, 2026 at 7:00 PM</p>",
        first,
        None,
    );
    check("<h2>End date</h2><p>15 May 2026</p>", None, last);
    check("<h2>When</h2><p>Each Tuesday in May</p>", None, None);
    check(
        "<h2>Date</h2><p>Not later than 12 May 2026, see the notice.</p>",
        None,
        None,
    );
    check(
        "<h2>Date</h2><p>12 May 2026</p><h2>Date</h2><p>15 May 2026</p>",
        None,
        None,
    );
    check("<h2>News</h2><p>12 May – 15 May 2026</p>", None, None);
}
