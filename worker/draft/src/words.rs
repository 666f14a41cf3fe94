//! Words of names, labels and keys, folded so that spellings of the same phrase are equal.
//! It knows no fields: what phrases mean is in `vocabulary`.

use domain::evidence::is_dense;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Words that link others and carry no meaning of their own.
const LINKING: [&str; 18] = [
    "a", "an", "das", "de", "del", "della", "den", "der", "des", "di", "die", "du", "el", "la",
    "le", "les", "of", "the",
];

/// A phrase as folded words: lower case, accents removed, plurals cut, linking words left out.
pub(crate) type Phrase = Vec<String>;

/// Whether a text holds nothing but white space.
pub(crate) fn is_blank(text: &str) -> bool {
    let mut bytes = text.bytes().skip_while(u8::is_ascii_whitespace);
    bytes
        .next()
        .is_none_or(|first| !first.is_ascii() && text.trim().is_empty())
}

/// Whether a text holds a digit of any script, or another sign for a number.
pub(crate) fn holds_digit(text: &str) -> bool {
    let ascii = text.bytes().any(|byte| byte.is_ascii_digit());
    ascii || (!text.is_ascii() && text.chars().any(char::is_numeric))
}

/// Folds one run of letters: NFKD, accents removed, lower case.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkd()
        .filter(|ch| !is_combining_mark(*ch))
        .flat_map(char::to_lowercase)
        .collect()
}

/// The words of a name or label in any casing style, bracketed remarks left out.
pub(crate) fn phrase(text: &str) -> Phrase {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut depth = 0usize;
    let mut previous = ' ';
    let mut chars = text.chars().peekable();
    while let Some(ch) = chars.next() {
        if depth == 0 && ch.is_ascii_lowercase() {
            word.push(ch);
            previous = ch;
            continue;
        }
        match ch {
            '(' | '[' | '（' => depth += 1,
            ')' | ']' | '）' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let next_lower = chars.peek().is_some_and(|next| next.is_lowercase());
        let hump = ch.is_uppercase()
            && (previous.is_lowercase() || (previous.is_uppercase() && next_lower));
        let letter = ch.is_alphanumeric();
        let mark = !letter && !ch.is_ascii() && is_combining_mark(ch);
        if (hump || !letter) && ch != '\'' && ch != '’' && !mark {
            push(&mut words, &mut word);
        }
        if depth == 0 && (letter || mark) {
            word.push(ch);
        }
        if depth == 0 && (ch == '№' || ch == '#') {
            words.push("number".to_owned());
        }
        previous = ch;
    }
    push(&mut words, &mut word);
    words
}

fn push(words: &mut Vec<String>, word: &mut String) {
    if word.is_empty() {
        return;
    }
    let mut folded = std::mem::take(word);
    if folded.is_ascii() {
        folded.make_ascii_lowercase();
    } else {
        folded = fold(&folded);
    }
    if !LINKING.contains(&folded.as_str()) {
        words.push(stem(folded));
    }
}

/// Cuts an English plural and spells the short forms of "number" out.
fn stem(mut word: String) -> String {
    match word.as_str() {
        "no" | "nr" | "num" | "nbr" => return "number".to_owned(),
        "min" => return "minimum".to_owned(),
        "max" => return "maximum".to_owned(),
        _ => {}
    }
    let plural = word.len() > 3
        && word.is_ascii()
        && word.ends_with('s')
        && !["ss", "us", "is", "as", "os"]
            .iter()
            .any(|end| word.ends_with(end));
    match word.strip_suffix("ies") {
        Some(stem) if plural && word.len() > 4 => format!("{stem}y"),
        _ => {
            word.truncate(word.len() - usize::from(plural));
            word
        }
    }
}

/// The comparable form of running text: folded, everything but letters and digits one space.
pub(crate) fn squash(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for ch in fold(text).chars() {
        if ch.is_alphanumeric() {
            out.push(ch);
        } else if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Whether a squashed text says a squashed phrase, as whole words where its script has spaces.
pub(crate) fn says(text: &str, phrase: &str) -> bool {
    !phrase.is_empty()
        && text
            .match_indices(phrase)
            .any(|(at, _)| starts_word(text, at) && ends_word(text, at + phrase.len()))
}

/// Whether a squashed text ends in a squashed phrase, as whole words where its script has spaces.
pub(crate) fn ends_in(text: &str, phrase: &str) -> bool {
    text.ends_with(phrase) && starts_word(text, text.len() - phrase.len())
}

fn starts_word(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    before.is_none_or(|ch| ch == ' ') || text[at..].chars().next().is_none_or(is_dense)
}

fn ends_word(text: &str, at: usize) -> bool {
    let after = text[at..].chars().next();
    after.is_none_or(|ch| ch == ' ') || text[..at].chars().next_back().is_none_or(is_dense)
}

/// Whether every word of `part` is in `whole`.
pub(crate) fn covers(whole: &[String], part: &[String]) -> bool {
    part.iter().all(|word| whole.contains(word))
}

#[cfg(test)]
mod tests;
