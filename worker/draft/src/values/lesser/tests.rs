//! Amounts that are less than the price.

use super::lesser;

#[test]
fn parts_of_a_price() {
    let check = |before: &str, amount: &str, after: &str, expect: bool| {
        let text = format!("{amount}{after}");
        let found = lesser(before, &text, amount.len()).is_some();
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
    check("", "100,00", " zł netto", true);
    check("", "1 000", " kr exkl. moms", true);
    check("", "100,00", " EUR netto", true);
    check("", "11,636", "円（税抜）", true);
    check("", "1 083", " ₽ в месяц", true);
    check("", "1 083", " ₽/мес.", true);
    check("12x de R$ ", "27,00", "", true);
    check("ou 10x sem juros de R$ ", "27,00", "", true);
    check("3 fois ", "33", " €", true);
    check("3x sans frais ", "33", " €", true);
    check("1 x $", "25.00", "", false);
    check("$20 for members, $", "25", "", false);
    check("$", "20", " for members, $25", true);
    check("$25, members $", "20", "", true);
    check("", "123,00", " zł brutto", false);
    check("Price $", "480", "", false);
    check("Brutto: ", "119", " €", false);
    check("£", "120.00", " inc VAT", false);
    check("£100.00 ex VAT £", "120.00", " inc VAT", false);
    check("Max ", "20", " €", false);
    check("Internet: ", "20", " €", false);
    check("", "12 €", " + 7 € delivery", false);
}
