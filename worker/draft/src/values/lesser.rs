//! What stands beside an amount of money that is less than the whole price: one of several payments, what is due
//! each month, what is asked of subscribers and members, or before tax. Which amounts a page shows is in `prices`.

use super::currency::{is_code, is_sign};
use super::rates::{after_currency, is_per_time};
use crate::dom::begins;
use crate::words::{ends_in, holds_digit, squash};

/// Words before an amount without tax.
const NET: [&str; 14] = [
    "netto",
    "nettopreis",
    "net",
    "net price",
    "ex vat",
    "excl vat",
    "ht",
    "hors taxe",
    "prix ht",
    "sin iva",
    "bez dph",
    "без ндс",
    "税抜",
    "未税",
];
/// Words after an amount without tax.
const UNTAXED: [&str; 34] = [
    "ex vat",
    "exc vat",
    "excl vat",
    "excluding vat",
    "ex tax",
    "excl tax",
    "excluding tax",
    "ex gst",
    "excl gst",
    "excluding gst",
    "plus vat",
    "exkl btw",
    "netto",
    "net",
    "ht",
    "hors tax",
    "hors taxe",
    "hors taxes",
    "exkl mwst",
    "exkl ust",
    "zzgl mwst",
    "zzgl ust",
    "zuzuglich mwst",
    "excl btw",
    "ex btw",
    "exkl moms",
    "ekskl moms",
    "sin iva",
    "mas iva",
    "iva esclusa",
    "bez dph",
    "bez vat",
    "без ндс",
    "税抜",
];
/// Words before one of several payments.
const PAYMENTS: [&str; 11] = [
    "payments of",
    "installments of",
    "instalments of",
    "monthly payments of",
    "raten zu",
    "raten a",
    "raten von",
    "mensualites de",
    "cuotas de",
    "rate da",
    "termijnen van",
];
/// Words before what only some pay.
const SHARE: [&str; 14] = [
    "member price",
    "members",
    "members price",
    "club price",
    "prix membre",
    "precio socio",
    "mitglieder",
    "mitgliederpreis",
    "会员价",
    "會員價",
    "im abo",
    "sparabo",
    "autoship",
    "subscription",
];
/// Words after an amount that only some pay.
const MEMBERS: [&str; 8] = [
    "for members",
    "for subscribers",
    "with membership",
    "fur mitglieder",
    "pour les membres",
    "para socios",
    "per i soci",
    "voor leden",
];
/// How texts begin that offer an amount for a subscription.
const PLANS: [&str; 8] = [
    "subscribe",
    "subscribe save",
    "abonnieren",
    "s abonner",
    "suscribete",
    "abbonati",
    "assine",
    "prenumerera",
];

/// Words between how many payments there are and what each is.
const BETWEEN: [&str; 18] = [
    "de",
    "di",
    "of",
    "von",
    "zu",
    "a",
    "sem",
    "juros",
    "sin",
    "intereses",
    "sans",
    "frais",
    "senza",
    "interessi",
    "interest",
    "free",
    "r",
    "us",
];

/// Why an amount is less than the price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lesser {
    /// It is due for each of some time: the only price there is of what is let or subscribed to.
    Rate,
    /// It is one of several payments, what only some pay, or without tax.
    Part,
}

/// Why the amount that ends at `end` of `text`, after these words, is less than the whole price of the thing, if so.
pub(crate) fn lesser(before: &str, text: &str, end: usize) -> Option<Lesser> {
    if is_part(before, text, end) {
        return Some(Lesser::Part);
    }
    is_per_time(text, end).then_some(Lesser::Rate)
}

/// Whether an amount is a part of the price, whatever time it is due for.
pub(super) fn is_part(before: &str, text: &str, end: usize) -> bool {
    is_share(before) || is_of_members(&text[end..]) || is_net(before, &text[end..])
}

/// Whether a text speaks of the amount before it as one without tax.
pub(crate) fn is_untaxed(text: &str) -> bool {
    let words = squash(text);
    UNTAXED.iter().any(|word| begins(&words, word))
}

/// Whether words before an amount say how many times it is paid: "12 x", "10x sem juros de".
fn is_times(words: &str) -> bool {
    let between =
        |word: &&str| BETWEEN.contains(word) || word.len() == 3 && is_code(&word.to_uppercase());
    let mut words = words.rsplit(' ').skip_while(between);
    let several = |count: &str| count.parse::<u32>().is_ok_and(|count| count > 1);
    match words.next() {
        Some("x" | "fois" | "vezes") => words.next().is_some_and(several),
        Some(word) => word.strip_suffix('x').is_some_and(several),
        None => false,
    }
}

/// Whether words before an amount say that it is one of several payments: "12 x", "4 payments of".
pub(super) fn is_instalment(before: &str) -> bool {
    let bare = before.trim_end_matches(|ch: char| ch.is_whitespace() || is_sign(ch));
    let words = squash(&bare.replace('×', "x"));
    let paid = |word: &&str| ends_in(&words, word);
    !words.is_empty() && (is_times(&words) || PAYMENTS.iter().any(paid))
}

/// "12 x", "4 payments of", "Subscribe & save 10%".
fn is_share(before: &str) -> bool {
    let bare = before.trim_end_matches(|ch: char| ch.is_whitespace() || is_sign(ch));
    if bare.ends_with([',', ';', '/', '|']) && holds_digit(bare) {
        // "$20 for members, $25" speaks of the amount before.
        return false;
    }
    let words = squash(&before.replace('×', "x"));
    !words.is_empty()
        && (is_instalment(before)
            || SHARE.iter().any(|word| ends_in(&words, word))
            || PLANS.iter().any(|word| begins(&words, word)))
}

/// Whether words after an amount say that only some pay it.
fn is_of_members(after: &str) -> bool {
    let words = squash(after_currency(after));
    MEMBERS.iter().any(|word| begins(&words, word))
}

fn is_net(before: &str, after: &str) -> bool {
    let words = squash(before);
    // "100 € ex VAT" before an amount speaks of its own.
    let own = !words.is_empty() && !holds_digit(&words);
    if own && NET.iter().any(|word| ends_in(&words, word)) {
        return true;
    }
    // "100 € + MwSt." adds it, "100 € VAT included" does not.
    let after = after_currency(after);
    let added = after
        .trim_start_matches(|ch: char| !ch.is_alphanumeric() && ch != '+')
        .starts_with('+');
    let rest = squash(after);
    let taxes = ["vat", "mwst", "ust", "iva", "tva", "btw", "moms", "tax"];
    if added {
        return taxes.iter().any(|word| begins(&rest, word));
    }
    UNTAXED.iter().any(|word| begins(&rest, word))
}

#[cfg(test)]
mod tests;
