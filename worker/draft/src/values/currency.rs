//! The signs and words of currencies (ISO 4217), in one place: what marks an amount as one of money, which codes it
//! may stand for, and how its amounts are written. A sign never gives a code; it may rule one out.

use crate::vocabulary::phrases;

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
/// Currencies that are written with `£`.
const POUNDS: &[&str] = &[
    "GBP", "EGP", "LBP", "SYP", "SDG", "SSP", "GIP", "FKP", "SHP",
];
/// Currencies of rupees.
const RUPEES: &[&str] = &["INR", "PKR", "LKR", "NPR", "MUR", "SCR"];

/// How amounts in a currency are written where its sign or word stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    /// As the page's language writes them.
    Open,
    /// With a decimal comma, or without decimals: a dot parts thousands.
    Comma,
}

use Written::{Comma, Open};

/// Signs of one character, with the codes they may stand for: none where they say nothing of it, or where what stands
/// before them says more (`WHOSE`). Other characters of Unicode's block of currency signs mark an amount, too.
const SIGNS: [(char, &[&str], Written); 27] = [
    ('$', &[], Open),
    ('＄', &[], Open),
    ('¢', &[], Open),
    ('¤', &[], Open),
    ('€', &["EUR"], Open),
    ('£', POUNDS, Open),
    ('¥', &["JPY", "CNY"], Open),
    ('￥', &["JPY", "CNY"], Open),
    ('円', &["JPY"], Open),
    ('元', &["CNY", "TWD", "HKD", "MOP"], Open),
    ('원', &["KRW"], Open),
    ('₩', &["KRW", "KPW"], Open),
    ('₹', &["INR"], Open),
    ('₨', RUPEES, Open),
    ('₽', &["RUB"], Comma),
    ('₺', &["TRY"], Comma),
    ('₴', &["UAH"], Open),
    ('₪', &["ILS"], Open),
    ('₫', &["VND"], Comma),
    ('₱', &["PHP"], Open),
    ('₦', &["NGN"], Open),
    ('₡', &["CRC"], Open),
    ('₲', &["PYG"], Open),
    ('₸', &["KZT"], Open),
    ('₾', &["GEL"], Open),
    ('฿', &["THB"], Open),
    ('৳', &["BDT"], Open),
];

/// Words and abbreviations, none of them a code: one in small letters is meant in any case, another as it stands.
const WORDS: [(&str, &[&str], Written); 25] = [
    ("kr", &["SEK", "NOK", "DKK", "ISK"], Comma),
    ("zł", &["PLN"], Comma),
    ("Kč", &["CZK"], Comma),
    ("Ft", &["HUF"], Comma),
    ("lei", &["RON", "MDL"], Comma),
    ("руб", &["RUB", "BYN"], Comma),
    ("TL", &["TRY"], Comma),
    ("Rp", &["IDR"], Comma),
    ("đ", &["VND"], Comma),
    ("RM", &["MYR"], Open),
    ("Rs", RUPEES, Open),
    ("NT", &["TWD"], Open),
    ("euro", &["EUR"], Open),
    ("euros", &["EUR"], Open),
    ("dollars", &[], Open),
    ("pounds", &[], Open),
    ("SFr", &["CHF"], Open),
    ("Fr", &[], Open),
    ("kn", &[], Open),
    ("р", &[], Open),
    ("ден", &["MKD"], Open),
    ("дин", &["RSD"], Open),
    ("лв", &["BGN", "KGS"], Open),
    ("грн", &["UAH"], Open),
    ("ر", &[], Open),
];
/// Words that may be grown together with the amount after them.
const GROWN: [&str; 4] = ["Rs", "RM", "Rp", "kr"];

/// Whether a word is an ISO 4217 code.
pub(crate) fn is_code(word: &str) -> bool {
    word.len() == 3 && phrases().currencies.iter().any(|code| code == word)
}

/// Whether a character is the sign of a currency.
pub(crate) fn is_sign(ch: char) -> bool {
    if ch.is_ascii() {
        return ch == '$';
    }
    matches!(ch, '\u{20a0}'..='\u{20cf}') || SIGNS.iter().any(|(sign, ..)| *sign == ch)
}

/// Whether a word names a currency without being its code.
pub(crate) fn is_word(word: &str) -> bool {
    of_word(word).is_some()
}

/// The codes that a word may stand for, if it names a currency.
fn of_word(word: &str) -> Option<&'static [&'static str]> {
    let find = |word: &str| WORDS.iter().find(|(known, ..)| *known == word);
    let lower = || find(&word.to_lowercase());
    let cased = || word.contains(char::is_uppercase);
    let found = find(word).or_else(|| cased().then(lower).flatten());
    found.map(|(_, of, _)| *of)
}

/// Whether a word may be grown together with the amount after it: "Rs500", "CHF20".
pub(super) fn is_grown(word: &str) -> bool {
    GROWN.contains(&word) || is_code(word)
}

/// Whether a sign or word, in any case, tells that a dot beside it parts thousands.
pub(super) fn takes_comma(mark: &str) -> bool {
    let lower = mark.to_lowercase();
    let sign = |(sign, _, written): &(char, _, _)| *written == Comma && mark.contains(*sign);
    let word =
        |(word, _, written): &(&str, _, _)| *written == Comma && word.to_lowercase() == lower;
    !mark.is_empty() && (SIGNS.iter().any(sign) || WORDS.iter().any(word))
}

/// The ISO 4217 codes that a text names.
pub(crate) fn codes(text: &str) -> Vec<String> {
    let words = text.split(|ch: char| !ch.is_alphanumeric());
    let mut found = Vec::new();
    for word in words {
        let letters = word.trim_matches(|ch: char| ch.is_ascii_digit());
        if is_code(letters) && !found.iter().any(|code| code == letters) {
            found.push(letters.to_owned());
        }
    }
    found
}

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
    let mut marked = |of: &[&str]| {
        said |= !of.is_empty();
        fits |= of.contains(&code);
    };
    for (_, of, _) in SIGNS.iter().filter(|(sign, ..)| text.contains(*sign)) {
        marked(of);
    }
    for word in text.split(|ch: char| !ch.is_alphabetic()) {
        marked(of_word(word).unwrap_or(&[]));
    }
    said && !fits
}

#[cfg(test)]
mod tests;
