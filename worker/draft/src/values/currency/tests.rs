//! Codes that a symbol rules out.

use super::contradicts;

#[test]
fn a_symbol_rules_out_what_is_not_written_with_it() {
    let check = |text: &str, code: &str, expect: bool| {
        assert_eq!(contradicts(text, code), expect, "{text} {code}");
    };
    check("€ 20", "USD", true);
    check("€ 20", "EUR", false);
    check("20", "USD", false);
    check("$20", "CAD", false);
    check("US$20", "CAD", true);
    check("NT$ 20", "TWD", false);
    check("$20", "EUR", true);
    check("20 kr", "SEK", false);
    check("20 kr", "EUR", true);
    check("kreel 20", "EUR", false);
    check("£5 / €6", "EUR", false);
    check("£5 / €6", "USD", true);
    check("EUR 20", "USD", true);
    check("€20 (USD 22)", "USD", false);
    check("1000円", "CNY", true);
    check("SFr 20", "EUR", true);
    check("Euro 20", "EUR", false);
    check("20 dollars", "CAD", false);
    check("¥1000", "CNY", false);
}
