//! Who wrote a page as a byline shows it: a word like "By" close to the heading, and after it a link
//! that holds the name and no more. Several links after one word are not taken apart.

use domain::evidence::Source;
use domain::snapshot::NodeId;

use crate::dom::Page;
use crate::evidence::Evidence;
use crate::receipt::Claim;
use crate::words::phrase;

/// So many bytes of text lie between the heading and its byline at most.
const NEAR: u32 = 400;
/// A name is no longer than this.
const NAME: u32 = 80;
/// Words that a name follows.
const BY: [&str; 8] = ["by", "von", "par", "por", "di", "door", "av", "af"];

/// The name that bylines near the heading give; none if they give several.
pub(crate) fn shown(evidence: &Evidence<'_>, title: Option<NodeId>) -> Vec<Claim> {
    let page = evidence.page;
    let Some(title) = title else {
        return Vec::new();
    };
    let near = |id: &NodeId| {
        let distance = page.ink_before(*id).abs_diff(page.ink_before(title));
        distance <= NEAR && page.is_own(*id)
    };
    let words = (0..page.dom.nodes.len()).filter(|id| is_by(page, *id));
    let links = words.filter(near).filter_map(|id| link(page, id));
    let claim = |id| Claim::seen(&page.text(id), Source::Text, page.place(id));
    let mut claims: Vec<Claim> = links.map(claim).collect();
    if claims.iter().any(|one| one.value != claims[0].value) {
        return Vec::new();
    }
    claims.truncate(1);
    claims
}

/// Whether a text is the word of a byline and no more.
fn is_by(page: &Page<'_>, id: NodeId) -> bool {
    let text = page.dom.text(id).map_or("", str::trim);
    let words = if text.len() <= 20 {
        phrase(text)
    } else {
        Vec::new()
    };
    matches!(words.as_slice(), [word] if BY.contains(&word.as_str()))
}

/// The link that follows a byline's word, in the same line or the box beside it.
fn link(page: &Page<'_>, word: NodeId) -> Option<NodeId> {
    let next = beside(page, word)?;
    let inner = std::iter::once(next).chain(page.dom.descendants(next));
    let mut links = inner.filter(|at| page.dom.tag(*at) == "a" && page.ink(*at) > 0);
    let link = links.next()?;
    let alone = page.ink(link) == page.ink(next) && page.ink(link) <= NAME;
    (alone && !is_joined(page, next)).then_some(link)
}

/// The next node with text beside a node or beside the boxes that hold only it.
fn beside(page: &Page<'_>, node: NodeId) -> Option<NodeId> {
    let mut at = node;
    for _ in 0..3 {
        let parent = page.dom.nodes[at].parent?;
        let mut after = page.dom.children(parent).skip_while(|child| *child <= at);
        if let Some(next) = after.find(|child| page.ink(*child) > 0) {
            return Some(next);
        }
        if page.ink(parent) != page.ink(node) {
            return None;
        }
        at = parent;
    }
    None
}

/// Whether another link follows with one word or none between: the names of several people.
fn is_joined(page: &Page<'_>, link: NodeId) -> bool {
    let Some(parent) = page.dom.nodes[link].parent else {
        return false;
    };
    let after = page.dom.children(parent).filter(|child| *child > link);
    let mut parts = after.filter(|child| page.ink(*child) > 0);
    let Some(first) = parts.next() else {
        return false;
    };
    let holds_link = |at: NodeId| {
        std::iter::once(at)
            .chain(page.dom.descendants(at))
            .any(|at| page.dom.tag(at) == "a")
    };
    let joiner = phrase(&page.text(first)).len() <= 1;
    holds_link(first) || joiner && parts.next().is_some_and(holds_link)
}
