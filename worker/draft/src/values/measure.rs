//! Measures in the unit that a field states: the figure of a text brought to it where that is exact. Nothing
//! is rounded, and what is said in another unit is no value.

use super::bounds::bounded;
use super::currency::is_sign;
use super::number::{self, Found, Style};
use super::scale::is_scaled;
use super::units::{Of, Unit, beside, unit};
use crate::words::fold;

/// What a text says of a measure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Told {
    /// No unit.
    Bare,
    /// So many of the wanted unit, in decimal text.
    Value(String),
    /// Something else.
    Other,
}

/// What a text says of a measure in this unit; `said` is the unit that its label names.
pub(crate) fn told(text: &str, style: Style, wanted: Unit, said: Option<Unit>) -> Told {
    if let Some(parts) = period(text) {
        return sum(&parts, wanted);
    }
    let mut found = number::find(text, style);
    let mut units: Vec<Option<Unit>> = found
        .iter()
        .map(|one| timed(beside(&text[one.end..]), wanted))
        .collect();
    if let ([_, note], [Some(_), None]) = (found.as_slice(), units.as_slice())
        && is_note(text, note)
    {
        found.truncate(1);
        units.truncate(1);
    }
    if wanted.of == Of::Other("percent") && text.contains(is_sign) {
        return Told::Other;
    }
    if units.iter().all(Option::is_none) {
        return match (found.as_slice(), said) {
            ([one], _) if is_of_other(&text[one.end..]) => Told::Other,
            (_, None) => Told::Bare,
            (_, Some(said)) if said == wanted => Told::Bare,
            ([one], Some(said)) => sum(&[(one.value.clone(), said)], wanted),
            _ => Told::Other,
        };
    }
    let bound = |one: &Found| bounded(text, one, false).is_some();
    if found.iter().any(bound) {
        return Told::Other;
    }
    let parts = found.iter().zip(units);
    let parts = parts.map(|(one, unit)| Some((one.value.clone(), unit?)));
    let Some(parts) = parts.collect::<Option<Vec<_>>>() else {
        return Told::Other;
    };
    // "2 lb (907 g)": what is said in another unit, too, is said.
    let near: Vec<_> = parts
        .iter()
        .filter(|(_, unit)| unit.of == wanted.of)
        .cloned()
        .collect();
    let falls = near.windows(2).all(|pair| pair[0].1.size > pair[1].1.size);
    match near.as_slice() {
        [] => Told::Other,
        [_] => sum(&near, wanted),
        // "1 h 30 min"
        _ if falls && near.len() == parts.len() && wanted.of == Of::Time && !text.contains('(') => {
            sum(&near, wanted)
        }
        [first, rest @ ..] => {
            let value = sum(std::slice::from_ref(first), wanted);
            let same = |one: &(String, Unit)| sum(std::slice::from_ref(one), wanted) == value;
            if rest.iter().all(same) {
                value
            } else {
                Told::Other
            }
        }
    }
}

/// A unit where times are wanted: "45 m" are minutes there.
fn timed(unit: Option<Unit>, wanted: Unit) -> Option<Unit> {
    match unit {
        Some(one) if wanted.of == Of::Time && one.of == Of::Length && one.size == 1_000 => {
            super::units::unit("min")
        }
        other => other,
    }
}

/// Whether a number and a word in brackets end a text: "40% (80 proof)".
fn is_note(text: &str, note: &Found) -> bool {
    let rest = text[note.end..].trim_start().strip_suffix(')');
    let word = |rest: &str| !rest.contains(|ch: char| !ch.is_alphabetic());
    text[..note.start].ends_with('(') && rest.is_some_and(word)
}

/// Words after a figure that leave it what it is.
const OWN: [&str; 51] = [
    "approx",
    "approximately",
    "net",
    "netto",
    "gross",
    "brutto",
    "total",
    "ca",
    "circa",
    "nominal",
    "max",
    "maximum",
    "min",
    "minimum",
    "each",
    "only",
    "about",
    "or",
    "and",
    "und",
    "x",
    "environ",
    "approximativement",
    "env",
    "ungefahr",
    "etwa",
    "rund",
    "cirka",
    "aprox",
    "aproximadamente",
    "approssimativamente",
    "unos",
    "okolo",
    "około",
    "около",
    "примерно",
    "inkl",
    "incl",
    "including",
    "inclusive",
    "inclus",
    "incluso",
    "incluido",
    "compris",
    "ohne",
    "mit",
    "with",
    "per",
    "pro",
    "je",
    "par",
];

/// Whether a word right after a figure tells that it is of something else: "2 people", "80 proof".
fn is_of_other(rest: &str) -> bool {
    let bare = rest.trim_start_matches([' ', '\u{a0}', '-']);
    let end = bare.find(|ch: char| !ch.is_alphabetic());
    let word = &bare[..end.unwrap_or(bare.len())];
    let cased = word
        .chars()
        .all(|ch| ch.is_lowercase() || ch.is_uppercase());
    let word = fold(word);
    cased && word.len() > 2 && !OWN.contains(&word.as_str()) && !is_scaled(rest)
}

/// The parts of an ISO 8601 duration: "PT1H30M".
fn period(text: &str) -> Option<Vec<(String, Unit)>> {
    let rest = text.trim().strip_prefix('P')?;
    let (mut parts, mut clock, mut digits) = (Vec::new(), false, String::new());
    for ch in rest.chars() {
        match ch {
            '0'..='9' | '.' => digits.push(ch),
            'T' if digits.is_empty() && !clock => clock = true,
            _ => {
                let word = match (ch, clock) {
                    ('Y', false) => "years",
                    ('M', false) => "months",
                    ('W', false) => "weeks",
                    ('D', false) => "days",
                    ('H', true) => "h",
                    ('M', true) => "min",
                    ('S', true) => "s",
                    _ => return None,
                };
                let value = std::mem::take(&mut digits);
                let some = value.chars().any(|ch| ch != '0' && ch != '.');
                if value.is_empty() {
                    return None;
                }
                // "P0DT45M": nothing of a unit is no part.
                parts.extend(some.then(|| unit(word)).flatten().map(|unit| (value, unit)));
            }
        }
    }
    (digits.is_empty() && !parts.is_empty()).then_some(parts)
}

/// The sum of measures in a unit, if it is exact.
fn sum(parts: &[(String, Unit)], to: Unit) -> Told {
    let add = |sum: i128, (value, unit): &(String, Unit)| {
        // Millionths keep what figures have behind their point.
        let same = *unit == to;
        let fits = unit.of == to.of && unit.size > 0 || same;
        let size = if same { to.size.max(1) } else { unit.size };
        let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
        let digits = format!("{whole}{fraction:0<6}").parse::<i128>().ok();
        let digits = digits.filter(|_| fits && fraction.len() <= 6 && whole.len() <= 15)?;
        sum.checked_add(digits.checked_mul(i128::from(size))?)
    };
    let total = parts.iter().try_fold(0_i128, add);
    let size = i128::from(to.size.max(1)) * 1_000_000;
    let Some(total) = total else {
        return Told::Other;
    };
    let (sign, total) = (if total < 0 { "-" } else { "" }, total.abs());
    let (whole, mut rest) = (total / size, total % size);
    let mut fraction = String::new();
    while rest > 0 && fraction.len() < 12 {
        rest *= 10;
        fraction.push_str(&(rest / size).to_string());
        rest %= size;
    }
    let point = if fraction.is_empty() { "" } else { "." };
    if rest > 0 {
        return Told::Other;
    }
    Told::Value(format!("{sign}{whole}{point}{fraction}"))
}

#[cfg(test)]
mod tests;
