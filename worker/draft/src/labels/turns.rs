//! Labels and values by turns in one box, each in a `<span>` of its own: told by the classes of their markup, or
//! by labels whose meaning is known.

use domain::evidence::Source;
use domain::snapshot::NodeId;

use super::{LABEL, Pair, pair};
use crate::dom::Page;
use crate::names::joins;
use crate::vocabulary::concept;
use crate::words::phrase;

/// No more spans than this are by turns.
const MOST: usize = 60;

/// The pairs of a box whose children are spans, if they are labels and values by turns.
pub(super) fn pairs(page: &Page<'_>, id: NodeId, found: &mut Vec<Pair>) {
    let inked = page.dom.children(id).filter(|at| page.ink(*at) > 0);
    let spans: Vec<NodeId> = inked.take(MOST + 1).collect();
    let even = spans.len().is_multiple_of(2) && (4..=MOST).contains(&spans.len());
    let all = spans
        .iter()
        .all(|at| page.dom.tag(*at) == "span" && page.is_own(*at));
    if !even || !all {
        return;
    }
    let turns: Vec<(NodeId, NodeId)> = spans.chunks(2).map(|turn| (turn[0], turn[1])).collect();
    let told = turns.iter().all(|(label, value)| {
        // "by" and "and" join names.
        page.ink(*label) <= LABEL
            && page.text(*value).contains(char::is_alphanumeric)
            && !joins(page.text(*label).trim())
    });
    if told && (are_classed(page, &turns) || are_known(page, &turns)) {
        let made = turns
            .iter()
            .filter_map(|(label, value)| pair(page, &page.text(*label), *value, Source::Label, 0));
        found.extend(made);
    }
}

/// Whether all labels are of one class, and all values of another.
fn are_classed(page: &Page<'_>, turns: &[(NodeId, NodeId)]) -> bool {
    let class = |at: NodeId| page.dom.attr(at, "class").map(str::trim);
    let (label, value) = (class(turns[0].0), class(turns[0].1));
    let alike = |(one, other): &(NodeId, NodeId)| class(*one) == label && class(*other) == value;
    label != value && label.is_some() && turns.iter().all(alike)
}

/// Whether two of the labels or more have a meaning of their own, and none of the values.
fn are_known(page: &Page<'_>, turns: &[(NodeId, NodeId)]) -> bool {
    let known = |at: NodeId| concept(&phrase(&page.text(at))).is_some();
    let labels = turns.iter().filter(|(label, _)| known(*label)).count();
    labels >= 2 && !turns.iter().any(|(_, value)| known(*value))
}
