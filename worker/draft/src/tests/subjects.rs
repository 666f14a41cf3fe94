//! What the page is about: which described thing, and whose name the heading is.

use serde_json::{Value, json};

use super::{draft, text};

/// A page with one described thing.
fn page(entity: &Value) -> String {
    format!(
        "<title>Oak lamp | Lind</title><h1>Oak lamp</h1><p>A lamp of oak.</p>\
         <script type=application/ld+json>{entity}</script>"
    )
}

#[test]
fn a_thing_on_another_page_is_not_what_this_one_is_about() {
    let check = |key: &str, address: &str, name: &str, told: bool| {
        let entity = json!({"@type": "Product", key: address, "name": name, "sku": "L-8"});
        let got = draft(&json!({"sku": text()}), &page(&entity));
        let expect = if told { json!("L-8") } else { Value::Null };
        assert_eq!(got.row["sku"], expect, "{key} {address} {name}");
    };
    check("url", "https://shop.example/p/8", "Ash stool", false);
    check("url", "/p/8", "Ash stool", false);
    check(
        "@id",
        "https://www.shop.example/p/8#product",
        "Ash stool",
        false,
    );
    check("url", "https://shop.example/p/8", "Oak lamp", true);
    check(
        "url",
        "http://www.shop.example/p/7/?utm_source=a#b",
        "Lamp of oak",
        true,
    );
    check(
        "url",
        "https://shop.example/p/7?color=red",
        "Lamp of oak",
        true,
    );
    check("url", "https://shop.example/", "Lamp of oak", true);
    check("url", "https://maker.example/lamps/1", "Lamp of oak", true);
    check("@id", "#product", "Lamp of oak", true);
}

#[test]
fn one_visitors_review_is_not_what_the_page_is_about() {
    let review = json!({
        "@type": "Review", "author": {"@type": "Person", "name": "Tove"}, "datePublished": "2026-05-03",
        "reviewBody": "Good.", "reviewRating": {"@type": "Rating", "ratingValue": 2},
    });
    let fields = json!({
        "author": text(), "publishedAt": text(), "rating": {"type": ["number", "null"]}, "name": text(),
    });
    let got = draft(&fields, &page(&review));
    let expect = json!({"author": null, "publishedAt": null, "rating": null, "name": "Oak lamp"});
    assert_eq!(Value::Object(got.row), expect);
    let product = json!({"@type": "Product", "name": "Oak lamp", "review": review});
    assert_eq!(draft(&fields, &page(&product)).row["rating"], Value::Null);
    // A schema of reviews, and a page that is one.
    let fields = json!({"reviewer": text(), "review_body": text(), "author": text()});
    assert_eq!(draft(&fields, &page(&review)).row["author"], json!("Tove"));
    let mut own = review.clone();
    own["name"] = json!("Oak lamp");
    assert_eq!(
        draft(&json!({"author": text()}), &page(&own)).row["author"],
        json!("Tove")
    );
}

#[test]
fn names_of_other_things_are_not_the_heading() {
    let check = |fields: &[&str], kind: &str, expect: Value| {
        let schema: serde_json::Map<String, Value> = fields
            .iter()
            .map(|name| ((*name).to_owned(), text()))
            .collect();
        let entity = json!({"@type": kind, "name": "Oak lamp", "url": "https://shop.example/p/7"});
        let got = draft(&Value::Object(schema), &page(&entity));
        assert_eq!(got.row[fields[0]], expect, "{fields:?} {kind}");
    };
    check(&["school_name", "course_title"], "Course", Value::Null);
    check(&["venue_name", "event_name"], "Event", Value::Null);
    check(&["company_name", "title"], "JobPosting", Value::Null);
    check(
        &["podcast_name", "episode_title"],
        "PodcastEpisode",
        Value::Null,
    );
    check(
        &["episode_title", "podcast_name"],
        "PodcastEpisode",
        json!("Oak lamp"),
    );
    check(
        &["podcast_name", "host"],
        "PodcastSeries",
        json!("Oak lamp"),
    );
    check(&["school_name", "city"], "HighSchool", json!("Oak lamp"));
    check(&["school_name", "city"], "Organization", json!("Oak lamp"));
    check(&["venue_name", "city"], "EventVenue", json!("Oak lamp"));
    check(&["product_name", "sku"], "Product", json!("Oak lamp"));
}

#[test]
fn the_name_below_the_sites_own() {
    let check = |title: &str, heads: &str, expect: &str| {
        let html = format!(
            "<meta property=og:site_name content='Lind Tools'><title>{title}</title>{heads}<p>Good.</p>"
        );
        assert_eq!(
            draft(&json!({"name": text()}), &html).row["name"],
            json!(expect),
            "{title} {heads}"
        );
    };
    check(
        "Oak lamp | Lind Tools",
        "<h1>Lind Tools</h1><h2>Oak lamp</h2>",
        "Oak lamp",
    );
    check(
        "Lind Tools - Oak lamp",
        "<h1>Lind Tools</h1><h2>News</h2><h2>Oak lamp</h2>",
        "Oak lamp",
    );
    check(
        "Oak lamp | Lind Tools",
        "<h1>Oak lamp</h1><h2>Lind Tools</h2>",
        "Oak lamp",
    );
    check(
        "Lind Tools",
        "<h1>Lind Tools</h1><h2>Oak lamp</h2>",
        "Lind Tools",
    );
}

#[test]
fn what_stands_in_for_a_value_is_none() {
    for value in [
        "Loading...",
        "Please wait",
        "Choose an option",
        "Select size",
        "-- Please select --",
        "Bitte wählen",
        "Choisir une option",
        "Selecciona una opción",
        "Выберите размер",
        "選択してください",
        "请选择",
        "선택하세요",
        "اختر خيارا",
        "Chargement…",
    ] {
        let got = draft(
            &json!({"owner": text()}),
            &format!("<h1>Ship</h1><dl><dt>Owner<dd>{value}</dl>"),
        );
        assert_eq!(got.row["owner"], Value::Null, "{value}");
    }
}

#[test]
fn what_is_too_faint_or_too_small_to_read_is_hidden() {
    let check = |style: &str, tag: &str, seen: bool| {
        let html = format!("<h1>Ship</h1><{tag} style='{style}'>Owner: Lind</{tag}>");
        let expect = if seen { json!("Lind") } else { Value::Null };
        assert_eq!(
            draft(&json!({"owner": text()}), &html).row["owner"],
            expect,
            "{style}"
        );
    };
    check("opacity:0", "p", false);
    check("color: red; OPACITY: 0.0 !important", "p", false);
    check("font-size:0", "p", false);
    check("font-size:0px", "p", false);
    check("opacity:0;transform:translateY(20px)", "p", true);
    check("opacity:0;transition:opacity 1s", "p", true);
    check("opacity:0.5;font-size:10px", "p", true);
    check("fill-opacity:0", "p", true);
}

#[test]
fn what_ends_the_page_tells_of_the_site() {
    let check = |html: &str, expect: Option<&str>| {
        let got = draft(&json!({"phone": text()}), html);
        assert_eq!(got.row["phone"].as_str(), expect, "{html}");
    };
    let number = "<p>Phone: 0113 000 000</p>";
    let head = "<h1>Oak table</h1><p>A table of oak.</p>";
    check(
        &format!("{head}<div class=site-footer>{number}</div>"),
        None,
    );
    check(&format!("{head}<div id=footer>{number}</div>"), None);
    check(
        &format!("{head}<div class=card-footer>{number}</div>"),
        Some("0113 000 000"),
    );
    let rest = "What stands behind it is the page. ".repeat(8);
    check(
        &format!("{head}<div class=footer>{number}</div><p>{rest}</p>"),
        Some("0113 000 000"),
    );
    check(
        &format!("<main>{head}<div class=footer>{number}</div></main>"),
        Some("0113 000 000"),
    );
}

#[test]
fn an_organization_is_no_thing_for_sale() {
    let check = |name: &str, fields: &Value, expect: Option<&str>| {
        let entity = json!({"@type": "Organization", "name": name, "telephone": "0113 000 000"});
        let got = draft(fields, &page(&entity));
        assert_eq!(got.row["phone"].as_str(), expect, "{name} {fields}");
    };
    let sale = json!({"name": text(), "price": text(), "sku": text(), "phone": text()});
    let place = json!({"name": text(), "address": text(), "phone": text()});
    check("Lind Ltd", &sale, None);
    check("Oak lamp", &sale, Some("0113 000 000"));
    check("Lind Ltd", &place, Some("0113 000 000"));
}
