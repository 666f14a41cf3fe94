//! A link's row or card: the largest part of the page around it that holds no other detail link.

use std::collections::HashMap;
use std::ops::Range;

use domain::ids::PageKey;
use domain::snapshot::{FlatDom, NodeId, text};

use crate::links::{self, Anchor};
use crate::words;

/// The part of the page that speaks about one detail page.
#[derive(Debug, Clone)]
pub(crate) struct Card {
    /// The detail page.
    pub(crate) key: PageKey,
    /// The first link to it.
    pub(crate) first: NodeId,
    /// Sibling subtrees, in order; the first holds the link.
    pub(crate) roots: Vec<NodeId>,
}

impl Card {
    /// Its text on one line, words never fused.
    pub(crate) fn text(&self, dom: &FlatDom) -> String {
        let parts: Vec<String> = self
            .roots
            .iter()
            .map(|&root| text::text_of(dom, root))
            .filter(|part| !part.is_empty())
            .collect();
        let joined = parts.join(" ");
        if joined.is_empty() {
            return links::label(dom, self.first);
        }
        joined
    }
}

/// The cards of the detail links, one for each page key, in page order.
pub(crate) fn cards(dom: &FlatDom, chosen: &[Anchor]) -> Vec<Card> {
    let mut place: HashMap<&PageKey, usize> = HashMap::new();
    let mut cards: Vec<Card> = Vec::new();
    for (at, anchor) in chosen.iter().enumerate() {
        let span = room(dom, chosen, at);
        let top = climb(dom, anchor.node, &span);
        if let Some(&seen) = place.get(&anchor.key) {
            // A second mention further on (a menu, a teaser): the larger card tells more.
            let card: &mut Card = &mut cards[seen];
            if size(dom, top) > size(dom, card.roots[0]) {
                card.roots = vec![top];
            }
            continue;
        }
        place.insert(&anchor.key, cards.len());
        cards.push(Card {
            key: anchor.key.clone(),
            first: anchor.node,
            roots: vec![top],
        });
    }
    extend(dom, &mut cards);
    cards
}

fn size(dom: &FlatDom, id: NodeId) -> usize {
    dom.nodes[id].end - id
}

/// The span of nodes around a link in which no link to another detail page stands.
fn room(dom: &FlatDom, chosen: &[Anchor], at: usize) -> Range<NodeId> {
    let key = &chosen[at].key;
    let before = chosen[..at].iter().rev().find(|other| other.key != *key);
    let after = chosen[at + 1..].iter().find(|other| other.key != *key);
    let start = before.map_or(0, |other| other.node + 1);
    let end = after.map_or(dom.nodes.len(), |other| other.node);
    start..end
}

/// From a link up to its row or card.
fn climb(dom: &FlatDom, anchor: NodeId, room: &Range<NodeId>) -> NodeId {
    let bounded = room.start > 0 || room.end < dom.nodes.len();
    let mut top = anchor;
    let mut row = None;
    for up in dom.ancestors(anchor) {
        let fits = room.start <= up && dom.nodes[up].end <= room.end;
        if !fits || is_outer(dom, up) {
            break;
        }
        // A list's only item: nothing else on the page tells where its card ends.
        if !bounded && row.is_some() {
            break;
        }
        top = up;
        if is_row(dom, up) {
            row = row.or(Some(up));
        }
    }
    match row {
        Some(row) if row != top && heading_before(dom, top, row) => row,
        _ => top,
    }
}

/// Parts that never belong to one item.
fn is_outer(dom: &FlatDom, id: NodeId) -> bool {
    matches!(
        dom.tag(id),
        "html" | "body" | "main" | "ul" | "ol" | "table" | "tbody" | "dl"
    ) || dom.attr(id, "role") == Some("main")
        || (dom.tag(id) != "h1" && dom.descendants(id).any(|below| dom.tag(below) == "h1"))
}

/// Elements that are rows by their kind.
fn is_row(dom: &FlatDom, id: NodeId) -> bool {
    matches!(dom.tag(id), "li" | "tr" | "article")
        || matches!(dom.attr(id, "role"), Some("listitem" | "row" | "article"))
}

/// Between the start of `outer` and `row` stands a heading that is not part of the row, and the row
/// says something of its own.
fn heading_before(dom: &FlatDom, outer: NodeId, row: NodeId) -> bool {
    let says = text::text_of(dom, row);
    !says.is_empty()
        && !words::is_generic(&says)
        && (outer + 1..row).any(|id| heading_level(dom, id).is_some())
}

/// 1 to 6 for `h1` to `h6` and for `role=heading` with its level.
pub(crate) fn heading_level(dom: &FlatDom, id: NodeId) -> Option<u8> {
    match dom.tag(id) {
        "h1" => Some(1),
        "h2" => Some(2),
        "h3" => Some(3),
        "h4" => Some(4),
        "h5" => Some(5),
        "h6" => Some(6),
        _ if dom.attr(id, "role") == Some("heading") => dom
            .attr(id, "aria-level")
            .map_or(Some(2), |level| level.parse().ok()),
        _ => None,
    }
}

/// Lists without a wrapper for each item (`dt` and `dd`, a heading and its paragraphs, a row and the
/// row below it): what follows a card among its siblings up to the next card belongs to it.
fn extend(dom: &FlatDom, cards: &mut [Card]) {
    let mut longest = 0;
    for at in 0..cards.len() {
        let root = cards[at].roots[0];
        let Some(parent) = dom.nodes[root].parent else {
            continue;
        };
        let next = cards[at + 1..].iter().map(|card| card.roots[0]).next();
        let followed = next.is_some_and(|next| dom.nodes[next].parent == Some(parent));
        let stop = next.filter(|_| followed).unwrap_or(dom.nodes[parent].end);
        let mut more = following(dom, parent, root, stop);
        if !followed {
            more.truncate(longest);
        }
        longest = longest.max(more.len());
        cards[at].roots.extend(more);
    }
}

/// The siblings after `root` and before `stop` that go with it.
fn following(dom: &FlatDom, parent: NodeId, root: NodeId, stop: NodeId) -> Vec<NodeId> {
    let level = (root..dom.nodes[root].end).find_map(|id| heading_level(dom, id));
    dom.children(parent)
        .skip_while(|&child| child <= root)
        .take_while(|&child| child < stop)
        .take_while(|&child| {
            heading_level(dom, child).is_none_or(|next| level.is_some_and(|own| next > own))
        })
        .filter(|&child| !dom.tag(child).is_empty())
        .take_while(|&child| !matches!(dom.tag(child), "nav" | "footer" | "aside"))
        .collect()
}
