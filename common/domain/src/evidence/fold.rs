//! Text to comparable words: NFKC, Unicode case folding, words cut where a reader sees them end. In
//! scripts that write without spaces every character is a word of its own.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word<'t> {
    /// Folded.
    pub(super) text: Cow<'t, str>,
    /// Byte range in the original.
    pub(super) range: std::ops::Range<usize>,
    /// Whether it may be read on from the word before: nothing but a light separator between.
    pub(super) joins: bool,
}

/// The words of a text in one pass.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::with_capacity(text.len() / 6);
    let mut start: Option<usize> = None;
    let mut end = 0;
    for (at, c) in text.char_indices() {
        if is_dense(c) {
            close(text, &mut words, start.take(), at, &mut end);
            close(text, &mut words, Some(at), at + c.len_utf8(), &mut end);
        } else if is_word(c) {
            start.get_or_insert(at);
        } else {
            close(text, &mut words, start.take(), at, &mut end);
        }
    }
    close(text, &mut words, start, text.len(), &mut end);
    words
}

fn close<'t>(
    text: &'t str,
    words: &mut Vec<Word<'t>>,
    start: Option<usize>,
    at: usize,
    end: &mut usize,
) {
    let Some(start) = start else { return };
    let folded = fold(&text[start..at]);
    if folded.is_empty() {
        return;
    }
    words.push(Word {
        text: folded,
        range: start..at,
        joins: joins(&text[*end..start]),
    });
    *end = at;
}

/// NFKC and case folding; what is left without letters and digits is dropped.
fn fold(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        let upper = word.bytes().any(|byte| byte.is_ascii_uppercase());
        return if upper {
            word.to_ascii_lowercase().into()
        } else {
            word.into()
        };
    }
    let composed: String = word.nfkc().collect();
    let folded = caseless::default_case_fold_str(&composed);
    folded
        .nfkc()
        .filter(|c| is_word(*c) && !is_hidden(*c))
        .collect()
}

/// Marks that may stand within a phrase: hyphens, underscores, slashes, middle dots and their kin.
const LIGHT: &[char] = &[
    '-', '_', '/', '+', '&', '\u{b7}', '\'', '\u{2019}', '\u{2010}', '\u{2011}', '\u{2012}',
    '\u{2013}', '\u{ff3f}', '\u{ff0d}', '\u{ff0f}',
];

/// Separators within a phrase: blanks, hyphens, underscores, slashes, middle dots, a bare dot or
/// plus. Commas, colons, brackets, ends of sentences and lines end a phrase.
fn joins(between: &str) -> bool {
    let mut dots = 0;
    for c in between.chars() {
        match c {
            '.' => dots += 1,
            '\n' | '\r' => return false,
            c if c.is_whitespace() || LIGHT.contains(&c) => {}
            _ => return false,
        }
    }
    dots == 0 || (dots == 1 && between.len() == 1)
}

/// Whether a character is part of a word.
pub(super) fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    c.is_alphanumeric() || is_combining_mark(c) || is_hidden(c)
}

/// Soft hyphen, zero-width characters: inside a word, never seen.
fn is_hidden(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}'
    )
}

/// The folded form of a letter that is written in one way, so that folding a word changes it in no way
/// but its case: of Latin, Cyrillic, Hebrew, Han, kana and Hangul; `None` of every other.
pub(super) fn plain(c: char) -> Option<char> {
    match c {
        _ if c.is_ascii() => Some(c.to_ascii_lowercase()),
        '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{de}' | '\u{410}'..='\u{42f}' => {
            char::from_u32(c as u32 + 32)
        }
        '\u{400}'..='\u{40f}' => char::from_u32(c as u32 + 80),
        '\u{e0}'..='\u{f6}'
        | '\u{f8}'..='\u{ff}'
        | '\u{430}'..='\u{45f}'
        | '\u{5d0}'..='\u{5ea}'
        | '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fa}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}' => Some(c),
        _ => None,
    }
}

/// Whether a character is a letter of a script that sets no spaces between words: Han, kana, Thai, Lao, Khmer,
/// Burmese. The marks set on such letters are none.
#[must_use]
pub fn is_dense(c: char) -> bool {
    matches!(c,
        '\u{0e01}'..='\u{0e30}' | '\u{0e32}'..='\u{0e33}' | '\u{0e40}'..='\u{0e46}' | '\u{0e81}'..='\u{0edf}'
        | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17b3}' | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// A member's words: camel case is cut too (`InStock`, `UsedCondition`).
pub(super) fn member_words(member: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(member.len() + 4);
    let mut lower = false;
    for c in member.chars() {
        if lower && c.is_uppercase() {
            spaced.push(' ');
        }
        lower = c.is_lowercase();
        spaced.push(c);
    }
    words(&spaced)
        .into_iter()
        .map(|word| word.text.into_owned())
        .collect()
}
