//! Words that make a day the end of a span, or none at all: "until 5 May", "not before", "week of", and those
//! that join two days. They tell no day themselves.

use std::borrow::Cow;

use domain::schema::Field;

use super::date::Style;
use super::date::is_month;
use super::hours::is_hour;
use super::weekdays::is_weekday_in;
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
/// Words of those that mean this only in some languages, and something else in others.
const MEANT: [(&str, &[&str]); 9] = [
    ("do", &["pl", "cs", "sk", "sl", "hr", "bs", "sr"]),
    ("po", &["pl", "cs", "sk", "sl", "hr", "bs", "sr"]),
    ("tom", &["sv"]),
    ("um", &["de", "lb"]),
    ("tot", &["nl", "af"]),
    ("ate", &["pt", "gl"]),
    ("prima", &["it"]),
    ("vor", &["de", "lb"]),
    ("vers", &["fr"]),
];
/// Words among the last before a day that turn it around.
const FAR: [&str; 6] = ["not", "nicht", "non", "pas", "nie", "не"];
/// Words that repeat or widen the day which they are said of: "every Monday from 4 May", "week of 5 May".
const WIDE: [&str; 13] = [
    "every", "each", "jeden", "jede", "chaque", "cada", "ogni", "elke", "kazdy", "week", "woche",
    "semaine", "semana",
];
/// What stands behind a day that something lasts until, or comes after, in scripts without spaces.
const UNTIL_BEHIND: [&str; 5] = ["まで", "까지", "截至", "之前", "以前"];
const OFF_BEHIND: [&str; 4] = ["以降", "以後", "以后", "이후"];
/// Words behind the figure of an hour.
const HOURS: [&str; 4] = ["uhr", "h", "pm", "hod"];
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
        || word.ends_with("\u{1107}\u{116e}\u{1110}\u{1165}")
}

/// Whether the words around the day of a text make it no day that the field could take.
pub(super) fn is_other_bound(text: &str, field: &Field, style: Style) -> bool {
    // What machines write has no words.
    if text.starts_with(|ch: char| ch.is_ascii_digit())
        && text.is_ascii()
        && !text.contains([' ', '?'])
    {
        return false;
    }
    let behind = |list: &[&str]| !text.is_ascii() && list.iter().any(|word| text.contains(word));
    if behind(&OFF_BEHIND) || behind(&UNTIL_BEHIND) && !ends(field) {
        return true;
    }
    let words = squash(&hourless(text));
    let words: Vec<&str> = words.split(' ').collect();
    let hour = |at: usize| words.get(at + 1).is_some_and(|next| HOURS.contains(next));
    let day = |at: &usize| {
        let word = words[*at];
        word.starts_with(char::is_numeric) && !hour(*at) || is_month(word)
    };
    let mut days = (0..words.len()).filter(day);
    let Some(first) = days.next() else {
        return false;
    };
    let last = days.next_back().unwrap_or(first);
    let tail = words[last + 1..].join(" ");
    if text.ends_with('?') || OPEN.iter().any(|open| tail.starts_with(open)) {
        return true;
    }
    let lead = words[..first].iter().rev().copied();
    let lead = lead.filter(|word| !is_weekday_in(word, style.language));
    let lead: Vec<&str> = lead.take(4).collect();
    let has = |list: &[&str]| lead.iter().any(|word| list.contains(word));
    let wide = lead.iter().position(|word| WIDE.contains(word));
    let of_day = |word: &&str| ARTICLES.contains(word) || FROM.contains(word);
    let widened =
        wide.is_some_and(|at| lead[..at].iter().all(of_day) && (at > 0 || !week(lead[at])));
    if has(&FAR) || widened || has(&MOVED) && has(&FROM) {
        return true;
    }
    let Some(near) = lead.iter().find(|word| !ARTICLES.contains(word)) else {
        return false;
    };
    is_meant(near, style) && (OFF.contains(near) || UNTIL.contains(near) && !ends(field))
}

/// Whether a word is a week: of a day only where a word like "of" stands between them.
fn week(word: &str) -> bool {
    matches!(word, "week" | "woche" | "semaine" | "semana")
}

/// Whether a word may be meant as it is known here on a page of this style.
fn is_meant(word: &str, style: Style) -> bool {
    let known = MEANT.iter().find(|(known, _)| *known == word);
    let spoken = known.zip(style.language);
    spoken.is_none_or(|((_, languages), language)| languages.contains(&language))
}

/// A text without its times of day: "20:00".
fn hourless(text: &str) -> Cow<'_, str> {
    if !text.contains(':') {
        return text.into();
    }
    let words: Vec<&str> = text
        .split_whitespace()
        .filter(|word| !is_hour(word))
        .collect();
    words.join(" ").into()
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
    // A description may say these of anything: "written by", "the last name".
    let weak = |word: &str| matches!(word, "by" | "before" | "last" | "end" | "ends" | "ending");
    let asks = |text: &str, named: bool| {
        let words = crate::words::phrase(text);
        let ends = |word: &String| ENDS.contains(&word.as_str()) && (named || !weak(word));
        words.iter().any(ends)
    };
    let title = field.title.as_deref();
    let told = field.description.as_deref();
    asks(&field.name, true)
        || title.is_some_and(|text| asks(text, true))
        || told.is_some_and(|text| asks(text, false))
}
