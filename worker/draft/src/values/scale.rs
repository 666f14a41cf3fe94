//! What makes a figure beside it another number: fractions, words and letters for thousands and more. What
//! is not certain in the page's language is said to be so: the bare figure is never the number then.

use unicode_normalization::char::is_combining_mark;

use super::asked::Asked;
use super::number::Found;
use crate::words::fold;

/// How the words beside a figure are to be read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Scales<'a> {
    /// The page's language (BCP 47), empty if it does not say.
    pub lang: &'a str,
    /// The number counts something: "3M" are millions, and nothing else.
    pub counts: bool,
    /// The number is an amount of money.
    pub money: bool,
    /// What the amount is to the field.
    pub asked: Asked,
}

/// What stands right after a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// Nothing that changes it.
    None,
    /// Tens to this power, in so many bytes.
    Power(usize, usize),
    /// Something that changes it, nobody can tell how.
    Unsure,
}

/// Words for powers of ten, folded, with the languages in which they are: none are all.
const WORDS: [(usize, &str, &str); 24] = [
    (2, "", "hundred hundert"),
    (
        3,
        "",
        "thousand tausend tsd tusen tusind duizend тыс тысяч тысяча тысячи الف हजर",
    ),
    (3, "es pt ca", "mil"),
    (3, "it fr", "mille mila"),
    (3, "tr", "bin"),
    (3, "id ms", "ribu rb"),
    (3, "vi", "nghin"),
    (5, "", "lakh lakhs lac लख"),
    (
        6,
        "",
        "million millions mio millionen millon millones milhao milhoes milione milioni miljoen miljon",
    ),
    (
        6,
        "",
        "miljoner millioner mln miljoonaa milionow miliony milionu млн миллион миллиона миллионов مليون",
    ),
    (6, "tr", "milyon"),
    (6, "no nb nn da", "mill"),
    (6, "id ms", "juta jt"),
    (6, "vi", "trieu"),
    (6, "pt", "mi"),
    (7, "", "crore crores करड"),
    (9, "en", "billion billions"),
    (
        9,
        "",
        "bn mrd milliarde milliarden milliard milliards miliardo miliardi mld miljard miljarder",
    ),
    (
        9,
        "",
        "milliarder miliard miliardy miliardow млрд миллиард миллиарда миллиардов milyar مليار",
    ),
    (9, "pt", "bi bilhao bilhoes"),
    (9, "da", "mia"),
    (9, "vi", "ty"),
    (12, "en", "trillion trillions"),
    (12, "de", "billion billionen"),
];
/// Words for so many that none of these languages says for certain how many, or for a dozen.
const UNSURE: &str = " billion billions billionen billon billones biljoen biljoner trillion trillions \
    trillionen mille dozen dozens dutzend douzaine douzaines docena docenas dozzina dozzine duzia duzias dozijn \
    dussin dusin дюжина gross ";
/// Signs of scripts without spaces for powers of ten.
const SIGNS: [(char, usize); 10] = [
    ('百', 2),
    ('千', 3),
    ('천', 3),
    ('万', 4),
    ('萬', 4),
    ('만', 4),
    ('億', 8),
    ('亿', 8),
    ('억', 8),
    ('조', 12),
];
/// What makes a measure of the sign for a thousand before it.
const MEASURES: [char; 7] = ['克', '米', '瓦', '卡', '升', '字', '赫'];

/// The power of ten that a figure stands for units of, and in how many bytes after it that is said; `None`
/// if it cannot be told.
pub(crate) fn power(text: &str, found: &Found, how: Scales<'_>) -> Option<(usize, usize)> {
    match after(&text[found.end..], how) {
        Scale::Power(_, bytes) if how.asked != Asked::Other && is_size(text, found, bytes) => {
            // "$49.00 M" is of a size; "$2.00 M" and "$49.00 K" may be either.
            let sold = text[..found.end + bytes].ends_with('M');
            let sold = sold
                && found
                    .value
                    .parse::<f64>()
                    .is_ok_and(|amount| amount >= 10.0);
            sold.then_some((0, 0))
        }
        Scale::None => Some((0, 0)),
        Scale::Unsure => None,
        Scale::Power(power, bytes) => Some((power, bytes)),
    }
}

/// Whether what stands after a figure with cents is one letter behind a blank: millions are rounded, or their letter
/// stands close to them.
fn is_size(text: &str, found: &Found, bytes: usize) -> bool {
    let figure = &text[found.start..found.end];
    let cents = figure.len().checked_sub(3).and_then(|at| figure.get(at..));
    let cents = cents.and_then(|cents| cents.strip_prefix(['.', ',']));
    let after = text.get(found.end..found.end + bytes).unwrap_or("");
    let letter = after.trim_start();
    cents.is_some_and(|cents| cents.bytes().all(|byte| byte.is_ascii_digit()))
        && letter.len() == 1
        && letter.len() < after.len()
}

/// Whether the words after a figure may make it another number.
pub(super) fn is_scaled(rest: &str) -> bool {
    after(rest, Scales::default()) != Scale::None
}

/// The number that a figure and the words after it state, and where they end; `None` if it cannot be told.
pub(crate) fn whole(text: &str, found: &Found, how: Scales<'_>) -> Option<Found> {
    let (power, bytes) = power(text, found, how)?;
    Some(Found {
        value: if power == 0 {
            found.value.clone()
        } else {
            shifted(&found.value, power)
        },
        end: found.end + bytes,
        ..found.clone()
    })
}

fn after(rest: &str, how: Scales<'_>) -> Scale {
    let gap = |ch: char| {
        matches!(
            ch,
            ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '-' | '\u{2011}'
        )
    };
    let bare = rest.trim_start_matches(gap);
    let skipped = rest.len() - bare.len();
    let signs = signs(bare);
    if signs != Scale::None {
        return signs.moved(skipped);
    }
    let letter = |ch: char| ch.is_alphabetic() || is_combining_mark(ch);
    let word = &bare[..bare.find(|ch| !letter(ch)).unwrap_or(bare.len())];
    if word.is_empty() {
        return Scale::None;
    }
    // "1 B/." are balboas.
    if how.money && word == "B" && bare.starts_with("B/.") {
        return Scale::None;
    }
    let read = if word.chars().count() < 3 && word.is_ascii() {
        let read = letters(word, skipped == 0, how);
        if read == Scale::None {
            of_word(word, how)
        } else {
            read
        }
    } else {
        of_word(word, how)
    };
    // "3 thousand million" is more than the first of its words.
    let again = &bare[word.len()..].trim_start_matches(['.', ' ', '\u{a0}']);
    let next = again.split(|ch| !letter(ch)).next().unwrap_or("");
    let more = next.chars().count() > 2 && of_word(next, how) != Scale::None;
    match read {
        Scale::Power(..) if more => Scale::Unsure,
        read => read.moved(skipped),
    }
}

impl Scale {
    fn moved(self, by: usize) -> Self {
        match self {
            Self::Power(power, bytes) => Self::Power(power, bytes + by),
            other => other,
        }
    }
}

/// Signs right after a figure: "3億", "2万", "5百万".
fn signs(rest: &str) -> Scale {
    let power = |ch: char| {
        SIGNS
            .iter()
            .find(|(sign, _)| *sign == ch)
            .map(|(_, power)| *power)
    };
    let (mut sum, mut bytes) = (0, 0);
    for ch in rest.chars() {
        let Some(more) = power(ch) else {
            break;
        };
        sum += more;
        bytes += ch.len_utf8();
    }
    let measure = rest.starts_with('千') && rest[bytes..].starts_with(MEASURES);
    // A mega or a million of millions, by the country.
    if rest[bytes..].starts_with('兆') {
        return Scale::Unsure;
    }
    if sum == 0 || measure {
        return Scale::None;
    }
    Scale::Power(sum, bytes)
}

fn of_word(word: &str, how: Scales<'_>) -> Scale {
    let folded = fold(word);
    let tongue = how.lang.split(['-', '_']).next().unwrap_or("");
    let is = |list: &str| list.split(' ').any(|one| one == folded);
    let spoken = |langs: &str| {
        langs.is_empty() || langs.split(' ').any(|one| one.eq_ignore_ascii_case(tongue))
    };
    let known = WORDS
        .iter()
        .find(|(_, langs, words)| spoken(langs) && is(words));
    // "1.5 MSEK"
    let coded = word
        .get(1..)
        .filter(|code| how.money && super::currency::is_code(code));
    match known {
        Some((power, ..)) => Scale::Power(*power, word.len()),
        None if coded.is_some() => match word.as_bytes()[0] {
            b'k' | b'K' => Scale::Power(3, 1),
            b'M' => Scale::Power(6, 1),
            _ => Scale::Unsure,
        },
        None if is(UNSURE.trim()) || folded == "mil" && how.money => Scale::Unsure,
        None => Scale::None,
    }
}

/// One or two letters, which mean a power of ten only of counts and money: "12K", "$3M", "5 Cr".
fn letters(word: &str, glued: bool, how: Scales<'_>) -> Scale {
    let sure = how.counts || how.money;
    let power = match word {
        "k" | "K" => 3,
        "M" | "Mn" | "mn" => 6,
        "B" => 9,
        "Cr" | "cr" if how.money => 7,
        // Metres and minutes are written so, too.
        "m" if sure && glued => 6,
        "L" | "MM" | "T" if how.money && glued => return Scale::Unsure,
        _ => return Scale::None,
    };
    if sure {
        Scale::Power(power, word.len())
    } else {
        Scale::Unsure
    }
}

/// A number in decimal text with its point moved to the right.
pub(crate) fn shifted(value: &str, power: usize) -> String {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let mut digits = fraction.to_owned();
    while digits.len() < power {
        digits.push('0');
    }
    let rest = digits.split_off(power);
    let (sign, whole) = whole
        .strip_prefix('-')
        .map_or(("", whole), |whole| ("-", whole));
    let joined = format!("{whole}{digits}");
    let joined = joined.trim_start_matches('0');
    let joined = if joined.is_empty() { "0" } else { joined };
    let rest = rest.trim_end_matches('0');
    let point = if rest.is_empty() { "" } else { "." };
    format!("{sign}{joined}{point}{rest}")
}

/// Fractions of one character that are exact in decimals, by their digits behind the point.
const EXACT: [(char, &str); 12] = [
    ('½', "5"),
    ('¼', "25"),
    ('¾', "75"),
    ('⅛', "125"),
    ('⅜', "375"),
    ('⅝', "625"),
    ('⅞', "875"),
    ('⅕', "2"),
    ('⅖', "4"),
    ('⅗', "6"),
    ('⅘', "8"),
    ('⅒', "1"),
];

/// Whether a character is a fraction.
pub(super) fn is_fraction(ch: char) -> bool {
    matches!(ch, '¼'..='¾' | '\u{2150}'..='\u{215f}' | '\u{2189}')
}

/// A whole number and the fraction after it in decimals; `None` if it is not exact there.
pub(super) fn with_fraction(whole: &str, fraction: char) -> Option<String> {
    let (_, digits) = EXACT.iter().find(|(ch, _)| *ch == fraction)?;
    let whole = if whole.is_empty() { "0" } else { whole };
    (!whole.contains('.')).then(|| format!("{whole}.{digits}"))
}

/// The number in "1 1/2": a whole one and a proper fraction by halves, quarters, eighths or sixteenths.
pub(crate) fn mixed(text: &str, found: &[Found]) -> Option<Found> {
    let [whole, over, under] = found else {
        return None;
    };
    let stroke = matches!(&text[over.end..under.start], "/" | "⁄" | "∕");
    let apart = matches!(&text[whole.end..over.start], " " | "\u{a0}" | "-");
    let number = |found: &Found| found.value.parse::<u32>().ok();
    let (over, parts) = (number(over)?, number(under)?);
    let proper = (1..parts).contains(&over) && matches!(parts, 2 | 4 | 8 | 16);
    let digits = u64::from(over) * 10_000 / u64::from(parts.max(1));
    let fits = stroke && apart && proper && !whole.value.contains('.');
    fits.then(|| Found {
        value: format!(
            "{}.{}",
            whole.value,
            format!("{digits:04}").trim_end_matches('0')
        ),
        start: whole.start,
        end: under.end,
    })
}
