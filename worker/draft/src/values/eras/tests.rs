//! Years of other calendars.

use serde_json::{Value, json};

use crate::tests::draft;

#[test]
fn a_year_of_the_pages_other_calendar_is_none_of_the_common_era() {
    let check = |lang: &str, field: &str, label: &str, said: &str, expect: Value| {
        let kind = if field.ends_with("Date") {
            json!({"type": ["string", "null"], "format": "date"})
        } else {
            json!({"type": ["integer", "null"]})
        };
        let html = format!("<html lang={lang}><h1>Anvil</h1><dl><dt>{label}<dd>{said}</dl>");
        let got = draft(&json!({field: kind}), &html);
        assert_eq!(got.row[field], expect, "{lang}: {label}: {said}");
    };
    check("fa", "birthDate", "Born", "1370-02-15", Value::Null);
    check("en", "birthDate", "Born", "1370-02-15", json!("1370-02-15"));
    check(
        "fa-IR",
        "birthDate",
        "Born",
        "1991-05-05",
        json!("1991-05-05"),
    );
    check("ar-SA", "birthDate", "Born", "1411/10/20", Value::Null);
    check(
        "ne",
        "releaseDate",
        "Release date",
        "2083-01-29",
        Value::Null,
    );
    check(
        "ne",
        "releaseDate",
        "Release date",
        "2026-05-12",
        json!("2026-05-12"),
    );
    check(
        "th",
        "releaseDate",
        "Release date",
        "2569-05-12",
        json!("2026-05-12"),
    );
    check("th", "yearBuilt", "Year built", "2560", Value::Null);
    check("th", "yearBuilt", "Year built", "2017", json!(2017));
    check("fa", "year", "Year", "1395", Value::Null);
    check("en", "year", "Year", "1395", json!(1395));
    check("th", "price", "Price", "2560", json!(2560));
}

#[test]
fn a_machines_day_of_another_calendar_is_no_text_of_a_day() {
    let check = |lang: &str, html: &str, expect: Value| {
        let fields = json!({"publishedAt": {"type": ["string", "null"]}});
        let got = draft(&fields, &format!("<html lang={lang}><h1>Anvil</h1>{html}"));
        assert_eq!(got.row["publishedAt"], expect, "{html}");
    };
    check(
        "fa",
        "<time class=date datetime=1405-02-15>1405</time>",
        Value::Null,
    );
    check(
        "fa",
        "<time class=date datetime=2026-05-05>1405</time>",
        json!("2026-05-05"),
    );
}
