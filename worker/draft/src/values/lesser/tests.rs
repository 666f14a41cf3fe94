//! Amounts that are less than the price.

use super::is_lesser;

#[test]
fn parts_of_a_price() {
    let check = |before: &str, amount: &str, after: &str, expect: bool| {
        let text = format!("{amount}{after}");
        let found = is_lesser(before, &text, amount.len());
        assert_eq!(found, expect, "{before} {text}");
    };
    check("12 x ", "25,00", " €", true);
    check("3×", "25,00", " €", true);
    check("or 4 interest-free payments of $", "25", "", true);
    check("$", "20.00", "/mo for 24 months", true);
    check("Subscribe & save 10%", "$16.20", "", true);
    check("Member price £", "72", "", true);
    check("Netto: ", "100", " €", true);
    check("£", "100.00", " ex VAT", true);
    check("", "100,00", " € HT", true);
    check("", "100", " € + MwSt.", true);
    check("Price $", "480", "", false);
    check("Brutto: ", "119", " €", false);
    check("£", "120.00", " inc VAT", false);
    check("£100.00 ex VAT £", "120.00", " inc VAT", false);
    check("Max ", "20", " €", false);
    check("Internet: ", "20", " €", false);
    check("", "12 €", " + 7 € delivery", false);
}
