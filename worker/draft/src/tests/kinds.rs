//! Pages of kinds whose facts stand apart: people, papers, flats, events.

use serde_json::{Value, json};

use super::{draft, text};

fn check(fields: &Value, html: &str, expect: &Value) {
    let got = draft(fields, html);
    for (field, value) in expect.as_object().expect("an object") {
        assert_eq!(got.row[field], *value, "{field} of {html}");
    }
}

#[test]
fn the_heading_is_a_persons_name_and_no_job() {
    let page = "<title>Mira Holm</title><h1>Mira Holm</h1><p>Professor</p>";
    let both = json!({"name": text(), "jobTitle": text()});
    check(&both, page, &json!({"name": "Mira Holm", "jobTitle": null}));
    // Alone it is what the heading of an advertisement says.
    let job = "<title>Rigger</title><h1>Rigger</h1>";
    check(
        &json!({"jobTitle": text()}),
        job,
        &json!({"jobTitle": "Rigger"}),
    );
}

#[test]
fn papers_state_their_facts_in_tags_for_indexes() {
    let fields = json!({
        "title": text(), "authors": {"type": ["array", "null"], "items": {"type": "string"}},
        "journal": text(), "volume": text(), "issue": text(), "doi": text(), "pdfUrl": text(),
        "publishedAt": text(),
    });
    let tags = [
        ("author", "Holm, Mira"),
        ("author", "Okafor, Ada"),
        ("journal_title", "Coastal Notes"),
        ("publication_date", "2024/06/14"),
        ("volume", "31"),
        ("issue", "2"),
        ("doi", "10.5555/jcn.101"),
        ("pdf_url", "/31/101.pdf"),
    ];
    let tags = tags.map(|(name, value)| format!("<meta name=citation_{name} content='{value}'>"));
    let html = format!(
        "{}<title>Sand waves</title><h1>Sand waves</h1>",
        tags.concat()
    );
    let expect = json!({
        "title": "Sand waves", "authors": ["Holm, Mira", "Okafor, Ada"], "journal": "Coastal Notes",
        "volume": "31", "issue": "2", "doi": "10.5555/jcn.101",
        "pdfUrl": "https://shop.example/31/101.pdf", "publishedAt": "2024/06/14",
    });
    check(&fields, &html, &expect);
}

#[test]
fn homes_in_words_of_their_country() {
    let number = json!({"type": ["number", "null"]});
    let fields = json!({
        "price": number, "livingArea": number, "plotArea": number, "yearBuilt": number,
        "heating": text(), "energyClass": text(), "availableFrom": text(),
        "petsAllowed": {"type": ["boolean", "null"]},
    });
    let html = "<html lang=de><h1>Reihenhaus</h1><div><div><span>Kaufpreis</span><span>389.000 €</span></div>\
        <div><span>Wohnfläche</span><span>124,5 m²</span></div><div><span>Grundstück</span><span>310 m²</span></div></div>\
        <table><tr><td>Baujahr<td>1987<tr><td>Heizung<td>Gas<tr><td>Energieeffizienzklasse<td>C\
        <tr><td>Bezugsfrei ab<td>01.06.2026<tr><td>Haustiere<td>nicht erlaubt</table>";
    let expect = json!({
        "price": 389_000, "livingArea": 124.5, "plotArea": 310, "yearBuilt": 1987, "heating": "Gas",
        "energyClass": "C", "availableFrom": "01.06.2026", "petsAllowed": false,
    });
    check(&fields, html, &expect);
}

#[test]
fn a_time_of_day_beside_a_day_is_no_other_date() {
    let fields = json!({"startDate": text()});
    let page = |more: &str| {
        format!(
            "<html lang=de><h1>Konzert</h1><dl><dt>Datum<dd>14. März 2026<dt>Beginn<dd>{more}</dl>"
        )
    };
    check(
        &fields,
        &page("19:30 Uhr"),
        &json!({"startDate": "14. März 2026"}),
    );
    check(&fields, &page("15. März 2026"), &json!({"startDate": null}));
}

#[test]
fn an_advertisement_in_a_frame_states_nothing_of_the_page() {
    let price = json!({"price": {"type": ["number", "null"]}});
    let page = |frame: &str| {
        format!(
            "<title>Eel trap</title><h1>Eel trap</h1><iframe {frame} \
             srcdoc='<p class=price>&euro; 5.00</p>'></iframe>"
        )
    };
    let check = |frame: &str, expect: Value| check(&price, &page(frame), &json!({"price": expect}));
    check("title=Advertisement", Value::Null);
    check("id=google_ads_iframe_1", Value::Null);
    check("class='slot anzeige'", Value::Null);
    check("title='Price and stock'", json!(5));
    check("name=loadbox", json!(5));
}

#[test]
fn labels_side_by_side_state_a_value_each() {
    let fields = json!({"sex": text(), "age": text(), "hours": text()});
    for mark in ["|", "•", "·", "/"] {
        let page = format!("<h1>Rex</h1><p>Sex: male {mark} Age: 3 years</p>");
        check(&fields, &page, &json!({"sex": "male", "age": "3 years"}));
    }
    // What one label says may hold further ones.
    let page = "<h1>Rex</h1><p>Hours: Mon: 9-5; Tue: 8-4</p>";
    check(&fields, page, &json!({"hours": "Mon: 9-5; Tue: 8-4"}));
}

#[test]
fn a_dot_before_three_digits_needs_a_language() {
    let price = json!({"price": {"type": ["number", "null"]}});
    let page = |lang: &str| format!("<html {lang}><h1>Boat</h1><p>Price: 500.000 €</p>");
    for (lang, expect) in [("", Value::Null), ("lang=de", json!(500_000))] {
        check(&price, &page(lang), &json!({"price": expect}));
    }
    let data = "<script type=application/ld+json>{\"@type\":\"Product\",\"name\":\"Boat\",\
                \"offers\":{\"@type\":\"Offer\",\"price\":\"500.000\"}}</script><h1>Boat</h1>";
    check(&price, data, &json!({"price": 500}));
}

#[test]
fn what_a_person_sees_is_decoded_once() {
    let page = "<h1>X</h1><p>Note: a &lt;b&gt; &amp;amp; c</p>";
    check(
        &json!({"note": text()}),
        page,
        &json!({"note": "a <b> &amp; c"}),
    );
}

#[test]
fn what_only_looks_like_a_fact_is_none() {
    let none = |field: &str, page: &str| {
        let fields = json!({field: {"type": ["string", "number", "null"]}});
        check(&fields, page, &json!({field: null}));
    };
    none(
        "brand",
        "<h1>Eel trap</h1><a class='btn btn-brand'>Add to cart</a>",
    );
    none(
        "brand",
        "<h1>Eel trap</h1><b class=text-brand-600>Ships in two days</b>",
    );
    none(
        "brand",
        "<h1>Eel trap</h1><p class=brand-promise>Quality since 1950</p>",
    );
    none("ratingValue", "<h1>Eel trap</h1><span>1 of 5</span>");
    none(
        "ratingValue",
        "<h1>Eel trap</h1><button aria-label='Bild 1 von 20'>x</button>",
    );
    none(
        "prepTime",
        "<h1>Eel soup</h1><p>Preparation: Preheat the oven.</p>",
    );
    let rated = json!({"ratingValue": {"type": ["number", "null"]}});
    let page = "<h1>Eel trap</h1><span>4 von 5 Sternen</span>";
    check(&rated, page, &json!({"ratingValue": 4}));
}

#[test]
fn names_are_not_cut_at_words_that_look_like_a_bylines() {
    let author = json!({"author": text()});
    for (stated, expect) in [
        ("Oleh Sukhov", "Oleh Sukhov"),
        ("Pär Erik Lind", "Pär Erik Lind"),
        (
            "Anna Lind, Bo Berg, Senior Editor",
            "Anna Lind, Bo Berg, Senior Editor",
        ),
        ("Anna Lind, Senior Editor", "Anna Lind"),
        ("By Anna Lind", "Anna Lind"),
    ] {
        let page = format!(
            "<meta name=author content='{stated}'><title>Eels</title><h1>Eels</h1><p>Eels swim.</p>"
        );
        check(&author, &page, &json!({"author": expect}));
    }
}

#[test]
fn a_panel_called_an_ad_that_holds_the_heading_is_the_page() {
    let fields = json!({"title": text(), "salary": text()});
    let page = "<title>Eel jobs</title><iframe title='Job ad' \
                srcdoc='<h1>Eel catcher</h1><p>Salary: 5000 EUR</p>'></iframe>";
    check(
        &fields,
        page,
        &json!({"title": "Eel catcher", "salary": "5000 EUR"}),
    );
}

#[test]
fn an_abstract_is_not_the_description_where_the_page_has_both() {
    let page = |rest: &str| {
        format!(
            "<title>Oak</title><h1>Oak</h1><script type='application/ld+json'>{{\"@type\":\"Book\",\
             \"name\":\"Oak\",\"description\":\"A long story about oak.\"{rest}}}</script>"
        )
    };
    let fields = json!({"abstract": text(), "description": text()});
    let both = page(",\"abstract\":\"In short: oak.\"");
    let expect = json!({"abstract": "In short: oak.", "description": "A long story about oak."});
    check(&fields, &both, &expect);
    let about = page(",\"about\":{\"@type\":\"Thing\",\"name\":\"Trees\"}");
    let expect = json!({"description": "A long story about oak."});
    check(&fields, &about, &expect);
}

#[test]
fn answers_with_a_remark_and_signs() {
    let check = |value: &str, expect: Option<bool>| {
        let fields = json!({"waterproof": {"type": ["boolean", "null"]}});
        let html = format!("<html lang=en><h1>Anvil</h1><dl><dt>Waterproof<dd>{value}</dl>");
        let got = draft(&fields, &html);
        let expect = expect.map_or(Value::Null, Value::from);
        assert_eq!(got.row["waterproof"], expect, "{value}");
    };
    check("Yes (IP67)", Some(true));
    check("No - contains gaps", Some(false));
    check("No (2 × AA required)", Some(false));
    check("✓", Some(true));
    check("✗", Some(false));
    check("Yes (optional)", None);
    check("Yes - except the plug", None);
    check("Yes/No", None);
    check("Lid: yes. Base: no", None);
    check("https://schema.org/True", Some(true));
}

#[test]
fn members_that_are_joined_or_qualified_are_not_meant() {
    let check = |members: Value, value: &str, expect: Option<&str>| {
        let fields = json!({"status": {"enum": members}});
        let html = format!("<html lang=en><h1>Anvil</h1><dl><dt>Status<dd>{value}</dl>");
        let got = draft(&fields, &html);
        let expect = expect.map_or(Value::Null, Value::from);
        assert_eq!(got.row["status"], expect, "{value}");
    };
    let sizes = || json!(["small", "medium", "large", null]);
    check(sizes(), "Medium-large", None);
    check(sizes(), "Medium", Some("medium"));
    check(sizes(), "medium-sized", Some("medium"));
    let levels = json!(["beginner", "advanced", null]);
    check(levels, "All levels (beginner friendly)", None);
}

#[test]
fn a_currency_is_the_code_beside_the_price() {
    let fields = json!({"price": {"type": ["number", "null"]}, "currency": text()});
    let page = |price: &str| format!("<title>Oak</title><h1>Oak</h1><p class=price>{price}</p>");
    for (price, currency) in [
        ("$40.00 USD", json!("USD")),
        ("CHF 40.00", json!("CHF")),
        ("$40.00", Value::Null),
    ] {
        let expect = json!({"price": 40, "currency": currency});
        check(&fields, &page(price), &expect);
    }
}

#[test]
fn a_price_that_is_seen_outranks_what_markup_makes_of_it() {
    let fields = json!({"price": {"type": ["number", "null"]}});
    let page = "<html lang=de><title>Lampe</title><div itemscope itemtype='https://schema.org/Product'>\
        <h1 itemprop=name>Lampe</h1><div itemprop=offers itemscope itemtype='https://schema.org/Offer'>\
        <span itemprop=price content=3990>39,90 €</span></div></div>";
    check(&fields, page, &json!({"price": 39.9}));
    let net = "<title>Drill</title><h1>Drill</h1><p>£100.00 ex VAT</p><p>£120.00 inc VAT</p>";
    check(&fields, net, &json!({"price": 120}));
    let once = "<html lang=zh><title>灯</title><h1>灯</h1><p>原价：¥599.00</p><p>现价：¥459.00</p>";
    check(&fields, once, &json!({"price": 459}));
}

#[test]
fn an_abstract_ends_before_its_keywords() {
    let fields = json!({"abstract": text()});
    let paragraphs = "<p>We grew moss in the shade of old trees for two years and measured it.</p><p>Result: it grew.</p>";
    for rest in [
        "<p>Keywords: moss; shade</p><p>Cited by 7</p>",
        "<p>© 2026 The Authors.</p>",
    ] {
        let html = format!("<h1>Moss</h1><h2>Abstract</h2>{paragraphs}{rest}");
        check(
            &fields,
            &html,
            &json!({"abstract": "We grew moss in the shade of old trees for two years and measured it. Result: it grew."}),
        );
    }
}
