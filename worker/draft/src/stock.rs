//! Whether the thing can be had, as a page shows it without a label: a short statement near the
//! heading. A statement is wording, never a guess from what else the page offers.

use domain::evidence::Source;
use domain::schema::ClosedSet;
use domain::snapshot::NodeId;

use crate::dom::Page;
use crate::receipt::Claim;
use crate::values::closed::coverage;
use crate::words::phrase;

/// Words of class names and ids that name availability.
const STOCK: [&str; 16] = [
    "stock",
    "availability",
    "available",
    "avail",
    "inventory",
    "dispo",
    "disponibilidad",
    "disponibilite",
    "disponibilita",
    "lager",
    "lieferbar",
    "verfugbarkeit",
    "sklad",
    "dostupnost",
    "soldout",
    "outofstock",
];
/// Words of class names and ids that name choices and services beside it.
const OTHER: [&str; 10] = [
    "size",
    "swatch",
    "variant",
    "variation",
    "option",
    "pickup",
    "store",
    "filter",
    "wishlist",
    "gift",
];

/// The claim of the shown availability, if a statement is clear enough.
pub(crate) fn shown(page: &Page<'_>, title: Option<NodeId>, set: &ClosedSet) -> Vec<Claim> {
    let mut best: Option<(i64, NodeId, String)> = None;
    for id in 0..page.dom.nodes.len() {
        if !page.has_own_text(id) || !page.is_own(id) || !page.is_small(id, 120) {
            continue;
        }
        if matches!(page.dom.tag(id), "option" | "h1" | "h2") {
            continue;
        }
        let text = page.text(id);
        let Some(percent) = coverage(set, &text) else {
            continue;
        };
        let (named, other) = names(page, id);
        if percent < 80 && !(named && percent >= 20) {
            continue;
        }
        let distance = title.map_or(0, |title| {
            i64::from(page.ink_before(id)) - i64::from(page.ink_before(title))
        });
        let score = 10 + i64::from(named) * 8
            - i64::from(other) * 8
            - (distance.abs() / 300).min(8)
            - if distance < 0 { 4 } else { 0 };
        if score > 0 && best.as_ref().is_none_or(|(known, ..)| score > *known) {
            best = Some((score, id, text));
        }
    }
    best.map(|(_, node, text)| Claim::seen(&text, Source::Text, page.place(node)))
        .into_iter()
        .collect()
}

fn names(page: &Page<'_>, id: NodeId) -> (bool, bool) {
    let (mut named, mut other) = (false, false);
    for at in [id].into_iter().chain(page.dom.ancestors(id).take(3)) {
        for name in ["class", "id", "itemprop"] {
            let words = phrase(page.dom.attr(at, name).unwrap_or(""));
            named |= words.iter().any(|word| STOCK.contains(&word.as_str()));
            other |= words.iter().any(|word| OTHER.contains(&word.as_str()));
        }
    }
    (named, other)
}
