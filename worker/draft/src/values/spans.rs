//! Words that make a day the end of a span, or none at all: "until 5 May", "not before", "week of", and those
//! that join two days. They tell no day themselves.

use domain::schema::Field;

use super::date::is_month;
use super::weekdays::is_weekday;
use crate::words::squash;

/// Words of fields whose days end something.
const ENDS: [&str; 18] = [
    "until",
    "through",
    "thru",
    "deadline",
    "end",
    "ends",
    "ending",
    "expiry",
    "expires",
    "expiration",
    "closing",
    "closes",
    "due",
    "last",
    "by",
    "before",
    "latest",
    "bis",
];
/// Words right before a day that something lasts until.
const UNTIL: [&str; 24] = [
    "until", "till", "til", "through", "thru", "before", "by", "bis", "vor", "jusqu", "jusque",
    "avant", "hasta", "antes", "fino", "entro", "prima", "ate", "tot", "voor", "do", "до", "przed",
    "tom",
];
/// Words right before a day that something comes after, or that is only near.
const OFF: [&str; 15] = [
    "after",
    "nach",
    "apres",
    "despues",
    "dopo",
    "depois",
    "po",
    "после",
    "around",
    "circa",
    "um",
    "vers",
    "hacia",
    "weekend",
    "etwa",
];
/// Words among the last before a day that turn it around, widen or repeat it.
const FAR: [&str; 19] = [
    "not", "nicht", "non", "pas", "nie", "не", "every", "each", "jeden", "jede", "chaque", "cada",
    "ogni", "elke", "kazdy", "week", "woche", "semaine", "semana",
];
/// Words for what is no longer on its day, and those before the day it was on.
const MOVED: [&str; 7] = [
    "postponed",
    "rescheduled",
    "moved",
    "verschoben",
    "reporte",
    "aplazado",
    "rinviato",
];
const FROM: [&str; 8] = ["from", "von", "vom", "du", "del", "dal", "od", "с"];
/// Words that may stand between one of those and the day.
const ARTICLES: [&str; 20] = [
    "the", "of", "al", "au", "le", "la", "el", "den", "dem", "zum", "am", "vom", "de", "del", "du",
    "il", "o", "a", "op", "der",
];
/// Words of fields, stemmed, for the days of what is offered or announced.
const NEWS: [&str; 20] = [
    "publish",
    "published",
    "publication",
    "posted",
    "posting",
    "release",
    "released",
    "updated",
    "modified",
    "upload",
    "uploaded",
    "listed",
    "start",
    "end",
    "event",
    "deadline",
    "closing",
    "expiry",
    "valid",
    "available",
];
/// Words after a day that leave it open.
const OPEN: [&str; 14] = [
    "or later",
    "or after",
    "or earlier",
    "or before",
    "or sooner",
    "and later",
    "at the earliest",
    "at the latest",
    "oder spater",
    "ou plus tard",
    "o mas tarde",
    "o despues",
    "o piu tardi",
    "fruhestens",
];

/// Whether a folded word between two days joins them to a span or a list.
pub(super) fn joins(word: &str) -> bool {
    matches!(
        word,
        "to" | "till"
            | "til"
            | "through"
            | "thru"
            | "until"
            | "and"
            | "or"
            | "bis"
            | "und"
            | "oder"
            | "au"
            | "et"
            | "ou"
            | "al"
            | "a"
            | "y"
            | "e"
            | "i"
            | "do"
            | "tot"
            | "en"
            | "og"
            | "och"
            | "ja"
            | "по"
            | "до"
            | "и"
            | "та"
            | "az"
    ) || !word.is_ascii() && word.ends_with(['至', '到', '和', '及'])
        || word.ends_with("から")
}

/// Whether the words around the day of a text make it no day that the field could take.
pub(super) fn is_other_bound(text: &str, field: &Field) -> bool {
    // What machines write has no words.
    if text.starts_with(|ch: char| ch.is_ascii_digit()) && !text.contains([' ', '?']) {
        return false;
    }
    let words = squash(text);
    let words: Vec<&str> = words.split(' ').collect();
    let day = |word: &&str| word.starts_with(char::is_numeric) || is_month(word);
    let (Some(first), Some(last)) = (words.iter().position(day), words.iter().rposition(day))
    else {
        return false;
    };
    let tail = words[last + 1..].join(" ");
    if text.ends_with('?') || OPEN.iter().any(|open| tail.starts_with(open)) {
        return true;
    }
    let lead = words[..first].iter().rev().copied();
    let lead: Vec<&str> = lead.filter(|word| !is_weekday(word)).take(4).collect();
    let has = |list: &[&str]| lead.iter().any(|word| list.contains(word));
    if has(&FAR) || has(&MOVED) && has(&FROM) {
        return true;
    }
    let Some(near) = lead.iter().find(|word| !ARTICLES.contains(word)) else {
        return false;
    };
    OFF.contains(near) || UNTIL.contains(near) && !ends(field)
}

/// Whether a folded word may lead to the first day of a span, or stand between one and its month.
pub(super) fn leads_to_day(word: &str) -> bool {
    FROM.contains(&word) || ARTICLES.contains(&word)
}

/// Whether a day is one of another calendar, that of the Hijra say: people offer and announce nothing whose day
/// lies before print in the common one.
pub(super) fn is_of_other_era(day: &str, field: &Field) -> bool {
    let old = day
        .get(..4)
        .is_some_and(|year| ("1300".."1500").contains(&year));
    let name = || crate::words::phrase(&field.name);
    old && name().iter().any(|word| NEWS.contains(&word.as_str()))
}

/// Whether a field asks for the day that something ends.
fn ends(field: &Field) -> bool {
    let texts = [
        Some(field.name.as_str()),
        field.title.as_deref(),
        field.description.as_deref(),
    ];
    texts.into_iter().flatten().any(|text| {
        let words = crate::words::phrase(text);
        words.iter().any(|word| ENDS.contains(&word.as_str()))
    })
}
