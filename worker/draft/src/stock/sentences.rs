//! How a sentence or a line states whether a thing can be had: plain words around the statement ("This item is
//! currently out of stock"), one part of a line of facts, or capitals before a dash. What the statement is
//! about is judged by where it stands, not here.

use super::remarks;
use crate::values::closed::Members;
use crate::vocabulary::counts_stores;
use crate::words::squash;

/// Words beside a statement that change nothing of it.
const PLAIN: [&str; 101] = [
    "this",
    "the",
    "product",
    "item",
    "article",
    "is",
    "are",
    "it",
    "currently",
    "now",
    "temporarily",
    "presently",
    "sorry",
    "unfortunately",
    "and",
    "online",
    "at",
    "moment",
    "order",
    "soon",
    "we",
    "dieser",
    "dieses",
    "der",
    "das",
    "artikel",
    "produkt",
    "ist",
    "derzeit",
    "zurzeit",
    "zur",
    "zeit",
    "momentan",
    "aktuell",
    "leider",
    "ce",
    "cet",
    "produit",
    "est",
    "actuellement",
    "temporairement",
    "momentanement",
    "desole",
    "este",
    "esta",
    "producto",
    "articulo",
    "actualmente",
    "temporalmente",
    "lo",
    "sentimos",
    "prodotto",
    "articolo",
    "attualmente",
    "momentaneamente",
    "temporaneamente",
    "al",
    "momento",
    "il",
    "l",
    "e",
    "o",
    "produto",
    "artigo",
    "atualmente",
    "temporariamente",
    "esse",
    "dit",
    "het",
    "momenteel",
    "nu",
    "tijdelijk",
    "op",
    "helaas",
    "ten",
    "towar",
    "chwilowo",
    "obecnie",
    "aktualnie",
    "tymczasowo",
    "jest",
    "varan",
    "produkten",
    "ar",
    "tillfalligt",
    "for",
    "narvarande",
    "midlertidigt",
    "varen",
    "er",
    "i",
    "ojeblikket",
    "товар",
    "сейчас",
    "временно",
    "暂时",
    "暫時",
    "目前",
    "現在",
    "この商品は",
    "商品",
];
/// Words beside a count of what is left.
const COUNTED: [&str; 34] = [
    "ks",
    "kusu",
    "only",
    "just",
    "left",
    "pcs",
    "pc",
    "pieces",
    "units",
    "unit",
    "nur",
    "noch",
    "stuck",
    "stk",
    "plus",
    "que",
    "exemplaires",
    "solo",
    "quedan",
    "queda",
    "unidades",
    "restano",
    "pezzi",
    "pz",
    "apenas",
    "nog",
    "slechts",
    "stuks",
    "szt",
    "sztuk",
    "шт",
    "штук",
    "осталось",
    "st",
];
/// Marks between the facts of one line.
const PARTS: [char; 4] = ['|', '•', '·', '／'];

/// The part of a text that states the member, and how much of it the statement makes up, in percent. Of a
/// heading only capitals before or after its name state anything.
pub(super) fn stated(members: &Members<'_>, text: &str, heading: bool) -> Option<(usize, String)> {
    if heading {
        let said = banner(text).filter(|said| members.coverage(said) >= Some(80))?;
        return Some((100, said.to_owned()));
    }
    if let Some(said) = remarks::before(members, text) {
        return Some((100, said.to_owned()));
    }
    let percent = members.coverage(text)?;
    let none = |word: &str| word.trim_matches(|ch: char| !ch.is_alphanumeric()) == "0";
    if text.trim_end().ends_with(['?', '？']) || text.split_whitespace().any(none) {
        return None;
    }
    if percent >= 80 {
        return Some((percent, text.to_owned()));
    }
    if let Some(said) = banner(text).filter(|said| members.coverage(said) >= Some(80)) {
        return Some((100, said.to_owned()));
    }
    if members.beside(text).is_some_and(|rest| is_plain(&rest)) {
        return Some((100, text.to_owned()));
    }
    let inside = || members.member(text) == members.member("in stock");
    if members
        .beside(text)
        .is_some_and(|rest| counts_stores(&rest))
        && inside()
    {
        return Some((100, text.to_owned()));
    }
    // Between bars of a menu stands what may be looked for, not what is so.
    let facts = text.contains(PARTS) && text.contains(|ch: char| ch.is_ascii_digit() || ch == ':');
    let mut parts = text.split(PARTS).filter(|_| facts);
    let part = parts.find(|part| members.coverage(part) >= Some(80));
    Some(part.map_or((percent, text.to_owned()), |part| {
        (90, part.trim().to_owned())
    }))
}

/// Whether words change nothing of the statement that they stand beside; a figure counts what is left.
pub(super) fn is_plain(rest: &str) -> bool {
    let rest = squash(rest);
    let mut words = rest.split(' ').filter(|word| !word.is_empty());
    let figure = |word: &str| word.parse::<u32>().is_ok_and(|count| count > 0);
    // "Plus en stock" is none, "Plus que 3 en stock" some.
    let some = words.clone().any(figure) && words.clone().any(|word| COUNTED.contains(&word));
    words.all(|word| PLAIN.contains(&word) || some && (COUNTED.contains(&word) || figure(word)))
}

/// The words in capitals that a text begins with, before a dash or colon or in brackets.
fn banner(text: &str) -> Option<&str> {
    let text = text.trim();
    let bracketed = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let dashes = [" – ", " — ", " - ", ": "];
    let at = dashes.iter().filter_map(|dash| text.find(dash)).min();
    let (said, rest) = bracketed.or_else(|| at.map(|at| text.split_at(at)))?;
    let loud = said.chars().filter(|ch| ch.is_uppercase()).count() >= 4
        && !said.contains(char::is_lowercase);
    (loud && rest.contains(char::is_lowercase)).then_some(said.trim())
}

/// Whether a text begins with capitals before a dash: they stand for themselves, not for a part of a line.
pub(super) fn is_headed(text: &str) -> bool {
    banner(text).is_some()
}
