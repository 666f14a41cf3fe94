//! Members of closed sets that a text states: by whole words after folding, separators
//! interchangeable, schema.org addresses by their last segment, wordings from the vocabulary.

use domain::evidence::value_words;
use domain::schema::ClosedSet;
use serde_json::Value;

use crate::jsonld::last_segment;
use crate::words::{phrase, squash};

/// The one member a text states; several or none give nothing.
pub(crate) fn member(set: &ClosedSet, text: &str) -> Option<Value> {
    let found = stated(set, text);
    match found.as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    }
}

/// Words that turn the wording after them around.
const NEGATIONS: [&str; 14] = [
    "not", "no", "non", "nicht", "kein", "keine", "pas", "nao", "niet", "ikke", "ej", "ei", "nie",
    "ne",
];

/// A wording found in a squashed text.
#[derive(Clone, Copy)]
struct Hit<'a> {
    start: usize,
    end: usize,
    member: &'a Value,
}

/// The members a text states; a wording inside a longer one does not count.
pub(crate) fn stated(set: &ClosedSet, text: &str) -> Vec<Value> {
    if let Some(member) = exact(set, text) {
        return vec![member.clone()];
    }
    let spaced = spaced(text);
    let mut found: Vec<Value> = Vec::new();
    for hit in hits(set, &spaced) {
        if !found.contains(hit.member) {
            found.push(hit.member.clone());
        }
    }
    found
}

/// How much of a text the wording of the one member it states makes up, in percent.
pub(crate) fn coverage(set: &ClosedSet, text: &str) -> Option<usize> {
    if exact(set, text).is_some() {
        return Some(100);
    }
    let spaced = spaced(text);
    let hits = hits(set, &spaced);
    let first = hits.first()?;
    let one = hits.iter().all(|hit| hit.member == first.member);
    let longest = hits.iter().map(|hit| hit.end - hit.start).max()?;
    one.then_some(longest * 100 / spaced.len().max(1))
}

/// The member that a text is, letters and digits compared.
fn exact<'a>(set: &'a ClosedSet, text: &str) -> Option<&'a Value> {
    let whole = joined(bare(text));
    set.members.iter().find(|member| {
        let spelled = spelled(member);
        !whole.is_empty()
            && (joined(&spelled) == whole
                || titles(set, &spelled).any(|title| joined(title) == whole))
    })
}

/// The last segment of a schema.org address, other text as it is.
fn bare(text: &str) -> &str {
    if text.contains("://") && !text.trim().contains(' ') {
        last_segment(text.trim())
    } else {
        text
    }
}

fn spaced(text: &str) -> String {
    let text = bare(text);
    let camel = !text.contains(' ') && text.chars().any(char::is_lowercase);
    if camel {
        format!(" {} ", squash(&words_of(text)))
    } else {
        format!(" {} ", squash(text))
    }
}

fn hits<'a>(set: &'a ClosedSet, spaced: &str) -> Vec<Hit<'a>> {
    let mut hits: Vec<Hit<'a>> = Vec::new();
    for member in &set.members {
        for wording in wordings(set, member)
            .iter()
            .filter(|wording| !wording.is_empty())
        {
            // Scripts without spaces between words match anywhere.
            let anywhere =
                !wording.is_ascii() && !wording.contains(' ') && wording.chars().any(is_unspaced);
            let needle = if anywhere {
                wording.clone()
            } else {
                format!(" {wording} ")
            };
            let found = spaced
                .match_indices(&needle)
                .filter(|(at, _)| !is_negated(&spaced[..*at]));
            hits.extend(found.map(|(at, _)| Hit {
                start: at,
                end: at + needle.len(),
                member,
            }));
        }
    }
    let all = hits.clone();
    hits.retain(|hit| {
        !all.iter().any(|other| {
            other.end - other.start > hit.end - hit.start
                && other.start <= hit.start
                && hit.end <= other.end
                && other.member != hit.member
        })
    });
    hits
}

fn is_unspaced(ch: char) -> bool {
    matches!(ch, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

fn is_negated(before: &str) -> bool {
    let last = before.trim_end().rsplit(' ').next().unwrap_or("");
    NEGATIONS.contains(&last)
}

fn spelled(member: &Value) -> String {
    member
        .as_str()
        .map_or_else(|| member.to_string(), str::to_owned)
}

fn titles<'a>(set: &'a ClosedSet, member: &'a str) -> impl Iterator<Item = &'a str> {
    let own = set.titles.iter().filter(move |(name, _)| name == member);
    own.map(|(_, title)| title.as_str())
}

/// Every wording that states a member, squashed.
fn wordings(set: &ClosedSet, member: &Value) -> Vec<String> {
    let spelled = spelled(member);
    let mut found = vec![squash(&spelled), squash(&words_of(&spelled))];
    found.extend(titles(set, &spelled).map(squash));
    found.extend(value_words(&joined(&spelled)).map(squash));
    found.sort();
    found.dedup();
    found
}

/// `FullTime`, `FULL_TIME` and `full-time` as words.
fn words_of(member: &str) -> String {
    let has_hump = member.chars().any(char::is_lowercase);
    if has_hump {
        phrase(member).join(" ")
    } else {
        member.replace(['_', '-'], " ")
    }
}

/// Letters and digits only.
fn joined(text: &str) -> String {
    squash(text).replace(' ', "")
}
