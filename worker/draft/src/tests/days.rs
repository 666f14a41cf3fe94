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
    check("releaseDate", "Tuesday, 5 May 2026", Some("2026-05-05"));
    check("releaseDate", "from 5 May 2026", Some("2026-05-05"));
    check("releaseDate", "moved to 5 May 2026", Some("2026-05-05"));
    check("releaseDate", "2026-05-05", Some("2026-05-05"));
    check("validThrough", "until 5 May 2026", Some("2026-05-05"));
    check("validThrough", "after 5 May 2026", None);
}
