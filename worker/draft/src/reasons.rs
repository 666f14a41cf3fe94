//! Why a field stayed empty: not stated, stated only where nobody sees it, or something like it is
//! on the page.

use domain::evidence::Reason;
use domain::snapshot::Visibility;

use crate::evidence::Evidence;
use crate::match_fields::Wanted;
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

/// The first label, heading or metadata key that shares a strong word with the field.
fn hint(evidence: &Evidence<'_>, wanted: &Wanted) -> Option<String> {
    let shares = |text: &str| wanted.shares_strong_word(&phrase(text));
    let labels = evidence.pairs.iter().filter(|pair| !pair.value.is_empty());
    let label = labels.map(|pair| &pair.label).find(|label| shares(label));
    let heading = || {
        evidence
            .headings
            .iter()
            .skip(1)
            .map(|heading| &heading.text)
    };
    let key = || {
        let entities = evidence
            .graph
            .entities
            .iter()
            .filter_map(|entity| entity.value.as_object());
        let mut keys = entities.flat_map(|map| map.keys());
        keys.find(|key| !key.starts_with('@') && shares(key))
            .cloned()
    };
    label
        .cloned()
        .or_else(|| {
            heading()
                .find(|text| text.len() < 80 && shares(text))
                .cloned()
        })
        .or_else(key)
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
