//! Numbers as the world writes them: grouping by comma, dot, space or apostrophe, comma or dot
//! decimals, raised cents, digits of other scripts. Values stay decimal text until the end.

use serde_json::{Number, Value};

use super::currency;
use super::scale::{is_fraction, with_fraction};

/// How a text is to be read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Style {
    /// The page's language writes decimals with a comma.
    pub comma_decimal: bool,
    /// Written for machines: a dot is always the decimal point.
    pub machine: bool,
    /// The page does not say its language: a dot before three digits may be either.
    pub unknown: bool,
}

/// A number within a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// Plain decimal notation: `-1299.50`.
    pub value: String,
    /// Byte offsets in the text.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

/// Languages that write a decimal comma (CLDR), by their primary subtag.
const COMMA: [&str; 48] = [
    "af", "az", "be", "bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fo", "fr",
    "gl", "hr", "hu", "hy", "id", "is", "it", "ka", "kk", "ky", "lt", "lv", "mk", "nb", "nl", "nn",
    "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "tr", "uk", "uz", "vi", "lb", "tk",
];
/// Regions whose decimal point is a dot although their language writes commas elsewhere (CLDR).
const DOT_REGIONS: [&str; 14] = [
    "ch", "li", "mx", "us", "pr", "gt", "hn", "ni", "pa", "pe", "sv", "do", "bo-x", "419",
];

/// Whether a language tag (BCP 47) writes a decimal comma.
pub(crate) fn writes_comma(lang: Option<&str>) -> bool {
    let tag = lang.unwrap_or("").to_lowercase().replace('_', "-");
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or("");
    let dotted = parts.any(|part| DOT_REGIONS.contains(&part));
    COMMA.contains(&language) && !dotted
}

/// The zeros of scripts whose digits pages use for numbers, each followed by its other nine (Unicode `Nd`).
const ZEROS: [u32; 16] = [
    0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0,
    0x1040, 0x17e0, 0xff10,
];

/// A digit of any script that pages use for numbers.
pub(super) fn digit(ch: char) -> Option<char> {
    if ch.is_ascii() {
        return ch.is_ascii_digit().then_some(ch);
    }
    let code = u32::from(ch);
    // Most letters of other scripts are seen to be none at once.
    if !matches!(code, 0x660..=0x17e9 | 0xff10..=0xff19) {
        return None;
    }
    let zero = ZEROS
        .iter()
        .find(|zero| (**zero..**zero + 10).contains(&code))?;
    char::from_digit(code - zero, 10)
}

fn separator(ch: char) -> Option<char> {
    Some(match ch {
        '.' | ',' | '^' => ch,
        '\u{66b}' | '，' => ',',
        '\'' | '’' | '\u{66c}' => '\'',
        ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\u{2007}' => ' ',
        '€' | '£' => '€',
        _ => return None,
    })
}

/// Every number in a text, in order. Digits glued to letters before them are no numbers.
pub(crate) fn find(text: &str, style: Style) -> Vec<Found> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let figure = digit(chars[at].1).is_some();
        if !figure && !is_fraction(chars[at].1) {
            at += 1;
            continue;
        }
        let glued = at > 0
            && (chars[at - 1].1.is_alphabetic() || chars[at - 1].1 == '_')
            && !is_unit(&chars, at);
        if glued && !figure {
            at += 1;
            continue;
        }
        let (groups, seps, mut next) = token(&chars, at);
        if let Some(after) = exponent(&chars, next) {
            // "1e3" is not one; what it is in running text, nobody can tell.
            at = after;
            continue;
        }
        let led = leading_point(&chars, at);
        let dots = !style.machine && seps.iter().all(|sep| *sep == '.');
        let grouped = dots && !seps.is_empty() && groups_by_dots(&chars, at, next);
        let whole = !style.machine && without_cents(&chars, next);
        let style = Style {
            comma_decimal: style.comma_decimal && !whole || dots && (grouped || whole),
            // Amounts have no thousandths: after a euro sign's dot stand three decimals or thousands.
            unknown: (style.unknown || beside_euro(&chars, at, next)) && !grouped && !whole,
            ..style
        };
        let mut plain = match led {
            Point::None => decide(&groups, &seps, style),
            Point::Decimal if seps.is_empty() => Some(format!("0.{}", groups[0])),
            Point::Decimal | Point::Unclear => None,
        };
        if let Some((fraction, after)) = fraction(&chars, next) {
            plain = plain.and_then(|whole| with_fraction(&whole, fraction));
            next = after;
        }
        if !glued && let Some(plain) = plain {
            let at = at - usize::from(led == Point::Decimal);
            // A dash that nothing stands before is a minus sign, too.
            let dash = at == 1 && chars[0].1 == '–';
            let minus = at > 0 && matches!(chars[at - 1].1, '-' | '−') && signed(&chars, at - 1);
            found.push(Found {
                value: if minus || dash {
                    format!("-{plain}")
                } else {
                    plain
                },
                start: chars[at].0,
                end: chars.get(next).map_or(text.len(), |(byte, _)| *byte),
            });
        }
        at = next;
    }
    found
}

/// What a point right before a number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Point {
    /// There is none, or one that ends a word: "No.5".
    None,
    /// The decimal point of a number below one: "$.75".
    Decimal,
    /// It may be anything: "..75".
    Unclear,
}

fn leading_point(chars: &[(usize, char)], at: usize) -> Point {
    let before = |back: usize| at.checked_sub(back).map(|at| chars[at].1);
    match (before(2), before(1)) {
        (Some('.'), Some('.')) => Point::Unclear,
        (Some(ch), Some('.')) if ch.is_alphanumeric() || ch == ')' => Point::None,
        (_, Some('.')) => Point::Decimal,
        _ => Point::None,
    }
}

/// Whether a dash stands for the cents of a number: "1.899,-".
fn without_cents(chars: &[(usize, char)], end: usize) -> bool {
    let one = |at: usize| chars.get(at).map(|(_, ch)| *ch);
    matches!(one(end), Some(',' | '.')) && matches!(one(end + 1), Some('-' | '–' | '—'))
}

/// Whether the currency beside a number tells that a dot parts its thousands.
fn groups_by_dots(chars: &[(usize, char)], at: usize, end: usize) -> bool {
    let letter = |ch: &char| ch.is_alphabetic() || currency::is_sign(*ch);
    let gap = |ch: &char| ch.is_whitespace();
    let after = chars[end..].iter().map(|(_, ch)| *ch);
    let after: String = after.skip_while(gap).take_while(letter).collect();
    let before = chars[..at].iter().rev().map(|(_, ch)| *ch);
    let before = before.skip_while(|ch| gap(ch) || *ch == '.');
    let mut before: Vec<char> = before.take_while(letter).collect();
    before.reverse();
    currency::takes_comma(&after) || currency::takes_comma(&String::from_iter(before))
}

/// Whether a euro sign stands beside a number.
fn beside_euro(chars: &[(usize, char)], at: usize, end: usize) -> bool {
    let gap = |ch: char| matches!(ch, ' ' | '\u{a0}' | '\u{202f}');
    let after = chars[end..].iter().take(2).find(|(_, ch)| !gap(*ch));
    let before = chars[..at].iter().rev().take(2).find(|(_, ch)| !gap(*ch));
    [after, before]
        .into_iter()
        .flatten()
        .any(|(_, ch)| *ch == '€')
}

/// The fraction of one character that ends a number ("4½", "4 ½"), and where it ends.
fn fraction(chars: &[(usize, char)], at: usize) -> Option<(char, usize)> {
    let one = |at: usize| chars.get(at).map(|(_, ch)| *ch);
    let gap = usize::from(matches!(
        one(at),
        Some(' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
    ));
    let fraction = one(at + gap).filter(|ch| is_fraction(*ch))?;
    Some((fraction, at + gap + 1))
}

/// Where scientific notation ends whose mantissa ends here.
fn exponent(chars: &[(usize, char)], at: usize) -> Option<usize> {
    let char_at = |at: usize| chars.get(at).map(|(_, ch)| *ch);
    let mark = matches!(char_at(at), Some('e' | 'E'));
    let sign = usize::from(matches!(char_at(at + 1), Some('+' | '-' | '−')));
    let from = at + 1 + sign;
    let digits = chars.get(from..).unwrap_or(&[]).iter();
    let count = digits.take_while(|(_, ch)| digit(*ch).is_some()).count();
    (mark && count > 0).then_some(from + count)
}

/// Letters of scripts without case, and currency words glued to their amount, are no names.
fn is_unit(chars: &[(usize, char)], at: usize) -> bool {
    let before = chars[at - 1].1;
    if !before.is_lowercase() && !before.is_uppercase() {
        return before != '_';
    }
    let run = chars[..at]
        .iter()
        .rev()
        .take_while(|(_, ch)| ch.is_alphabetic())
        .count();
    let word: String = chars[at - run..at].iter().map(|(_, ch)| *ch).collect();
    currency::is_grown(&word)
}

/// A minus sign stands before a number, not between two.
fn signed(chars: &[(usize, char)], at: usize) -> bool {
    at == 0 || chars[at - 1].1.is_whitespace() || chars[at - 1].1 == '('
}

/// Digit groups and the separators between them, and where the token ends.
fn token(chars: &[(usize, char)], start: usize) -> (Vec<String>, Vec<char>, usize) {
    let mut groups = vec![String::new()];
    let mut seps = Vec::new();
    let mut at = start;
    while at < chars.len() {
        if let Some(value) = digit(chars[at].1) {
            if let Some(group) = groups.last_mut() {
                group.push(value);
            }
            at += 1;
            continue;
        }
        let run = |from: usize| {
            chars[from.min(chars.len())..]
                .iter()
                .take_while(|(_, ch)| digit(*ch).is_some())
                .count()
        };
        let Some(sep) = separator(chars[at].1) else {
            break;
        };
        let after = run(at + 1);
        let last = groups.last().map_or(0, String::len);
        let ok = match sep {
            ' ' => after == 3 && last <= 3 && seps.iter().all(|sep| *sep == ' '),
            '\'' => after == 3 && last <= 3,
            '€' | '^' => after == 2,
            _ => after > 0,
        };
        if !ok {
            break;
        }
        seps.push(sep);
        groups.push(String::new());
        at += 1;
    }
    (groups, seps, at)
}

/// Tells grouping from decimals; `None` if the token is no number (a date, a version, a range).
fn decide(groups: &[String], seps: &[char], style: Style) -> Option<String> {
    let Some(&last) = seps.last() else {
        return Some(groups[0].clone());
    };
    let count = seps.iter().filter(|sep| **sep == last).count();
    let tail = groups.last().map_or(0, String::len);
    let decimal = match last {
        '^' | '€' => true,
        ' ' | '\'' => false,
        _ if count > 1 => false,
        _ if seps.len() > 1 => true,
        _ if tail != 3 || groups[0].len() > 3 || groups[0] == "0" => true,
        '.' if style.unknown && !style.machine && !style.comma_decimal => return None,
        '.' => style.machine || !style.comma_decimal,
        _ => style.comma_decimal && !style.machine,
    };
    let whole = if decimal {
        &groups[..groups.len() - 1]
    } else {
        groups
    };
    let inner = if decimal {
        &seps[..seps.len() - 1]
    } else {
        seps
    };
    let uniform = inner.windows(2).all(|pair| pair[0] == pair[1]);
    let grouped = whole
        .iter()
        .skip(1)
        .rev()
        .enumerate()
        .all(|(at, group)| group.len() == 3 || (at > 0 && group.len() == 2));
    let headed = whole.len() == 1 || (1..=3).contains(&whole[0].len());
    if !uniform || !grouped || !headed {
        return None;
    }
    let mut plain = whole.concat();
    if decimal {
        plain.push('.');
        plain.push_str(&groups[groups.len() - 1]);
    }
    Some(plain)
}

/// A decimal text as a JSON number: whole numbers stay exact.
pub(crate) fn to_json(plain: &str) -> Option<Value> {
    let whole = plain.split('.').next().unwrap_or("");
    let fraction = plain.split('.').nth(1).unwrap_or("");
    if fraction.chars().all(|ch| ch == '0')
        && let Ok(value) = whole.parse::<i64>()
    {
        return Some(Value::from(value));
    }
    let value = plain
        .parse::<f64>()
        .ok()
        .filter(|value| value.is_finite())?;
    Number::from_f64(value).map(Value::Number)
}
