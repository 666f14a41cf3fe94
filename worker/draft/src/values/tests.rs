//! Numbers, amounts, days and closed sets as pages write them.

use domain::schema::ClosedSet;
use serde_json::json;

use super::bounds::bounded;
use super::closed::Members;
use super::number::{Style, find, writes_comma};
use super::price::{Bound, amount, codes};
use super::{date, number};

fn style(lang: &str) -> Style {
    Style {
        comma_decimal: writes_comma(Some(lang)),
        machine: false,
        unknown: false,
    }
}

#[test]
fn numbers_by_language() {
    let check = |lang: &str, text: &str, expect: &[&str]| {
        let found = find(text, style(lang));
        let got: Vec<&str> = found.iter().map(|found| found.value.as_str()).collect();
        assert_eq!(got, expect, "{lang}: {text}");
    };
    check("en", "1,250.00", &["1250.00"]);
    check("en", "1,200", &["1200"]);
    check("en", "3.350", &["3.350"]);
    check("de", "1.299,00", &["1299.00"]);
    check("de", "1.299", &["1299"]);
    check("de-CH", "1'299.50", &["1299.50"]);
    check("fr", "1 204 avis", &["1204"]);
    check("fr", "1\u{202f}204,50", &["1204.50"]);
    check("en", "12,34,567", &["1234567"]);
    check("en", "19^99", &["19.99"]);
    check("fr", "12€44", &["12.44"]);
    check("en", "-8.2943", &["-8.2943"]);
    check("en", "10-20", &["10", "20"]);
    check("ar", "١٢٫٥", &["12.5"]);
    check("en", "58 m2 and gtin13", &["58"]);
    check("en", "12.03.2026", &[]);
    check("en", "0.500", &["0.500"]);
    check("en", "1e3 m", &[]);
    check("en", "2.5E-4", &[]);
    check("en", "1 e 3", &["1", "3"]);
    check("de-CH", "CHF 1’299.–", &["1299"]);
    check("de", "12,- €", &["12"]);
    check("sv", "1 299:-", &["1299"]);
    check("pl", "1 299,00 zł", &["1299.00"]);
    check("en-IN", "₹1,25,000.50", &["125000.50"]);
    check("ja", "１２，５００円", &["12500"]);
    check("fa", "۱۲۳٬۴۵۶", &["123456"]);
    check("hi", "१,२३४", &["1234"]);
    check("fr", "3 12 456", &["3", "12456"]);
}

#[test]
fn machine_numbers_have_a_dot_for_decimals() {
    let machine = Style {
        comma_decimal: true,
        machine: true,
        unknown: false,
    };
    assert_eq!(find("140.000", machine)[0].value, "140.000");
    assert_eq!(number::to_json("140.000"), Some(json!(140)));
    assert_eq!(
        number::to_json("9007199254740993"),
        Some(json!(9_007_199_254_740_993_i64))
    );
    assert_eq!(number::to_json("10.50"), Some(json!(10.5)));
}

#[test]
fn one_amount_or_none() {
    let check = |text: &str, bound: Option<Bound>, expect: Option<&str>| {
        assert_eq!(
            amount(text, style("en"), bound).as_deref(),
            expect,
            "{text}"
        );
    };
    check("$1,250.00", None, Some("1250.00"));
    check("2 pairs from $349", None, None);
    check("from $349", Some(Bound::Minimum), Some("349"));
    check("£30,000 - £40,000", None, None);
    check("£30,000 - £40,000", Some(Bound::Minimum), Some("30000"));
    check("£30,000 to £40,000", Some(Bound::Maximum), Some("40000"));
    check("30k–40k EUR", Some(Bound::Maximum), Some("40000"));
    check("12.44 € + 6.99 € delivery", None, Some("12.44"));
    check("$10 or $12", None, None);
    check("free", None, None);
    check("up to $300", None, None);
    check("up to $300", Some(Bound::Maximum), Some("300"));
    check("$1200+", None, None);
    check("99元起/包", None, None);
    check("ab 19.99 €", None, None);
    check("ab 19.99 €", Some(Bound::Minimum), Some("19.99"));
    check("à partir de 12 €", None, None);
    check("starting at $5", Some(Bound::Minimum), Some("5"));
    check("less than $10", None, None);
    check("von 10 € bis 20 €", None, None);
    check("von 10 € bis 20 €", Some(Bound::Maximum), Some("20"));
    check("US$ 1,200", None, Some("1200"));
    check("EUR1,299.00 incl. VAT", None, Some("1299.00"));
    check("$1.5k", None, Some("1500"));
    check("£30-40k", Some(Bound::Minimum), Some("30000"));
    check("$.75", None, Some("0.75"));
    check("..75", None, None);
    check("No.75", None, Some("75"));
    check("40% off", None, None);
    check("129.00 € (-15%)", None, Some("129.00"));
    check("118. 99 TL", None, Some("118.99"));
    check("$1,837. 32", None, Some("1837.32"));
    check("size 3, 20 €", None, Some("20"));
    check("RM50", None, Some("50"));
}

#[test]
fn what_stands_beside_an_amount_tells_what_its_dot_parts() {
    let check = |text: &str, lang: Option<&str>, expect: Option<&str>| {
        let style = Style {
            comma_decimal: number::writes_comma(lang),
            machine: false,
            unknown: lang.is_none(),
        };
        assert_eq!(amount(text, style, None).as_deref(), expect, "{text}");
    };
    check("Rp 31.500", None, Some("31500"));
    check("12.500 ₫", None, Some("12500"));
    check("1.727 Ft", Some("en"), Some("1727"));
    check("kr 1,299", Some("en"), Some("1299"));
    check("kr 1,299.50", Some("en"), Some("1299.50"));
    check("1.899,-", None, Some("1899"));
    check("1,899.-", Some("de"), Some("1899"));
    check("1.899 €", None, None);
    check("1.899 €", Some("de"), Some("1899"));
}

#[test]
fn a_bound_is_not_the_number() {
    let check = |text: &str, expect: Option<Bound>| {
        let found = find(text, style("en"));
        assert_eq!(bounded(text, &found[0], false), expect, "{text}");
    };
    check("1200+", Some(Bound::Minimum));
    check("1200 + 3", None);
    check("over 500 berths", Some(Bound::Minimum));
    check("3 years or more", Some(Bound::Minimum));
    check("> 20", Some(Bound::Minimum));
    check("up to 300", Some(Bound::Maximum));
    check("bis zu 300 kg", Some(Bound::Maximum));
    check("300 or less", Some(Bound::Maximum));
    check("a height of 300 m", None);
    check("Höhe von 300 m", None);
    check("300", None);
}

#[test]
fn only_written_codes_are_codes() {
    assert_eq!(codes("1.299,00 EUR"), ["EUR"]);
    assert!(codes("$12 or kr 90").is_empty());
}

#[test]
fn days_by_a_strict_grammar() {
    let check = |text: &str, first: Option<bool>, expect: Option<&str>| {
        let style = date::Style {
            day_first: first,
            language: None,
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
    assert_eq!(
        date::day("1er janvier 2026", date::Style::default()).as_deref(),
        Some("2026-01-01")
    );
}

#[test]
fn members_by_words_aliases_and_addresses() {
    let set = |members: &[&str]| ClosedSet {
        members: members.iter().map(|member| json!(member)).collect(),
        titles: Vec::new(),
    };
    let stock = set(&["InStock", "OutOfStock"]);
    let check = |set: &ClosedSet, text: &str, expect: &[&str]| {
        assert_eq!(
            Members::new(set).stated(text),
            expect.iter().map(|one| json!(one)).collect::<Vec<_>>(),
            "{text}"
        );
    };
    check(&stock, "https://schema.org/InStock", &["InStock"]);
    check(&stock, "http://schema.org/SoldOut", &["OutOfStock"]);
    check(&stock, "Derzeit nicht verfügbar.", &["OutOfStock"]);
    check(&stock, "Currently unavailable", &["OutOfStock"]);
    check(&stock, "NOT SOLD", &[]);
    check(&stock, "已售完", &["OutOfStock"]);
    let kind = set(&["FULL_TIME", "USED", "KETCH"]);
    check(&kind, "Full-time, permanent", &["FULL_TIME"]);
    check(&kind, "fulltime", &["FULL_TIME"]);
    check(&kind, "unused and sketchy", &[]);
}
