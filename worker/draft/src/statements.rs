//! Several statements on one line: labels side by side ("Size: M, Colour: red"), each with a value of its own.
//! Where one label ends and the next begins is told by the marks between them; one label is `labels`' part.

use crate::labels::split_label;
use crate::vocabulary::{Concept, Kind, concept};
use crate::words::phrase;

/// Marks that nothing but statements stand between.
const MARKS: [&str; 5] = [" | ", " • ", " · ", "; ", " / "];
/// Marks that values hold, too: what they part are statements only with a plain label each.
const LOOSE: [&str; 6] = [", ", " - ", " – ", " — ", "，", "、"];
/// Such a label has no more words than this, each of letters only.
const WORDS: usize = 3;

/// The statements of a line.
pub(crate) fn statements(line: &str) -> Vec<&str> {
    let colons = line.bytes().filter(|byte| *byte == b':').count() + line.matches('：').count();
    if colons < 2 {
        return vec![line];
    }
    for mark in MARKS {
        let parts: Vec<&str> = line.split(mark).map(str::trim).collect();
        let states =
            |part: &&str| split_label(part).is_some_and(|(_, value)| split_label(value).is_none());
        if parts.len() > 1 && parts.iter().all(states) {
            return parts;
        }
    }
    let found = LOOSE.iter().map(|mark| loose(line, mark));
    let most = found.max_by_key(Vec::len).unwrap_or_default();
    if most.len() > 1 { most } else { spaced(line) }
}

/// The statements that only blanks part: "Brand: Acme Model: X1", where each label has a meaning of its own.
fn spaced(line: &str) -> Vec<&str> {
    let Some((label, _)) = split_label(line) else {
        return vec![line];
    };
    let known = |label: &str| concept(&phrase(label)).filter(|own| !is_running(own));
    let running = concept(&phrase(label)).is_some_and(is_running);
    let (mut parts, mut start) = (Vec::new(), 0);
    let starts = line
        .match_indices(' ')
        .map(|(at, _)| at + 1)
        .filter(|_| !running);
    for at in starts {
        let next = &line[at..];
        let led = split_label(next).is_some_and(|(label, _)| {
            let short =
                label.split_whitespace().count() <= WORDS && label.starts_with(char::is_uppercase);
            short && known(label).is_some()
        });
        if led && split_label(&line[start..at]).is_some() {
            parts.push(line[start..at].trim());
            start = at;
        }
    }
    parts.push(line[start..].trim());
    parts
}

/// Whether a concept's values are titles or texts, which may hold anything.
fn is_running(concept: &Concept) -> bool {
    matches!(concept.kind, Kind::Title | Kind::Description)
}

/// The statements that a mark parts which values hold, too: "Sizes: M, L, Colour: red" are two of them.
fn loose<'a>(line: &'a str, mark: &str) -> Vec<&'a str> {
    let Some((label, _)) = split_label(line) else {
        return vec![line];
    };
    let title = concept(&phrase(label)).is_some_and(is_running);
    let capital = label.chars().next().is_some_and(char::is_uppercase);
    let (mut parts, mut start) = (Vec::new(), 0);
    for (at, _) in line.match_indices(mark) {
        let next = at + mark.len();
        if at >= start
            && is_statement(&line[next..], mark, (title, capital))
            && split_label(&line[start..at]).is_some()
        {
            parts.push(line[start..at].trim());
            start = next;
        }
    }
    parts.push(line[start..].trim());
    parts
}

/// Whether a text begins with a plain label and its value. What follows a title may be more of it: only a
/// label with a meaning of its own ends one.
fn is_statement(text: &str, mark: &str, (title, capital): (bool, bool)) -> bool {
    let end = text.find(mark).unwrap_or(text.len());
    let Some((label, value)) = split_label(&text[..end]) else {
        return false;
    };
    let words = label.split_whitespace();
    let letters =
        |ch: char| ch.is_alphabetic() || matches!(ch, ' ' | '(' | ')' | '-' | '/' | '.' | '\'');
    let plain = words.count() <= WORDS && label.chars().all(letters) && !value.is_empty();
    let alike = !capital || label.chars().next().is_some_and(|ch| !ch.is_lowercase());
    plain && alike && (!title || concept(&phrase(label)).is_some())
}

#[cfg(test)]
mod tests;
