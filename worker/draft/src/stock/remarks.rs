//! A statement with a remark behind it: when it is sent, how to order it, when it will be back ("In stock.
//! Delivered in 2 days"). A remark that limits the statement is none.

use super::sentences::is_plain;
use crate::values::closed::Members;
use crate::words::squash;

/// What may part the two.
const BETWEEN: [&str; 9] = [". ", ", ", " - ", " – ", " — ", ": ", "; ", " (", "! "];
/// How words begin, squashed, that speak of the way to the buyer, and what such a remark says of one that is out.
const WAY: [&str; 39] = [
    "deliver",
    "ship",
    "dispatch",
    "sent",
    "ready",
    "arriv",
    "leaves",
    "order",
    "usually",
    "liefer",
    "versand",
    "versend",
    "zustell",
    "livr",
    "expedi",
    "envio",
    "enviad",
    "entreg",
    "consegn",
    "spedi",
    "lever",
    "bezorg",
    "verzend",
    "morgen",
    "huis",
    "bestel",
    "wysyl",
    "wysył",
    "dostaw",
    "doruc",
    "odes",
    "skickas",
    "sendes",
    "достав",
    "отправ",
    "出荷",
    "发货",
    "發貨",
    "配送",
];
const BACK: [&str; 20] = [
    "back",
    "notif",
    "again",
    "restock",
    "email",
    "soon",
    "more",
    "discontinued",
    "wieder",
    "benachricht",
    "bald",
    "neuauflage",
    "retour",
    "bientot",
    "prevenez",
    "avisa",
    "proximamente",
    "presto",
    "binnenkort",
    "wkrotce",
];
/// Words that limit what stands before them: to places, sizes, conditions.
const LIMITS: [&str; 40] = [
    "if",
    "when",
    "only",
    "but",
    "not",
    "no",
    "except",
    "store",
    "stores",
    "shop",
    "size",
    "sizes",
    "colour",
    "color",
    "some",
    "selected",
    "limited",
    "nur",
    "wenn",
    "nicht",
    "kein",
    "keine",
    "aber",
    "filiale",
    "filialen",
    "grosse",
    "si",
    "mais",
    "pas",
    "magasin",
    "magasins",
    "taille",
    "seulement",
    "solo",
    "pero",
    "tienda",
    "talla",
    "negozio",
    "ma",
    "maar",
];

/// What a text states before a remark that changes nothing of it.
pub(super) fn before<'a>(members: &Members<'_>, text: &'a str) -> Option<&'a str> {
    // Most short texts hold none of the marks, and reading begins with the cheapest question.
    if !text.contains(['.', ',', '-', '–', '—', ':', ';', '(', '!']) {
        return None;
    }
    let first = BETWEEN.iter().filter_map(|mark| text.find(mark)).min()?;
    let (said, remark) = text.split_at(first);
    let clear = members.coverage(said) >= Some(80)
        || members.beside(said).is_some_and(|rest| is_plain(&rest));
    let member = members.member(said).filter(|_| clear)?;
    let remark = squash(remark);
    let words = || remark.split(' ');
    let begins =
        |stems: &[&str]| words().any(|word| stems.iter().any(|stem| word.starts_with(stem)));
    let out = member.as_str() == Some("OutOfStock");
    let known = begins(&WAY) || begins(&BACK) && out;
    let limited = words().any(|word| LIMITS.contains(&word));
    // What states something of its own is no remark.
    (known && !limited && members.coverage(&remark).is_none()).then_some(said)
}
