//! Why a field stayed empty: not stated, stated only where nobody sees it, or something like it is
//! on the page.

use domain::evidence::Reason;
use domain::snapshot::Visibility;
use serde_json::Value;

use crate::evidence::Evidence;
use crate::match_fields::Wanted;
use crate::vocabulary::Kind;
use crate::words::phrase;

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
    let label = labels.map(|pair| &pair.label).find(|label| shares(label));
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
        .or_else(|| key(evidence, shares))
        .or_else(|| evidence.seen().of_kind(evidence.page, wanted))
        .or_else(|| empty_title(evidence, wanted))
}

/// The first metadata key, at any depth, of which this is so.
fn key(evidence: &Evidence<'_>, is_one: impl Fn(&str) -> bool) -> Option<String> {
    let mut open: Vec<&Value> = Vec::new();
    open.extend(
        evidence
            .graph
            .entities
            .iter()
            .rev()
            .map(|entity| &entity.value),
    );
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items.iter().rev()),
            Value::Object(map) => {
                let mut keys = map.keys().filter(|key| !key.starts_with('@'));
                if let Some(key) = keys.find(|key| is_one(key)) {
                    return Some(key.clone());
                }
                open.extend(map.values().rev());
            }
            _ => {}
        }
    }
    None
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
    let dom = evidence.page.dom;
    let unseen = (0..dom.nodes.len()).filter(|id| {
        matches!(
            dom.nodes[*id].visibility,
            Visibility::Hidden | Visibility::Closed
        )
    });
    let mut texts = unseen.filter_map(|id| dom.text(id));
    texts.any(|text| {
        let text = text.trim();
        let label = text.split([':', '：']).next().unwrap_or("");
        !text.is_empty()
            && label.len() <= 60
            && wanted.label_fit(&phrase(label)).is_some_and(|fit| fit >= 2)
    })
}
