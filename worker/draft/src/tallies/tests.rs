//! How many rated and how many wrote, and ratings of nobody.

use domain::frontier::Listing;
use domain::job::JobFile;
use domain::schema::AnswerSchema;
use domain::snapshot::parse_html;
use serde_json::{Value, json};

use crate::tests::{URL, draft};
use crate::{DraftInput, draft_top};

/// The row of a recipe that is rated like this, for number fields of these names.
fn rated(names: &[&str], rating: &Value) -> Value {
    let recipe = json!({"@type": "Recipe", "name": "Rye bread", "aggregateRating": rating});
    let html = format!("<script type='application/ld+json'>{recipe}</script>");
    shown(names, &html)
}

fn shown(names: &[&str], html: &str) -> Value {
    let number = json!({"type": ["number", "null"]});
    let fields = names
        .iter()
        .map(|name| ((*name).to_owned(), number.clone()));
    let fields = Value::Object(fields.collect());
    Value::Object(
        draft(
            &fields,
            &format!("<h1>Rye bread</h1>{html}<p>Knead it well."),
        )
        .row,
    )
}

#[test]
fn a_count_of_one_kind_is_not_the_others_where_both_are_asked_for() {
    let both = ["ratingCount", "reviewCount"];
    assert_eq!(
        rated(&both, &json!({"ratingValue": 4, "ratingCount": 891})),
        json!({"ratingCount": 891, "reviewCount": null})
    );
    assert_eq!(
        rated(&both, &json!({"ratingValue": 4, "reviewCount": 27})),
        json!({"ratingCount": null, "reviewCount": 27})
    );
    assert_eq!(
        rated(
            &both,
            &json!({"ratingValue": 4, "reviewCount": 27, "ratingCount": 891})
        ),
        json!({"ratingCount": 891, "reviewCount": 27})
    );
    // With one of them asked for, the other stands for it.
    assert_eq!(
        rated(&["reviewCount"], &json!({"ratingCount": 891})),
        json!({"reviewCount": 891})
    );
    assert_eq!(
        rated(&["ratingCount"], &json!({"reviewCount": 27})),
        json!({"ratingCount": 27})
    );
}

#[test]
fn a_rating_of_nothing_by_nobody_is_none() {
    let none = json!({"rating": null});
    for count in ["ratingCount", "reviewCount"] {
        let rating = json!({"ratingValue": 0, count: 0});
        assert_eq!(rated(&["rating"], &rating), none, "{count}");
    }
    assert_eq!(rated(&["rating"], &json!({"ratingValue": "0.0"})), none);
    assert_eq!(shown(&["rating"], "<p>Rating: 0.0/5</p>"), none);
    // A rating of nothing contradicts another as any other does.
    let count = "<dl><dt>Rating<dd>0.0<dt>Rating<dd>3</dl>";
    assert_eq!(shown(&["rating"], count), none);
    assert_eq!(
        rated(
            &["rating", "ratingCount"],
            &json!({"ratingValue": 0, "ratingCount": 0})
        ),
        json!({"rating": null, "ratingCount": 0})
    );
}

#[test]
fn a_rating_of_nothing_by_somebody_stays() {
    assert_eq!(
        rated(&["rating"], &json!({"ratingValue": 0, "ratingCount": 3})),
        json!({"rating": 0})
    );
    assert_eq!(
        rated(&["rating"], &json!({"ratingValue": 0.5, "ratingCount": 3})),
        json!({"rating": 0.5})
    );
    assert_eq!(shown(&["score"], "<p>Score: 0</p>"), json!({"score": 0}));
    assert_eq!(shown(&["rating"], "<p>Score: 0</p>"), json!({"rating": 0}));
}

#[test]
fn both_counts_may_be_asked_for_beside_a_list() {
    let source = json!({"type": "object", "properties": {
        "ratingCount": {"type": ["integer", "null"]},
        "reviewCount": {"type": ["integer", "null"]},
        "steps": {"type": "array", "items": {"type": "object", "properties": {
            "name": {"type": "string"},
        }}},
    }});
    let recipe =
        json!({"@type": "Recipe", "name": "Rye bread", "aggregateRating": {"ratingCount": 891}});
    let html = format!(
        "<script type='application/ld+json'>{recipe}</script><h1>Rye bread</h1><p>Knead it well."
    );
    let row = draft_top(DraftInput {
        snapshot: &parse_html(&html, URL),
        url: URL,
        listing: &Listing::default(),
        schema: &AnswerSchema::compile(&source, None, None).expect("schema"),
        job: &JobFile::default(),
    })
    .row;
    assert_eq!(row["ratingCount"], json!(891));
    assert_eq!(row["reviewCount"], Value::Null);
}
