//! Whether what stands before a day says that it is another one: "Sale ends", "Doors open", "Updated". A name, a
//! place, a section or a byline says nothing of the kind.

use domain::snapshot::NodeId;
use domain::snapshot::text::is_block;

use super::signs::clauses;
use super::wording::{is_of_day, is_other, is_small, tells_change, tells_publication};
use crate::dom::{Page, is_heading};
use crate::evidence::Evidence;
use crate::vocabulary::{bylines, days};
use crate::words::{fold, holds_digit, phrase};

/// The nodes of a line before its day are no more than these.
const LINE_NODES: usize = 400;

/// Whether the words before an element, in its line or as the label of what it stands in, say that its day is
/// another one than that of publication.
pub(super) fn is_led(evidence: &Evidence<'_>, id: NodeId) -> bool {
    let holds = |node: NodeId| (node..evidence.page.dom.nodes[node].end).contains(&id);
    let headed = |label: &str| evidence.headings.iter().any(|one| one.text == label);
    let pairs = evidence.pairs.iter().filter(|pair| holds(pair.node));
    let mut labels = pairs
        .map(|pair| &*pair.label)
        .filter(|label| !headed(label));
    says_other(&before(evidence.page, id)) || labels.any(says_other)
}

/// Whether an element stands within a line whose last words before it name the day of something else.
pub(super) fn is_continued(page: &Page<'_>, id: NodeId) -> bool {
    let told = |words: &[&str]| !tells_publication(words) && names_occasion(&words.join(" "));
    last_before(page, id, told)
}

/// Whether its last words before it tell a change: "On 5 May, updated".
pub(super) fn is_changed(page: &Page<'_>, id: NodeId) -> bool {
    last_before(page, id, tells_change)
}

/// Whether the last few words before an element within a line, without a day of their own, are such ones.
fn last_before(page: &Page<'_>, id: NodeId, are: impl Fn(&[&str]) -> bool) -> bool {
    if is_block(page.dom.tag(id)) {
        return false;
    }
    let lead = before(page, id);
    let last = lead.rsplit(['|', '•', '·', '／']).next().unwrap_or("");
    let last = clauses(last).pop().unwrap_or("");
    let words: Vec<&str> = last.split_whitespace().collect();
    (1..=4).contains(&words.len()) && !words.iter().any(|word| holds_digit(word)) && are(&words)
}

/// The words before an element in its line.
fn before(page: &Page<'_>, id: NodeId) -> String {
    let block = |up: &NodeId| is_block(page.dom.tag(*up));
    let Some(line) = page.dom.ancestors(id).find(block) else {
        return String::new();
    };
    // A line is short; what stands so far before the day leads to nothing.
    if id - line > LINE_NODES {
        return String::new();
    }
    let mut words: Vec<&str> = Vec::new();
    let mut at = line + 1;
    while at < id {
        let tag = page.dom.tag(at);
        let ends = page.dom.nodes[at].end;
        if tag == "br" || is_block(tag) || is_heading(tag) {
            words.clear();
        }
        if (is_block(tag) || is_heading(tag)) && ends <= id {
            at = ends;
            continue;
        }
        let text = page.dom.text(at).filter(|_| page.is_own(at));
        words.extend(text.map(str::trim).filter(|text| !text.is_empty()));
        at += 1;
    }
    words.join(" ")
}

/// Whether the last part of a lead says what happens on the day, other than that the page came out. What ends as
/// a sentence leads to nothing.
pub(super) fn says_other(lead: &str) -> bool {
    let last = lead.trim_end_matches(['|', '•', '·', '／', '-', '–', '—', ',', ' ']);
    let marks = ['|', '•', '·', '／', '.', '!', '?', '。'];
    let last = last.rsplit(marks).next().unwrap_or("").trim();
    let words: Vec<&str> = last.split_whitespace().collect();
    if words.is_empty() || tells_publication(&words) {
        return false;
    }
    if names_occasion(last) {
        return true;
    }
    let byline = bylines().is_by(&fold(words[0].trim_end_matches(':')));
    let small = |word: &str| {
        let plain = word.chars().find(|ch| ch.is_alphabetic());
        let word = fold(word);
        plain.is_none_or(|ch| !ch.is_lowercase()) || is_small(&word) || word.chars().count() <= 3
    };
    let plain = words.iter().all(|word| is_of_day(word) || small(word));
    !byline && !plain
}

/// Whether a text holds a word for the day of something else than the page.
pub(super) fn names_occasion(text: &str) -> bool {
    let occasion = |word: &String| is_other(word) || days().occasion.contains(word);
    phrase(text).iter().any(occasion)
}

#[cfg(test)]
mod tests;
