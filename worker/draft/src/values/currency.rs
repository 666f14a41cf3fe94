//! Which currencies (ISO 4217) a symbol may stand for. A symbol never gives a code; it may rule one out.

use super::price::codes;

/// Currencies that are written with `$`.
const DOLLARS: [&str; 35] = [
    "USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD", "MXN", "ARS", "CLP", "COP", "BRL", "UYU",
    "BBD", "BSD", "BZD", "BMD", "XCD", "JMD", "TTD", "FJD", "GYD", "KYD", "LRD", "NAD", "SBD",
    "SRD", "BND", "DOP", "CUP", "TOP", "WST", "MOP", "CVE", "NIO",
];
/// What stands before `$` where it says whose.
const WHOSE: [(&str, &[&str]); 16] = [
    ("US", &["USD"]),
    ("C", &["CAD", "NIO"]),
    ("CA", &["CAD"]),
    ("CDN", &["CAD"]),
    ("A", &["AUD"]),
    ("AU", &["AUD"]),
    ("NZ", &["NZD"]),
    ("HK", &["HKD"]),
    ("S", &["SGD"]),
    ("SG", &["SGD"]),
    ("NT", &["TWD"]),
    ("R", &["BRL"]),
    ("MX", &["MXN"]),
    ("MOP", &["MOP"]),
    ("J", &["JMD"]),
    ("TT", &["TTD"]),
];
/// Other symbols and short words, with what they may stand for.
const MARKS: [(&str, &[&str]); 37] = [
    ("€", &["EUR"]),
    ("euro", &["EUR"]),
    ("euros", &["EUR"]),
    (
        "£",
        &[
            "GBP", "EGP", "LBP", "SYP", "SDG", "SSP", "GIP", "FKP", "SHP",
        ],
    ),
    ("¥", &["JPY", "CNY"]),
    ("￥", &["JPY", "CNY"]),
    ("円", &["JPY"]),
    ("元", &["CNY", "TWD", "HKD", "MOP"]),
    ("원", &["KRW"]),
    ("₩", &["KRW", "KPW"]),
    ("₹", &["INR"]),
    ("Rs", &["INR", "PKR", "LKR", "NPR", "MUR", "SCR"]),
    ("₨", &["INR", "PKR", "LKR", "NPR", "MUR", "SCR"]),
    ("₽", &["RUB"]),
    ("руб", &["RUB", "BYN"]),
    ("₺", &["TRY"]),
    ("TL", &["TRY"]),
    ("₴", &["UAH"]),
    ("грн", &["UAH"]),
    ("₪", &["ILS"]),
    ("₫", &["VND"]),
    ("₱", &["PHP"]),
    ("₦", &["NGN"]),
    ("₡", &["CRC"]),
    ("₲", &["PYG"]),
    ("₸", &["KZT"]),
    ("₾", &["GEL"]),
    ("฿", &["THB"]),
    ("৳", &["BDT"]),
    ("kr", &["SEK", "NOK", "DKK", "ISK"]),
    ("zł", &["PLN"]),
    ("Kč", &["CZK"]),
    ("Ft", &["HUF"]),
    ("lei", &["RON", "MDL"]),
    ("лв", &["BGN", "KGS"]),
    ("RM", &["MYR"]),
    ("Rp", &["IDR"]),
];

/// Whether what a text of money says of its currency, in symbols or codes, leaves this code out.
pub(crate) fn contradicts(text: &str, code: &str) -> bool {
    let named = codes(text);
    if !named.is_empty() {
        return named.iter().all(|one| one != code);
    }
    let (mut said, mut fits) = (false, false);
    for (at, _) in text.match_indices(['$', '＄']) {
        let before = &text[..at];
        let start = before
            .rfind(|ch: char| !ch.is_ascii_uppercase())
            .map_or(0, |at| {
                at + before[at..].chars().next().map_or(1, char::len_utf8)
            });
        let whose = WHOSE.iter().find(|(lead, _)| *lead == &before[start..]);
        said = true;
        fits |= whose.map_or(DOLLARS.contains(&code), |(_, of)| of.contains(&code));
    }
    let words: Vec<&str> = text.split(|ch: char| !ch.is_alphabetic()).collect();
    for (mark, of) in &MARKS {
        let word = mark.chars().count() > 1 && mark.chars().all(char::is_alphabetic);
        let there = text.contains(mark) && (!word || words.contains(mark));
        said |= there;
        fits |= there && of.contains(&code);
    }
    said && !fits
}

#[cfg(test)]
mod tests;
