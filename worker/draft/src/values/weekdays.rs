//! The names of the days of the week: common ones, and those of one language from the C library's locales. They
//! tell no date, only that words beside a figure are of one.

use std::collections::HashMap;
use std::sync::LazyLock;

use pure_rust_locales::{Locale, locale_match};

use super::months::{LOCALES, bare, spoken};
use crate::words::fold;

/// Days of the week that are understood on every page.
const COMMON: [&str; 42] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonntag",
    "lundi",
    "mardi",
    "mercredi",
    "jeudi",
    "vendredi",
    "samedi",
    "dimanche",
    "lunes",
    "martes",
    "miercoles",
    "jueves",
    "viernes",
    "sabado",
    "domingo",
    "lunedi",
    "martedi",
    "mercoledi",
    "giovedi",
    "venerdi",
    "sabato",
    "domenica",
];

/// A day's name in a language, folded, and whether it is a short one.
static NAMES: LazyLock<HashMap<String, Vec<(&'static str, bool)>>> = LazyLock::new(|| {
    let mut names: HashMap<String, Vec<(&'static str, bool)>> = HashMap::new();
    for name in LOCALES {
        let Ok(locale) = name.parse::<Locale>() else {
            continue;
        };
        let whole = locale_match!(locale => LC_TIME::DAY);
        let short = locale_match!(locale => LC_TIME::ABDAY);
        for (days, short) in [(whole, false), (short, true)] {
            for day in days.iter().filter_map(|day| bare(day)) {
                let known = names.entry(fold(day)).or_default();
                known.push((spoken(name), short));
            }
        }
    }
    names
});

/// Whether a folded word is a day of the week, whatever the page's language: a name of one language counts if it
/// is whole and in letters of its own.
pub(crate) fn is_weekday(word: &str) -> bool {
    let own = || NAMES.get(word)?.iter().find(|(_, short)| !short);
    COMMON.contains(&word) || !word.is_ascii() && own().is_some()
}

/// Whether a folded word is a day of the week on a page of a language, short names too.
pub(super) fn is_weekday_in(word: &str, language: Option<&str>) -> bool {
    let own = || {
        let known = NAMES.get(word)?;
        known.iter().find(|(spoken, _)| Some(*spoken) == language)
    };
    is_weekday(word) || language.is_some() && own().is_some()
}
