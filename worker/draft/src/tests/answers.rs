//! Answers that are less than one, and values that a page gives in other words than the field's.

use serde_json::{Value, json};

use super::{draft, text};

#[track_caller]
fn check(field: &Value, name: &str, html: &str, expect: &Value) {
    let got = draft(&json!({name: field}), &format!("<h1>Lamp</h1>{html}"));
    assert_eq!(got.row[name], *expect, "{html}");
}

#[test]
fn qualified_answers_are_none() {
    let free = json!({"type": ["boolean", "null"]});
    let answer = |said: &str, expect: Value| {
        check(
            &free,
            "freeShipping",
            &format!("<p>Free shipping: {said}</p>"),
            &expect,
        );
    };
    answer("Yes (by post)", json!(true));
    answer("Yes – for members", Value::Null);
    answer("Ja (nur Mitglieder)", Value::Null);
}

#[test]
fn a_number_of_choices_is_none_of_them() {
    let color = |said: &str, expect: Value| {
        check(&text(), "color", &format!("<p>Colour: {said}</p>"), &expect);
    };
    color("Choice of 4", Value::Null);
    color("Available in 3 colours", Value::Null);
    color("Choice white", json!("Choice white"));
}

#[test]
fn a_label_of_stock_and_a_plain_answer() {
    let set = json!({"enum": ["InStock", "OutOfStock", null]});
    let check = |line: &str, expect: Value| {
        let html = format!("<h1>Lamp</h1><p>{line}</p>");
        let got = draft(&json!({"availability": set}), &html);
        assert_eq!(got.row["availability"], expect, "{line}");
        let told = got.stated.iter().any(|one| expect == *one.member);
        assert!(expect.is_null() || told, "{line}: {:?}", got.stated);
    };
    check("Auf Lager: Nein", json!("OutOfStock"));
    check("Auf Lager: Ja", json!("InStock"));
    check("In stock: No", json!("OutOfStock"));
    check("En stock : Oui", json!("InStock"));
    check("Skladem: ne", json!("OutOfStock"));
    check("Op voorraad: misschien", Value::Null);
    check("Sold out: no", json!("InStock"));
    check("Sold out: yes", json!("OutOfStock"));
    check("Out of stock: No - 3 left", json!("InStock"));
    check("Ausverkauft: nein", json!("InStock"));
    check("Esaurito: sì", json!("OutOfStock"));
    check("売り切れ: いいえ", json!("InStock"));
}

#[test]
fn an_answer_to_a_label_of_lack_is_turned_around() {
    let said = "<dl><dt>Sold out<dd>no</dl>";
    let check = |field: &Value, name: &str, expect: Value| check(field, name, said, &expect);
    // Without a member for what can be had nothing is, least of all the label's own.
    let set = json!({"enum": ["SoldOut", "PreOrder", null]});
    check(&set, "availability", Value::Null);
    let truth = json!({"type": ["boolean", "null"]});
    check(&truth, "inStock", json!(true));
    check(&truth, "soldOut", json!(false));
    // No word of the field's own.
    check(&text(), "availability", Value::Null);
}

#[test]
fn what_can_be_had_without_saying_so() {
    let set = json!({"enum": ["InStock", "OutOfStock", null]});
    let is = |line: &str, expect: Value| {
        check(
            &set,
            "availability",
            &format!("<p>$40</p><p>{line}</p>"),
            &expect,
        );
        let labelled = format!("<dl><dt>Availability<dd>{line}</dl>");
        check(&set, "availability", &labelled, &expect);
    };
    let inside = json!("InStock");
    for line in [
        "Ships today",
        "Only 2 left!",
        "Nur noch 3 Stück",
        "Plus que 2",
        "Осталось 4 шт.",
        "Low stock",
        "In stock at 3 stores",
        "Skladem v 3 prodejnách",
        "Na skladě",
        "На складе",
        "有库存",
        "Nu op voorraad",
        "Σε απόθεμα",
    ] {
        is(line, inside.clone());
    }
    for line in [
        "Нет на складе",
        "没有库存",
        "Není na skladě",
        "Không còn hàng",
    ] {
        is(line, json!("OutOfStock"));
    }
    for line in [
        "Only 0 left",
        "Usually ships in 3 weeks",
        "Ships from Germany",
        "Only 2 left to tell the tale",
    ] {
        is(line, Value::Null);
    }
    // A set that knows of limited stock may mean that.
    let more = json!({"enum": ["InStock", "LimitedAvailability", null]});
    check(&more, "availability", "<p>Only 2 left</p>", &Value::Null);
}

#[test]
fn what_only_follows_gives_way_to_what_is_said() {
    let set = json!({"enum": ["InStock", "OutOfStock", null]});
    let is = |html: &str, expect: Value| check(&set, "availability", html, &expect);
    is("<p>Ships today</p><p>Sold out</p>", json!("OutOfStock"));
    is(
        "<p>Ships today</p><button>Notify me when available</button>",
        json!("OutOfStock"),
    );
    is("<p>Out of stock at 3 stores</p>", Value::Null);
    is("<ul><li>Large <b>Only 2 left</b></ul>", Value::Null);
}

#[test]
fn a_stop_behind_a_plain_word_is_the_lines() {
    let color = |said: &str, expect: &str| {
        check(
            &text(),
            "color",
            &format!("<p>Colour: {said}</p>"),
            &json!(expect),
        );
    };
    color("none.", "none");
    color("None.", "None");
    color("dark red.", "dark red");
    color("Benjamin Moore Inc.", "Benjamin Moore Inc.");
    color("red, blue etc.", "red, blue etc.");
}

#[test]
fn the_period_of_an_amount_by_its_unit() {
    let set = json!({"enum": ["HOUR", "MONTH", "YEAR", null]});
    let pay = |said: &str, expect: Value| {
        check(
            &set,
            "salaryPeriod",
            &format!("<p>Salaire : {said}</p>"),
            &expect,
        );
    };
    pay("38 à 45 k€ / an", json!("YEAR"));
    pay("2 100 €/mois", json!("MONTH"));
    pay("38 à 45 k€", Value::Null);
    pay("£24,000 (37.5 hours per week)", Value::Null);
    pay("$17.50–$19/hr + tips (about $38K a year)", json!("HOUR"));
    pay("38 k€ (par an)", json!("YEAR"));
}

#[test]
fn the_maker_where_no_brand_is_told() {
    let brand = |html: &str, expect: Value| check(&text(), "brand", html, &expect);
    brand("<p>Producent: Emalia Śląska</p>", json!("Emalia Śląska"));
    brand(
        "<table><tr><th>Hersteller<td>Kerbholz</table>",
        json!("Kerbholz"),
    );
    brand(
        "<p>Producent: Foxconn</p><p>Marka: Elmco</p>",
        json!("Elmco"),
    );
    brand(
        "<p>Hersteller: Foxconn</p><script type='application/ld+json'>{\"@type\":\"Product\",\
         \"name\":\"Lamp\",\"brand\":\"Elmco\"}</script>",
        json!("Elmco"),
    );
    brand("<p>Hersteller: Kerbholz, Ring 4, Ulm</p>", Value::Null);
}

#[test]
fn counts_in_brackets_and_counts_that_markup_contradicts() {
    let number = json!({"type": ["integer", "null"]});
    let count = |name: &str, html: &str, expect: Value| check(&number, name, html, &expect);
    count("commentCount", "<p>Komentarze (12)</p>", json!(12));
    count("commentCount", "<p>Artykuły (12)</p>", Value::Null);
    count("commentCount", "<p>Komentarze (12) i (3)</p>", Value::Null);
    count("reviewCount", "<a>(8 customer reviews)</a>", json!(8));
    let rated = "<script type='application/ld+json'>{\"@type\":\"Product\",\"name\":\"Lamp\",\
                 \"aggregateRating\":{\"reviewCount\":1}}</script>";
    count(
        "reviewCount",
        &format!("{rated}<p>12 reviews</p>"),
        json!(12),
    );
    count(
        "reviewCount",
        &format!("{rated}<p>12 reviews</p><p>3 reviews</p>"),
        json!(1),
    );
    count("reviewCount", rated, json!(1));
}

#[test]
fn labels_of_other_tongues_for_keywords_and_teachers() {
    let list = json!({"type": ["array", "null"], "items": {"type": "string"}});
    let words = "<p>Теги: мост, город</p>";
    check(&list, "tags", words, &json!(["мост", "город"]));
    let teacher = |html: &str, name: &str| check(&text(), "instructor", html, &json!(name));
    teacher("<p>Kursleitung: Gerda Lenz</p>", "Gerda Lenz");
    teacher("<p>Taught by: Ines Roca</p>", "Ines Roca");
    teacher(
        "<script type='application/ld+json'>{\"@type\":\"Course\",\"name\":\"Lamp\",\
         \"hasCourseInstance\":{\"instructor\":{\"@type\":\"Person\",\"name\":\"Ines Roca\"}}}\
         </script>",
        "Ines Roca",
    );
}
