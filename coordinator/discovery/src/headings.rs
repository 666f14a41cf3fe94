//! The headings that govern a place in the page, outermost first: the outline as a reader sees it.

use domain::snapshot::{FlatDom, NodeId, text};

use crate::card::{Card, heading_level};
use crate::scope::{Zone, zone};

/// The page's headings outside the cards, in document order.
#[derive(Debug)]
pub(crate) struct Outline(Vec<(NodeId, u8)>);

/// More text than this beside a heading makes its box a box of its own.
const WRAPPER_TEXT: usize = 200;

impl Outline {
    pub(crate) fn new(dom: &FlatDom, cards: &[Card]) -> Self {
        let mut in_card = vec![false; dom.nodes.len()];
        for &root in cards.iter().flat_map(|card| &card.roots) {
            in_card[root..dom.nodes[root].end].fill(true);
        }
        let outline = (0..dom.nodes.len())
            .filter(|&id| !in_card[id])
            .filter_map(|id| heading_level(dom, id).map(|level| (id, level)))
            .filter(|&(id, level)| level == 1 || !matches!(zone(dom, id), Zone::Chrome))
            .collect();
        Self(outline)
    }

    /// The texts of the headings above a node.
    pub(crate) fn above(&self, dom: &FlatDom, node: NodeId) -> Vec<String> {
        let mut stack: Vec<(NodeId, u8)> = Vec::new();
        for &(heading, level) in &self.0 {
            if heading >= node {
                break;
            }
            if governs(dom, heading, level, node) {
                stack.retain(|&(_, other)| other < level);
                stack.push((heading, level));
            }
        }
        stack
            .into_iter()
            .map(|(heading, _)| text::text_of(dom, heading))
            .filter(|text| !text.is_empty())
            .collect()
    }
}

/// Whether a heading speaks about what follows outside its own box.
fn governs(dom: &FlatDom, heading: NodeId, level: u8, node: NodeId) -> bool {
    let mut branch = heading;
    for up in dom.ancestors(heading) {
        if dom.nodes[up].end > node {
            break;
        }
        if matches!(dom.tag(up), "aside" | "nav" | "footer" | "article" | "li") {
            return false;
        }
        branch = up;
    }
    if branch == heading || level == 1 {
        return true;
    }
    let own = text::text_of(dom, heading).len();
    let links = dom
        .descendants(branch)
        .filter(|&id| dom.tag(id) == "a" && dom.attr(id, "href").is_some())
        .count();
    links <= 1 && text::text_of(dom, branch).len() <= own + WRAPPER_TEXT
}
