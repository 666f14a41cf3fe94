//! What stands beside an amount of money that is less than the whole price: one of several payments, what is due
//! each month, what is asked of subscribers and members, or before tax. Which amounts a page shows is in `prices`.

use super::rates::is_per_time;
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
/// Words before one of several payments, or before what only some pay.
const SHARE: [&str; 25] = [
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

/// Whether the amount that ends at `end` of `text`, after these words, is less than the whole price of the thing.
pub(crate) fn is_lesser(before: &str, text: &str, end: usize) -> bool {
    is_share(before) || is_per_time(text, end) || is_net(before, &text[end..])
}

/// "12 x", "4 payments of", "Subscribe & save 10%".
fn is_share(before: &str) -> bool {
    let bare = before.trim_end_matches(|ch: char| !ch.is_alphanumeric() && ch != '×');
    let times = bare.strip_suffix(['x', 'X', '×']).map(str::trim_end);
    if times.is_some_and(|count| count.ends_with(|ch: char| ch.is_ascii_digit())) {
        return true;
    }
    let words = squash(before);
    !words.is_empty()
        && (SHARE.iter().any(|word| ends_in(&words, word))
            || PLANS.iter().any(|word| begins(&words, word)))
}

fn is_net(before: &str, after: &str) -> bool {
    let words = squash(before);
    // "100 € ex VAT" before an amount speaks of its own.
    let own = !words.is_empty() && !holds_digit(&words);
    if own && NET.iter().any(|word| ends_in(&words, word)) {
        return true;
    }
    // "100 € + MwSt." adds it, "100 € VAT included" does not.
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
