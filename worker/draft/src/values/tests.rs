//! Numbers, amounts, days and closed sets as pages write them.

mod dates;

use domain::schema::ClosedSet;
use serde_json::json;

use super::asked::Asked;
use super::bounds::bounded;
use super::closed::Members;
use super::currency::codes;
use super::number::{Style, find, writes_comma};
use super::price::{Bound, amount};
use super::scale::{self, Scales};
use super::{date, number};

const MONEY: Scales<'_> = Scales {
    lang: "en",
    counts: false,
    money: true,
    asked: Asked::Other,
};

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
    check("bn", "১২৩", &["123"]);
    check("th", "๔๕.๕", &["45.5"]);
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
fn what_some_pay_and_what_counts_other_things_is_no_amount() {
    let check = |text: &str, expect: Option<&str>| {
        let found = amount(text, style("en"), None, MONEY);
        assert_eq!(found.as_deref(), expect, "{text}");
    };
    check("Free for members, $30 for non-members", None);
    check("Free entry, parking £5", None);
    check("Free | $30", None);
    for some in [
        "$30, free for members",
        "$30 - free for members",
        "$30 (free for members)",
        "$30, free to members",
        "$30, free with membership",
        "Adults $30, free if under 12",
        "30 €, gratis para socios",
        "30 €, gratis per i soci",
        "30 €, gratis voor leden",
        "30 €, gratuit pour les membres",
        "30 €, kostenlos für Mitglieder",
    ] {
        check(some, None);
    }
    check("30 €, kostenlos bis zur Haustür", Some("30"));
    check("Free-standing lamp, $30", Some("30"));
    check("$30, free shipping", Some("30"));
    check("$30, free to return within 30 days", Some("30"));
    check("$30 · Free", Some("30"));
    check("Free returns, $30", Some("30"));
    check("3 Kaltmieten", None);
    check("2 months' rent", None);
    check("3 Netto-Kaltmieten", None);
    check("890 € Kaltmiete", Some("890"));
    check("1 K", None);
    check("1 D", Some("1"));
    check("1 K €", Some("1000"));
    check("1 B/.", Some("1"));
    check("B/. 1", Some("1"));
}

#[test]
fn one_amount_or_none() {
    let check = |text: &str, bound: Option<Bound>, expect: Option<&str>| {
        assert_eq!(
            amount(text, style("en"), bound, MONEY).as_deref(),
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
    check("Робот 5990 ₽", None, Some("5990"));
    check("от 5990 ₽", None, None);
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
    check("$3 million", None, Some("3000000"));
    check("$1-3 million", Some(Bound::Minimum), Some("1000000"));
    check("£1.25m", None, Some("1250000"));
    check("1.5 MSEK", None, Some("1500000"));
    check("5 lakh ₹", None, Some("500000"));
    check("₹1.2 Cr", None, Some("12000000"));
    check("$5MM", None, None);
    check("€2 dozen", None, None);
    check("2 for $10", None, None);
    check("3/$10", None, None);
    check("Buy 2 for only $10", None, None);
    check("$10 for 2", None, None);
    check("$10 for 1", None, Some("10"));
    check("12 pcs $10", None, Some("10"));
}

#[test]
fn what_stands_beside_an_amount_tells_what_its_dot_parts() {
    let check = |text: &str, lang: Option<&str>, expect: Option<&str>| {
        let style = Style {
            comma_decimal: number::writes_comma(lang),
            machine: false,
            unknown: lang.is_none(),
        };
        assert_eq!(
            amount(text, style, None, MONEY).as_deref(),
            expect,
            "{text}"
        );
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
fn figures_with_fractions_and_words_for_more() {
    let check = |lang: &str, text: &str, counts: bool, expect: Option<&str>| {
        let how = Scales {
            lang,
            counts,
            money: false,
            asked: Asked::Other,
        };
        let found = find(text, style(lang));
        let got = match found.as_slice() {
            [one] => scale::whole(text, one, how),
            all => scale::mixed(text, all),
        };
        let got = got.map(|found| found.value);
        assert_eq!(got.as_deref(), expect, "{lang}: {text}");
    };
    let same = |lang: &str, text: &str, expect: Option<&str>| check(lang, text, false, expect);
    same("en", "4½ stars", Some("4.5"));
    same("en", "½", Some("0.5"));
    same("en", "2 ¾ in", Some("2.75"));
    same("en", "4⅓", None);
    same("en", "1 1/2 baths", Some("1.5"));
    same("en", "1 3/16", Some("1.1875"));
    same("en", "1 2/3", None);
    same("en", "1 of 1/2", None);
    same("en", "$3 million", Some("3000000"));
    same("en", "1.2 billion people", Some("1200000000"));
    same("de", "1,2 Billionen", Some("1200000000000"));
    same("fr", "1,2 billion", None);
    same("", "1.2 billion", None);
    same("de", "2,5 Mio.", Some("2500000"));
    same("de", "3 Mrd. €", Some("3000000000"));
    same("es", "5 mil", Some("5000"));
    same("es", "5 mil millones", None);
    same("en", "5 mil thick", Some("5"));
    same("hi", "5 लाख", Some("500000"));
    same("en", "5 lakh", Some("500000"));
    same("ja", "3億", Some("300000000"));
    same("zh", "1.5万", Some("15000"));
    same("zh", "3百万", Some("3000000"));
    same("zh", "3千克", Some("3"));
    same("ja", "2兆", None);
    same("ko", "3만 명", Some("30000"));
    same("ru", "12 тыс.", Some("12000"));
    same("en", "2 dozen", None);
    same("en", "3-million", Some("3000000"));
    same("en", "3 thousand million", None);
    same("en", "1.25 thousand", Some("1250"));
    same("en", "1.2345 thousand", Some("1234.5"));
    same("en", "3M", None);
    same("en", "12K", None);
    check("en", "3M", true, Some("3000000"));
    check("en", "1.2K views", true, Some("1200"));
    check("en", "12 km", true, Some("12"));
    check("en", "9.5 m", true, Some("9.5"));
    check("en", "7 months", true, Some("7"));
    check("en", "5 kg", true, Some("5"));
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

#[test]
fn members_with_words_beside_them_that_mean_another_thing() {
    let check = |members: &[&str], text: &str, expect: Option<&str>| {
        let set = ClosedSet {
            members: members.iter().map(|member| json!(member)).collect(),
            titles: Vec::new(),
        };
        let got = Members::new(&set).member(text);
        assert_eq!(got, expect.map(|one| json!(one)), "{text}");
    };
    let adopted = ["adopted", "available"];
    check(&adopted, "not yet adopted", None);
    check(&adopted, "soon to be adopted", None);
    check(&adopted, "hasn't been adopted", None);
    check(&adopted, "was adopted on 5 May", Some("adopted"));
    check(&adopted, "No fee, adopted", Some("adopted"));
    check(&adopted, "Adopted: no", None);
    check(&adopted, "Adopted - no returns", Some("adopted"));
    let stock = ["InStock", "SoldOut"];
    check(&stock, "almost sold out", None);
    check(&stock, "Fast ausverkauft", None);
    check(&stock, "即将售罄", None);
    check(&stock, "nicht mehr auf Lager", None);
    check(&stock, "Sold out", Some("SoldOut"));
    check(&stock, "In stock until sold out", Some("InStock"));
    let house = ["detached", "terraced"];
    check(&house, "semi-detached", None);
    check(&house, "Semi detached house", None);
    check(&house, "Detached house", Some("detached"));
    let size = ["Small", "Large"];
    check(&size, "X-Large", None);
    check(&size, "Extra Large", None);
    check(&size, "2x large", None);
    check(&size, "Size: Large", Some("Large"));
    check(&["Large", "X-Large"], "X-Large", Some("X-Large"));
    let rules = ["smoking", "parking", "pets"];
    check(&rules, "non-smoking", None);
    check(&rules, "no parking", None);
    check(&rules, "smoking not allowed", None);
    check(&rules, "smoking-free rooms", None);
    check(&rules, "without parking", None);
    check(&rules, "ohne eigenes parking", None);
    check(&rules, "No smoking, parking", Some("parking"));
    let hours = ["FULL_TIME", "PART_TIME"];
    check(&hours, "was full-time", None);
    check(&hours, "was full-time, now part-time", Some("PART_TIME"));
    check(&hours, "Vollzeit-Stelle, full-time", Some("FULL_TIME"));
}
