//! Words that tell that a figure is of another thing than its field: another period of pay, a decade, a film
//! rating, a whole dish. It reads no figures, but for the year of a day.

use domain::schema::Field;

use super::number::Found;
use super::units::{Of, Unit, unit};
use super::{Reading, date};
use crate::vocabulary::Kind;
use crate::words::{phrase, squash};

/// Periods of pay, by words for them that are no units.
const PERIODS: [(&str, &str); 5] = [
    ("hour", "hourly hr horaire stundlich timlon"),
    ("day", "daily nightly night diem taglich noche nuit nacht"),
    (
        "week",
        "weekly pw wochentlich hebdomadaire semanal semanales",
    ),
    (
        "month",
        "monthly pcm pm mtl monatlich mensuel mensuels mensual mensuales mensile mensili mensal mies miesiecznie mesicne ежемесячно",
    ),
    (
        "year",
        "yearly annual annually annum pa jahrlich annuel annuels anual anuales annuo annui rok rocznie",
    ),
];

/// Whether a word tells that an amount is due each week, month or year.
pub(super) fn is_due(word: &str) -> bool {
    let longer = |(period, _): &&(&str, &str)| matches!(*period, "week" | "month" | "year");
    let mut lists = PERIODS.iter().filter(longer);
    lists.any(|(_, words)| words.split(' ').any(|one| one == word))
}

/// Whether the words of a text tell that its figure is none of the field.
pub(super) fn is_of_other(field: &Field, text: &str, how: Reading<'_>) -> bool {
    if !text.contains(|ch: char| ch.is_alphabetic() || ch == '%') || text.len() > 160 {
        return false;
    }
    if how.kind == Kind::Price {
        return is_of_other_period(field, text) || is_bonus(field, text);
    }
    let percent = how.rated && how.unit.is_none() && text.contains('%');
    percent && field.name.to_lowercase().contains("rating")
        || is_part(text)
        || is_of_whole(field, text)
}

/// Whether a figure is a part of a word or of a time that is none: "PG-13", "1990s", "500 BC".
fn is_part(text: &str) -> bool {
    const RATED: [&str; 6] = ["PG", "NC", "TV", "FSK", "USK", "PEGI"];
    let Some(at) = text.find(|ch: char| ch.is_ascii_digit()) else {
        return false;
    };
    let lead = text[..at].strip_suffix('-');
    let rated = |lead: &str| RATED.iter().any(|word| lead.ends_with(word));
    if lead.is_some_and(rated) {
        return true;
    }
    let end = text[at..].find(|ch: char| !ch.is_ascii_digit());
    let (digits, rest) = text[at..].split_at(end.unwrap_or(text.len() - at));
    let word = rest.split(|ch: char| !ch.is_alphabetic() && ch != ' ' && ch != '.');
    let word = squash(word.into_iter().next().unwrap_or(""));
    let decade = digits.len() == 4 && digits.ends_with('0');
    decade && !rest.starts_with(' ') && matches!(word.as_str(), "s" | "er" | "tal")
        || ["bc", "bce", "b c", "v chr", "av j", "a c", "до н э"]
            .iter()
            .any(|era| word == *era)
}

/// Whether a figure is said to be of a whole where the field is of a serving.
fn is_of_whole(field: &Field, text: &str) -> bool {
    // Servings are counted themselves.
    let of_serving = |text: &str| {
        let plural = ["ervings", "ortions"]
            .iter()
            .any(|word| text.contains(word));
        let one = |word: &String| word == "serving" || word == "portion";
        !plural && phrase(text).iter().any(one)
    };
    let words = || squash(text);
    let whole = || {
        let words = words();
        ["whole", "entire", "total", "per 100", "pro 100", "pour 100"]
            .iter()
            .any(|word| crate::words::says(&words, word))
    };
    let texts = [Some(field.name.as_str()), field.description.as_deref()];
    texts.into_iter().flatten().any(of_serving) && whole()
}

/// Whether an amount is one for signing, not a salary.
fn is_bonus(field: &Field, text: &str) -> bool {
    let words = squash(text);
    let signing = ["sign on bonus", "signing bonus", "welcome bonus"];
    let figures = text
        .split_whitespace()
        .filter(|word| word.contains(|ch: char| ch.is_ascii_digit()));
    signing.iter().any(|bonus| words.ends_with(bonus))
        && figures.count() == 1
        && !text.contains(['+', '&'])
        && !words.contains("plus")
        && !field.name.to_lowercase().contains("bonus")
}

/// Whether a field is paid by one period and a text tells others only.
fn is_of_other_period(field: &Field, text: &str) -> bool {
    let Some(wanted) = period_of(field) else {
        return false;
    };
    let said = periods(text);
    !said.is_empty() && !said.contains(&wanted)
}

/// The one period that a field's name, title and description tell.
pub(crate) fn period_of(field: &Field) -> Option<&'static str> {
    let texts = [
        Some(field.name.as_str()),
        field.title.as_deref(),
        field.description.as_deref(),
    ];
    let wanted = texts
        .into_iter()
        .flatten()
        .flat_map(|text| periods(&phrase(text).join(" ")));
    let wanted: Vec<&'static str> = wanted.collect();
    let (first, more) = wanted.split_first()?;
    more.iter().all(|other| other == first).then_some(*first)
}

/// The periods that a text tells: "per hour", "/月", "monthly".
pub(crate) fn periods(text: &str) -> Vec<&'static str> {
    let slashed = text.split('/').skip(1).filter_map(|part| {
        let part = part.trim_start();
        let end = part.find(|ch: char| !ch.is_alphabetic());
        named(unit(&part[..end.unwrap_or(part.len())])?)
    });
    let words = squash(text);
    let word = |word: &str| {
        let listed = PERIODS
            .iter()
            .find(|(_, list)| list.split(' ').any(|one| one == word));
        let long = || named(unit(word).filter(|_| word.len() > 3 || !word.is_ascii())?);
        listed.map(|(period, _)| *period).or_else(long)
    };
    let worded = words
        .split(' ')
        .filter(|one| *one != "per")
        .filter_map(word);
    slashed.chain(worded).collect()
}

fn named(unit: Unit) -> Option<&'static str> {
    match (unit.of, unit.size) {
        (Of::Time, 3_600_000) => Some("hour"),
        (Of::Other("day"), 1) => Some("day"),
        (Of::Other("day"), 7) => Some("week"),
        (Of::Other("month"), 1) => Some("month"),
        (Of::Other("month"), 12) => Some("year"),
        _ => None,
    }
}

/// The year of the day that a text states, for a field of years: "12 May 1921; 105 years ago".
pub(super) fn year(field: &Field, text: &str, how: Reading<'_>) -> Option<String> {
    if !text.contains(char::is_alphabetic) || text.len() > 60 || !asks_year(field) {
        return None;
    }
    let head = text.split([';', '(']).next().unwrap_or(text);
    let day = date::day(head, how.dates)?;
    day.get(..4).map(str::to_owned)
}

/// Whether a field is of a year.
pub(super) fn asks_year(field: &Field) -> bool {
    const YEARS: [&str; 8] = [
        "year",
        "founded",
        "founding",
        "established",
        "inception",
        "built",
        "since",
        "released",
    ];
    let name = phrase(&field.name);
    name.iter().any(|word| YEARS.contains(&word.as_str()))
}

/// Whether a number is a year alone in brackets at the end of a text, a note on another: "1,450 (2024)".
pub(super) fn is_year_note(text: &str, year: &Found) -> bool {
    let alone = text[..year.start].ends_with('(') && text[year.end..].trim() == ")";
    let whole = year.value.parse::<u32>();
    alone && whole.is_ok_and(|year| (1900..2100).contains(&year))
}
