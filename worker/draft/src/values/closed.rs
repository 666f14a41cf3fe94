//! Members of closed sets that a text states: by whole words after folding, separators
//! interchangeable, schema.org addresses by their last segment, wordings from the vocabulary.

use domain::schema::ClosedSet;
use serde_json::Value;

use crate::jsonld::last_segment;
use crate::vocabulary::phrases;
use crate::words::{phrase, squash};

/// The one member a text states; several or none give nothing.
pub(crate) fn member(set: &ClosedSet, text: &str) -> Option<Value> {
    let found = stated(set, text);
    match found.as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    }
}

/// The members a text states, longest wording first where one contains another.
pub(crate) fn stated(set: &ClosedSet, text: &str) -> Vec<Value> {
    let text = if text.contains("://") && !text.contains(' ') {
        last_segment(text)
    } else {
        text
    };
    let whole = joined(text);
    let exact = set.members.iter().find(|member| {
        let spelled = spelled(member);
        joined(&spelled) == whole || titles(set, &spelled).any(|title| joined(title) == whole)
    });
    if let Some(member) = exact {
        return vec![member.clone()];
    }
    let spaced = format!(" {} ", squash(text));
    let mut hits: Vec<(usize, usize, &Value)> = Vec::new();
    for member in &set.members {
        for wording in wordings(set, member) {
            let needle = format!(" {wording} ");
            if wording.is_empty() {
                continue;
            }
            if !wording.is_ascii() && !wording.contains(' ') {
                // Scripts without spaces between words.
                hits.extend(
                    spaced
                        .match_indices(wording.as_str())
                        .map(|(at, _)| (at, at + wording.len(), member)),
                );
                continue;
            }
            hits.extend(
                spaced
                    .match_indices(&needle)
                    .map(|(at, _)| (at, at + needle.len(), member)),
            );
        }
    }
    let inside = |hit: &&(usize, usize, &Value)| {
        !hits.iter().any(|other| {
            other.1 - other.0 > hit.1 - hit.0
                && other.0 <= hit.0
                && hit.1 <= other.1
                && other.2 != hit.2
        })
    };
    let mut found: Vec<Value> = Vec::new();
    for (_, _, member) in hits.iter().filter(inside) {
        if !found.contains(member) {
            found.push((*member).clone());
        }
    }
    found
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
    if let Some(aliases) = phrases().aliases.get(&joined(&spelled)) {
        found.extend(aliases.iter().cloned());
    }
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
