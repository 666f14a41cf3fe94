//! Who wrote, published or made a thing, described beside it.

use serde_json::{Value, json};

use crate::tests::{draft, text};

/// What a page with a `@graph` of these nodes gives.
#[track_caller]
fn check(nodes: &[Value], heading: &str, expect: &Value) {
    let fields = json!({"name": text(), "author": text(), "description": text(), "image": text()});
    let graph = json!({"@graph": nodes});
    let html = format!(
        "<title>{heading}</title><script type='application/ld+json'>{graph}</script>\
         <h1>{heading}</h1><p>Mix it.</p>"
    );
    let row = draft(&fields, &html).row;
    let got = json!([row["author"], row["description"], row["image"]]);
    assert_eq!(got, *expect, "{html}");
}

fn gina() -> Value {
    json!({"@type": "Person", "@id": "#p", "name": "Gina", "description": "Gina writes cookbooks.",
        "image": {"@type": "ImageObject", "url": "https://img.example/gina.jpg"}})
}

#[test]
fn what_an_author_says_of_herself_is_not_said_of_the_text() {
    let page = json!({"@type": "WebPage", "@id": "#w", "name": "Breakfast cookies"});
    let by = |kind: &str, role: &str| json!({"@type": kind, "headline": "Breakfast cookies", role: {"@id": "#p"}});
    let only = json!(["Gina", null, null]);
    check(
        &[page.clone(), by("Article", "author"), gina()],
        "Breakfast cookies",
        &only,
    );
    check(
        &[by("Recipe", "author"), gina()],
        "Breakfast cookies",
        &only,
    );
    // Named by the site alone.
    let none = json!([null, null, null]);
    check(
        &[by("WebSite", "publisher"), gina()],
        "Breakfast cookies",
        &none,
    );
    check(
        &[gina(), page],
        "Gina",
        &json!([
            null,
            "Gina writes cookbooks.",
            "https://img.example/gina.jpg"
        ]),
    );
}

#[test]
fn a_page_about_an_author_or_a_publisher_is_about_them() {
    let told = |author: Value| {
        json!([
            author,
            "Gina writes cookbooks.",
            "https://img.example/gina.jpg"
        ])
    };
    let post = json!({"@type": "Article", "headline": "Soup", "author": {"@id": "#p"}});
    check(&[post.clone(), gina()], "Gina", &told(Value::Null));
    let profile = json!({"@type": "ProfilePage", "mainEntity": gina()});
    check(&[post, profile], "About the cook", &told(Value::Null));
    let shop = json!({"@type": "Restaurant", "@id": "#s", "name": "Eel House", "description": "Eels since 1901."});
    let site = json!({"@type": "WebSite", "name": "Eels", "publisher": {"@id": "#s"}});
    check(
        &[site, shop],
        "Welcome",
        &json!([null, "Eels since 1901.", null]),
    );
}
