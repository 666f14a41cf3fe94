//! Days as texts state them.

use super::date;

#[test]
fn days_by_a_strict_grammar() {
    let check = |text: &str, first: Option<bool>, expect: Option<&str>| {
        let style = date::Style {
            day_first: first,
            ..date::Style::default()
        };
        assert_eq!(date::day(text, style).as_deref(), expect, "{text}");
    };
    check("2026-03-15T23:59:59+00:00", None, Some("2026-03-15"));
    check("15 March 2026", None, Some("2026-03-15"));
    check("March 15, 2026, 10:30", None, Some("2026-03-15"));
    check("Sunday, 1. März 2026", None, Some("2026-03-01"));
    check("Tue, 03 Mar 2026 10:00:00 GMT", None, Some("2026-03-03"));
    check("2026 May 4", None, Some("2026-05-04"));
    check("15.03.2026", None, Some("2026-03-15"));
    check("15/03/2026", None, Some("2026-03-15"));
    check("03/04/2026", None, None);
    check("03/04/2026", Some(true), Some("2026-04-03"));
    check("3 days ago", None, None);
    check("31 February 2026", None, None);
    check("March 2026", None, None);
    check("2026-03-01 - 2026-03-05", None, None);
    check("Mon, 18 Nov 2019 16:07:38 -0600", None, Some("2019-11-18"));
    check(
        "Tue Nov 19 2019 03:05:46 GMT+0000",
        None,
        Some("2019-11-19"),
    );
    check("10:48, Tue, Nov 19, 2019", None, Some("2019-11-19"));
    check("15/3/26", None, None);
    check("20260315", None, None);
    check("2026-W10", None, None);
    check("yesterday", None, None);
    check("in 3 days", None, None);
    check("1–3 March 2026", None, None);
    check("March 1-3, 2026", None, None);
    check("Sun Mar 15 12:00:00 2026", None, Some("2026-03-15"));
    check("10:06am Mar 15, 2026", None, Some("2026-03-15"));
    check("15/03/2569", Some(true), None);
    check("Week 11: 15 March 2026", None, Some("2026-03-15"));
    check("9:05 15 March 2026", None, Some("2026-03-15"));
}

#[test]
fn a_month_is_what_the_pages_language_calls_so() {
    let check = |text: &str, lang: Option<&str>, expect: Option<&str>| {
        let day = date::day(text, date::Style::of(lang));
        assert_eq!(day.as_deref(), expect, "{text} in {lang:?}");
    };
    check("12 listopada 2026", Some("pl"), Some("2026-11-12"));
    check("12. listopada 2026.", Some("hr-HR"), Some("2026-10-12"));
    check("12 listopada 2026", None, None);
    check("12. listopad 2026", Some("cs"), Some("2026-11-12"));
    check("12 серпня 2026", Some("uk"), Some("2026-08-12"));
    check("12 серпня 2026", None, Some("2026-08-12"));
    check("12 gruodžio 2026", Some("lt"), Some("2026-12-12"));
    check("12 жніўня 2026", Some("be"), Some("2026-08-12"));
    check("12 Αυγούστου 2026", Some("el"), Some("2026-08-12"));
    check("12 मार्च 2026", Some("hi"), Some("2026-03-12"));
    check("12 en mars 2026", Some("xx"), Some("2026-03-12"));
    check("12 d’abril de 2026", Some("ca"), Some("2026-04-12"));
    check("12 באוגוסט 2026", Some("he"), None);
    check("12 אוגוסט 2026", Some("he"), Some("2026-08-12"));
    check("12 мая 2026", Some("ru"), Some("2026-05-12"));
    // A word of another language is no month here.
    check("iPhone 12 Pro 2021", Some("en"), None);
    check("iPhone 12 Pro 2021", None, None);
    check("Julie 12, 2020", Some("en"), None);
    check("12 พฤษภาคม 2569", Some("th-TH"), Some("2026-05-12"));
    check("15/03/2569", Some("th"), Some("2026-03-15"));
    check("१५/०३/२०२६", Some("hi"), Some("2026-03-15"));
    // Another calendar's year.
    check("۱۵/۰۳/۱۴۰۵", Some("fa"), None);
    check("๑๕/๐๓/๒๕๖๙", Some("th"), Some("2026-03-15"));
    check("๑๕/๐๓/๒๕๖๙", None, None);
    check("12 พฤษภาคม 2026", None, Some("2026-05-12"));
}

#[test]
fn written_days_in_many_languages() {
    let check = |text: &str| {
        assert_eq!(
            date::day(text, date::Style::default()).as_deref(),
            Some("2026-03-15"),
            "{text}"
        );
    };
    check("March 15th, 2026");
    check("15-Mar-2026");
    check("Mar. 15, 2026");
    check("15. März 2026");
    check("le 15 mars 2026");
    check("15 de marzo de 2026");
    check("15 marzo 2026");
    check("15 de março de 2026");
    check("15 maart 2026");
    check("15 mars 2026 kl. 10.30");
    check("15. maaliskuuta 2026");
    check("15 marca 2026");
    check("15. března 2026");
    check("15 martie 2026");
    check("15 марта 2026 г.");
    check("15 Mart 2026");
    check("2026年3月15日");
    check("2026년 3월 15일");
    check("١٥ مارس ٢٠٢٦");
    check("१५ मार्च २०२६");
    check("٢٠٢٦-٠٣-١٥");
    check("２０２６年３月１５日");
    assert_eq!(
        date::day("1er janvier 2026", date::Style::default()).as_deref(),
        Some("2026-01-01")
    );
}

#[test]
fn joined_days_are_no_single_one() {
    let check = |text: &str, expect: Option<&str>| {
        let day = date::day(text, date::Style::default());
        assert_eq!(day.as_deref(), expect, "{text}");
    };
    for text in [
        "del 2 al 4 de mayo de 2026",
        "du 2 au 4 mai 2026",
        "vom 2. bis 4. Mai 2026",
        "dal 2 al 4 maggio 2026",
        "od 2 do 4 maja 2026",
        "со 2 по 4 мая 2026",
        "2. - 4. Mai 2026",
        "2 and 4 May 2026",
        "2nd to the 4th of May 2026",
        "2, 3 & 4 May 2026",
        "2 y 4 de mayo de 2026",
        "2026/5/2～5/4",
        "2026年5月2日～4日",
        "2026年5月2日から4日",
    ] {
        check(text, None);
    }
    check("8 a.m. 5 May 2026", Some("2026-05-05"));
    check("No. 12, 5 May 2026", Some("2026-05-05"));
    check("2026年5月2日 10:30", Some("2026-05-02"));
    check("2026-05-02 - News", Some("2026-05-02"));
}
