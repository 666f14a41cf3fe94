//! Words beside a member's wording that make another statement of it: "not yet adopted", "almost sold out",
//! "semi-detached". They are looked for in the same clause only.

use std::ops::Range;

use crate::words::{fold, squash};

/// Words up to three before it that turn it around or put it off.
const FAR: [&str; 61] = [
    "not",
    "no",
    "non",
    "never",
    "without",
    "nor",
    "neither",
    "isnt",
    "arent",
    "wasnt",
    "cannot",
    "almost",
    "nearly",
    "partly",
    "partially",
    "soon",
    "will",
    "would",
    "could",
    "might",
    "until",
    "formerly",
    "previously",
    "nicht",
    "kein",
    "keine",
    "keinen",
    "ohne",
    "niet",
    "geen",
    "zonder",
    "ikke",
    "inte",
    "utan",
    "uden",
    "pas",
    "sans",
    "jamais",
    "sin",
    "nunca",
    "senza",
    "mai",
    "nao",
    "sem",
    "nie",
    "bez",
    "не",
    "нет",
    "без",
    "degil",
    "ei",
    "eivat",
    "neni",
    "nejsou",
    "nincs",
    "nije",
    "δεν",
    "немає",
    "няма",
    "tidak",
    "khong",
];
/// Words right before it that say how far it holds, or when it did or will.
const NEAR: [&str; 66] = [
    "fast",
    "bald",
    "beinahe",
    "nahezu",
    "teilweise",
    "ehemals",
    "fruher",
    "war",
    "waren",
    "etait",
    "era",
    "presque",
    "bientot",
    "partiellement",
    "anciennement",
    "casi",
    "pronto",
    "parcialmente",
    "quase",
    "quasi",
    "parzialmente",
    "presto",
    "bijna",
    "binnenkort",
    "deels",
    "nastan",
    "snart",
    "delvis",
    "naesten",
    "nesten",
    "lahes",
    "osittain",
    "prawie",
    "wkrotce",
    "temer",
    "skoro",
    "brzy",
    "почти",
    "скоро",
    "частично",
    "was",
    "were",
    "semi",
    "demi",
    "half",
    "halb",
    "extra",
    "ultra",
    "super",
    "x",
    "xx",
    "xxx",
    "if",
    "when",
    "once",
    "before",
    "wenn",
    "falls",
    "si",
    "se",
    "ex",
    "former",
    "ehemaliger",
    "like",
    "quite",
    "approximately",
];
/// The same in scripts that put no space between words.
const DENSE: [&str; 14] = [
    "几乎",
    "幾乎",
    "即将",
    "即將",
    "快",
    "将",
    "將",
    "曾",
    "半",
    "ほぼ",
    "まもなく",
    "もうすぐ",
    "곧",
    "거의",
];
/// Words right after it that turn it around.
const AFTER: [&str; 11] = [
    "not", "nicht", "never", "soon", "pending", "niet", "ikke", "inte", "bientot", "bald",
    "friendly",
];
/// Words right after it that turn it around where nothing follows.
const LAST: [&str; 8] = ["no", "none", "nein", "non", "nee", "nej", "nei", "нет"];
/// Second parts of words that turn the first one around.
const TAILS: [&str; 7] = ["free", "less", "like", "ish", "frei", "los", "friendly"];

/// Words of a remark on an answer that make it less than one.
const LESS: [&str; 79] = [
    "but",
    "except",
    "excluding",
    "only",
    "some",
    "partial",
    "limited",
    "optional",
    "depends",
    "depending",
    "restricted",
    "restrictions",
    "request",
    "extra",
    "maybe",
    "yes",
    "until",
    "from",
    "unless",
    "conditions",
    "charge",
    "fee",
    "available",
    "select",
    "selected",
    "certain",
    "aber",
    "nur",
    "teils",
    "ausser",
    "anfrage",
    "gegen",
    "mais",
    "sauf",
    "demande",
    "certains",
    "pero",
    "excepto",
    "solo",
    "algunos",
    "ma",
    "tranne",
    "ja",
    "oui",
    "arrangement",
    "surcharge",
    "supplement",
    "applies",
    "planned",
    "coming",
    "per",
    "zuschlag",
    "aufpreis",
    "absprache",
    "vereinbarung",
    "geplant",
    "richiesta",
    "pagamento",
    "peticion",
    "suplemento",
    "solicitud",
    "aanvraag",
    "betaling",
    "afspraak",
    "opłata",
    "zyczenie",
    "запросу",
    "доплату",
    "gebuhr",
    "cargo",
    "member",
    "members",
    "subscribers",
    "mitglieder",
    "abonnenten",
    "membres",
    "abonnes",
    "socios",
    "soci",
];

/// Whether a remark after an answer leaves it as it is: "(IP67)", "- contains milk".
pub(super) fn is_harmless(remark: &str) -> bool {
    let words = squash(remark);
    let less = |word: &str| {
        LESS.contains(&word) || FAR.contains(&word) || NEAR.contains(&word) || AFTER.contains(&word)
    };
    let paid = remark.contains(['$', '€', '£', '¥']);
    remark.len() <= 48 && !paid && !words.split(' ').any(less)
}

/// Whether the words at a place in a text state something else together with those beside them.
pub(crate) fn is_qualified(text: &str, at: &Range<usize>) -> bool {
    let (before, after) = (&text[..at.start], &text[at.end..]);
    is_part(before, after) || is_led(before, &text[at.clone()]) || is_undone(after)
}

fn is_hyphen(ch: char) -> bool {
    matches!(ch, '-' | '\u{2010}' | '\u{2011}')
}

/// Whether a hyphen joins it to a word before it, or to one after it that turns it around.
fn is_part(before: &str, after: &str) -> bool {
    let stem = before.strip_suffix(is_hyphen);
    let tail = after.strip_prefix(is_hyphen).map(|tail| {
        let end = tail.find(|ch: char| !ch.is_alphanumeric());
        fold(&tail[..end.unwrap_or(tail.len())])
    });
    stem.is_some_and(|stem| stem.ends_with(char::is_alphanumeric))
        || tail.is_some_and(|tail| TAILS.contains(&tail.as_str()))
}

/// Whether words of the clause before it say that it does not hold, or not now, or not quite.
fn is_led(before: &str, said: &str) -> bool {
    if before.is_empty() {
        return false;
    }
    if DENSE.iter().any(|word| before.trim_end().ends_with(word)) {
        return true;
    }
    let ends = |ch: char| {
        matches!(
            ch,
            '.' | ',' | ';' | ':' | '!' | '?' | '(' | ')' | '|' | '•' | '·' | '–' | '—' | '/'
        )
    };
    let clause = before.rsplit(ends).next().unwrap_or("");
    let clause = clause.rsplit(" - ").next().unwrap_or("");
    let words = squash(clause);
    let mut words: Vec<&str> = words.rsplit(' ').take(3).collect();
    words.retain(|word| !word.is_empty());
    let Some(last) = words.first() else {
        return false;
    };
    // "was adopted" tells what was done, "was full-time" what is no more.
    let done = matches!(*last, "was" | "were")
        && squash(said)
            .rsplit(' ')
            .next()
            .is_some_and(|word| word.ends_with("ed") || word == "sold");
    let multiple = last
        .strip_suffix('x')
        .is_some_and(|times| times.parse::<u8>().is_ok());
    let apostrophe = words
        .windows(2)
        .any(|pair| pair[0] == "t" && pair[1].ends_with('n'));
    let far = words.iter().any(|word| FAR.contains(word));
    far || apostrophe || multiple || NEAR.contains(last) && !done
}

/// Whether words right after it say that it does not hold.
fn is_undone(after: &str) -> bool {
    let bare = after.trim_start_matches([' ', ':', '\u{a0}']);
    if bare.len() == after.len() {
        return false;
    }
    let end = bare
        .find(|ch: char| !ch.is_alphanumeric())
        .unwrap_or(bare.len());
    let word = fold(&bare[..end]);
    let rest = bare[end..].trim_start();
    AFTER.contains(&word.as_str())
        || LAST.contains(&word.as_str()) && !rest.starts_with(char::is_alphanumeric)
}
