//! Days that a page states with words around them: bounds, spans, lists, doubts.

use serde_json::{Value, json};

use super::draft;

#[test]
fn a_day_is_no_bound_of_another_kind() {
    let check = |field: &str, value: &str, expect: Option<&str>| {
        let fields = json!({field: {"type": ["string", "null"], "format": "date"}});
        let label = if field == "releaseDate" {
            "Release date"
        } else {
            "Valid until"
        };
        let html = format!("<html lang=en><h1>Anvil</h1><dl><dt>{label}<dd>{value}</dl>");
        let got = draft(&fields, &html);
        let expect = expect.map_or(Value::Null, Value::from);
        assert_eq!(got.row[field], expect, "{field}: {value}");
    };
    for text in [
        "before 5 May 2026",
        "after 5 May 2026",
        "not before 5 May 2026",
        "postponed from 5 May 2026",
        "until Tuesday, 5 May 2026",
        "5 May 2026 or later",
        "5 May 2026?",
        "week of 5 May 2026",
        "every Monday from 4 May 2026",
        "not 4 May 2026 as stated before",
        "jusqu'au 4 mai 2026",
        "hasta el 4 de mayo de 2026",
        "bis 4. Mai 2026",
    ] {
        check("releaseDate", text, None);
    }
    for text in [
        "2026년 5월 2일부터 5월 4일까지",
        "2026年5月2日まで",
        "2026年5月2日以降",
    ] {
        check("releaseDate", text, None);
    }
    for text in [
        "Released by Tom 5 May 2026",
        "This week, 5 May 2026",
        "Every copy 5 May 2026",
        "2026.05.05 - 3 min read",
    ] {
        check("releaseDate", text, Some("2026-05-05"));
    }
    check("releaseDate", "Tuesday, 5 May 2026", Some("2026-05-05"));
    check("releaseDate", "from 5 May 2026", Some("2026-05-05"));
    check("releaseDate", "moved to 5 May 2026", Some("2026-05-05"));
    check("releaseDate", "2026-05-05", Some("2026-05-05"));
    check("validThrough", "until 5 May 2026", Some("2026-05-05"));
    check("validThrough", "after 5 May 2026", None);
}

#[test]
fn a_span_gives_the_end_that_a_field_asks_for() {
    let check = |label: &str, value: &str, first: Option<&str>, last: Option<&str>| {
        let date = json!({"type": ["string", "null"], "format": "date"});
        let fields = json!({"startDate": date, "endDate": date, "releaseDate": date});
        let html = format!("<html lang=en><h1>Book Fair</h1><p>{label}: {value}</p>");
        let got = draft(&fields, &html);
        assert_eq!(got.row["startDate"], json!(first), "{value}");
        assert_eq!(got.row["endDate"], json!(last), "{value}");
        assert_eq!(got.row["releaseDate"], Value::Null, "{value}");
    };
    let days = (Some("2026-07-03"), Some("2026-07-05"));
    check("Date", "3–5 July 2026", days.0, days.1);
    check("When", "Friday 3 to Sunday 5 July 2026", days.0, days.1);
    check("Start date", "3 July 2026", days.0, None);
    check("End date", "5 July 2026", None, days.1);
    check("When", "5 July 2026", days.1, None);
    check("When", "3–5 July", None, None);
}

#[test]
fn a_year_of_another_calendar_is_not_taken_for_one_of_the_common_era() {
    let check = |lang: &str, field: &str, label: &str, day: &str, expect: Option<&str>| {
        let fields = json!({field: {"type": ["string", "null"], "format": "date"}});
        let html = format!("<html lang={lang}><h1>Anvil</h1><dl><dt>{label}<dd>{day}</dl>");
        let got = draft(&fields, &html);
        assert_eq!(got.row[field], json!(expect), "{label}: {day}");
    };
    check("en", "releaseDate", "Release date", "1447-11-18", None);
    check("en", "releaseDate", "Release date", "2569-05-05", None);
    let converted = Some("2026-05-05");
    check("th", "releaseDate", "Release date", "2569-05-05", converted);
    let born = Some("1447-11-18");
    check("en", "birthDate", "Born", "1447-11-18", born);
    let early = Some("1813-01-28");
    check("en", "releaseDate", "Release date", "1813-01-28", early);
}

#[test]
fn a_short_name_of_a_weekday_bounds_nothing() {
    let check = |lang: &str, day: &str, expect: Option<&str>| {
        let fields = json!({"startDate": {"type": ["string", "null"], "format": "date"}});
        let html = format!("<html lang={lang}><h1>Concert</h1><dl><dt>Datum<dd>{day}</dl>");
        let got = draft(&fields, &html);
        assert_eq!(got.row["startDate"], json!(expect), "{lang}: {day}");
    };
    check("de", "Do, 14. Mai 2026", Some("2026-05-14"));
    check("de", "Do., 14.05.2026", Some("2026-05-14"));
    check("de", "um 20 Uhr am 14. Mai 2026", Some("2026-05-14"));
    check("cs", "po 4. května 2026", Some("2026-05-04"));
    check("cs", "do 4. května 2026", None);
    check("de", "um den 14. Mai 2026", None);
}

#[test]
fn a_description_makes_no_field_the_end_of_something_by_a_small_word() {
    let check = |description: &str, expect: Option<&str>| {
        let field =
            json!({"type": ["string", "null"], "format": "date", "description": description});
        let html = "<html lang=en><h1>Anvil</h1><dl><dt>Release date<dd>until 5 May 2026</dl>";
        let got = draft(&json!({"releaseDate": field}), html);
        assert_eq!(got.row["releaseDate"], json!(expect), "{description}");
    };
    check("when it was released by its maker", None);
    check("the last one", None);
    check("the deadline", Some("2026-05-05"));
}

#[test]
fn a_span_in_a_field_of_text_gives_the_end_that_it_asks_for() {
    let text = json!({"type": ["string", "null"]});
    let fields = json!({"startDate": text, "endDate": text, "start_date_text": text});
    let check = |said: &str, first: &str, last: Option<&str>| {
        let html = format!("<html lang=en><h1>Concert</h1><p>Date: {said}</p>");
        let got = draft(&fields, &html);
        assert_eq!(got.row["startDate"], json!(first), "{said}");
        assert_eq!(got.row["endDate"], json!(last), "{said}");
        assert_eq!(got.row["start_date_text"], json!(said), "{said}");
    };
    check("5–9 May 2026", "2026-05-05", Some("2026-05-09"));
    check("5 May 2026 to 9 May 2026", "2026-05-05", Some("2026-05-09"));
    check("5 May 2026", "5 May 2026", None);
    check("5–9 May", "5–9 May", None);
}

#[test]
fn a_day_is_no_time_of_day() {
    let text = json!({"type": ["string", "null"]});
    let check = |label: &str, said: &str, expect: Option<&str>| {
        let html = format!("<html lang=en><h1>Concert</h1><p>{label}: {said}</p>");
        let got = draft(&json!({"startTime": text}), &html);
        assert_eq!(got.row["startTime"], json!(expect), "{label}: {said}");
    };
    check("Date", "5 May 2026", None);
    check("Date", "5 May 2026 – 9 May 2026", None);
    for said in ["5 May 2026, 19:00", "5 May 2026, 7 pm", "5 May 2026 at 7pm"] {
        check("Date", said, Some(said));
    }
    check("Start time", "19:00", Some("19:00"));
}
