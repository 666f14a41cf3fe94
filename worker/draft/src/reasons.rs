//! Why a field stayed empty: not stated, stated only where nobody sees it, or something like it is
//! on the page.

use std::collections::HashSet;

use domain::evidence::Reason;
use domain::snapshot::Visibility;
use serde_json::Value;

use crate::dom::Page;
use crate::entity::Graph;
use crate::evidence::Evidence;
use crate::label_index::LabelIndex;
use crate::match_fields::Wanted;
use crate::vocabulary::Kind;
use crate::words::{Phrase, phrase};

/// The reason of an empty field, and whether the page hints at it: by a label, key or heading, or by
/// a statement that could not be taken.
pub(crate) fn explain(evidence: &Evidence<'_>, wanted: &Wanted, reason: Reason) -> (Reason, bool) {
    if reason != Reason::NotStated {
        return (reason, true);
    }
    if let Some(seen) = hint(evidence, wanted) {
        return (Reason::NotRecognised { seen }, true);
    }
    if hidden(evidence, wanted) {
        return (
            Reason::Dropped {
                by: "hidden".to_owned(),
            },
            true,
        );
    }
    (Reason::NotStated, false)
}

/// The first label, heading or metadata key that shares a strong word with the field, or anything of
/// its kind that the page visibly states.
fn hint(evidence: &Evidence<'_>, wanted: &Wanted) -> Option<String> {
    let shares = |text: &str| wanted.shares_strong_word(&phrase(text));
    let labels = evidence.pairs.iter().filter(|pair| !pair.value.is_empty());
    let label = labels
        .filter(|pair| wanted.shares_strong_word(&pair.words))
        .map(|pair| &pair.label)
        .next();
    let heading = || {
        let headings = evidence
            .headings
            .iter()
            .skip(1)
            .map(|heading| &heading.text);
        let mut short = headings.filter(|text| text.len() < 80);
        short.find(|text| shares(text)).cloned()
    };
    label
        .cloned()
        .or_else(heading)
        .or_else(|| {
            let mut keys = evidence.keys().iter();
            let key = keys.find(|(_, words)| wanted.shares_strong_word(words));
            key.map(|(key, _)| key.clone())
        })
        .or_else(|| evidence.seen().of_kind(evidence.page, wanted))
        .or_else(|| empty_title(evidence, wanted))
}

/// Every metadata key, at any depth, each once, in the order in which they come.
pub(crate) fn keys(graph: &Graph) -> Vec<(String, Phrase)> {
    let mut known = HashSet::new();
    let mut found = Vec::new();
    let mut open: Vec<&Value> = Vec::new();
    open.extend(graph.entities.iter().rev().map(|entity| &entity.value));
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items.iter().rev()),
            Value::Object(map) => {
                let named = map.keys().filter(|key| !key.starts_with('@'));
                for key in named.filter(|key| known.insert(key.as_str())) {
                    found.push((key.clone(), phrase(key)));
                }
                open.extend(map.values().rev());
            }
            _ => {}
        }
    }
    found
}

/// A page with a heading names something.
fn empty_title(evidence: &Evidence<'_>, wanted: &Wanted) -> Option<String> {
    let first = evidence.headings.first();
    first
        .filter(|_| wanted.kind == Kind::Title)
        .map(|heading| heading.text.clone())
}

/// A label of the field stands in text that a person does not see.
fn hidden(evidence: &Evidence<'_>, wanted: &Wanted) -> bool {
    let fits = evidence.unseen().fits(wanted);
    fits.iter().any(|(_, fit)| *fit >= 2)
}

/// The labels in text that a person does not see.
pub(crate) fn unseen(page: &Page<'_>) -> LabelIndex {
    let dom = page.dom;
    let unseen = (0..dom.nodes.len()).filter(|id| {
        matches!(
            dom.nodes[*id].visibility,
            Visibility::Hidden | Visibility::Closed
        )
    });
    let texts = unseen.filter_map(|id| dom.text(id)).map(str::trim);
    let labels = texts.map(|text| text.split([':', '：']).next().unwrap_or(""));
    let labels: Vec<Phrase> = labels
        .filter(|label| !label.is_empty() && label.len() <= 60)
        .map(phrase)
        .collect();
    LabelIndex::of(labels.iter().map(|label| (label, &[][..])))
}
