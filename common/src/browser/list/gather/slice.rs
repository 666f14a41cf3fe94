//! One harvest to be laid over others, and its links: which element leads where.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::Range;

use domain::paging;
use domain::snapshot::{FlatDom, Node, NodeKind, Visibility, text};

/// An element with fewer links than this whose links were all replaced is another row.
const FEW: usize = 5;
/// The longest label of a link that pages.
const LABEL: usize = 40;

/// A harvest.
#[derive(Debug)]
pub(super) struct Slice {
    dom: FlatDom,
    /// The elements' numbers, in step with the nodes.
    pub(super) ids: Vec<u64>,
    all: HashSet<u64>,
    pub(super) anchors: Anchors,
}

impl Slice {
    pub(super) fn new(dom: FlatDom, mut ids: Vec<u64>) -> Self {
        ids.resize(dom.nodes.len(), 0);
        let anchors = Anchors::of(&dom, &ids);
        let all = ids.iter().copied().filter(|&id| id != 0).collect();
        Self {
            dom,
            ids,
            all,
            anchors,
        }
    }

    /// Takes a node's content out.
    pub(super) fn take(&mut self, id: usize) -> Node {
        let node = &mut self.dom.nodes[id];
        let empty = match &node.kind {
            NodeKind::Text(_) => NodeKind::Text(String::new()),
            NodeKind::Element { tag, .. } => NodeKind::Element {
                tag: tag.clone(),
                attrs: Vec::new(),
            },
        };
        Node {
            parent: node.parent,
            end: node.end,
            kind: std::mem::replace(&mut node.kind, empty),
            visibility: node.visibility,
        }
    }

    pub(super) fn children(&self, id: usize) -> Vec<usize> {
        self.dom.children(id).collect()
    }

    pub(super) fn tag(&self, id: usize) -> &str {
        self.dom.tag(id)
    }

    pub(super) fn is_text(&self, id: usize) -> bool {
        self.dom.text(id).is_some()
    }

    /// Whether the page has an element of this number.
    pub(super) fn has(&self, id: u64) -> bool {
        self.all.contains(&id)
    }
}

/// The links of a harvest in document order, without those that only page.
#[derive(Debug, Default)]
pub(super) struct Anchors {
    /// Node, element number and address as written.
    list: Vec<(usize, u64, String)>,
    /// Which of them an element holds.
    within: HashMap<u64, Range<usize>>,
    /// Place in the list by element number.
    place: HashMap<u64, usize>,
    addresses: HashSet<u64>,
}

impl Anchors {
    fn of(dom: &FlatDom, ids: &[u64]) -> Self {
        let mut anchors = Self::default();
        for (id, &element) in ids.iter().enumerate() {
            if dom.tag(id) == "a"
                && dom.nodes[id].visibility != Visibility::Machine
                && let Some(href) = dom.attr(id, "href")
                && !pages(dom, id)
            {
                anchors.place.insert(element, anchors.list.len());
                anchors.addresses.insert(hash(href));
                anchors.list.push((id, element, href.to_owned()));
            }
        }
        for (id, &element) in ids.iter().enumerate().filter(|(_, element)| **element != 0) {
            let range = anchors.range(id, dom.nodes[id].end);
            if !range.is_empty() {
                anchors.within.insert(element, range);
            }
        }
        anchors
    }

    fn range(&self, start: usize, end: usize) -> Range<usize> {
        let at = |node: usize| self.list.partition_point(|one| one.0 < node);
        at(start)..at(end)
    }

    /// Hashes of the different addresses.
    pub(super) fn hashes(&self) -> impl Iterator<Item = u64> + '_ {
        self.addresses.iter().copied()
    }

    /// Where the links lead.
    pub(super) fn addresses(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|one| one.2.as_str())
    }

    pub(super) fn leads_to(&self, href: &str) -> bool {
        self.addresses.contains(&hash(href))
    }

    /// The first address in an element.
    pub(super) fn first_in(&self, element: u64) -> Option<&str> {
        let range = self.within.get(&element)?;
        self.list.get(range.start).map(|one| one.2.as_str())
    }

    /// Whether an element of the next harvest is another row now: all links that it kept lead
    /// elsewhere, or its few links were all replaced.
    pub(super) fn turned(&self, slice: &Slice, child: usize) -> bool {
        let element = slice.ids[child];
        let (Some(old), Some(new)) = (
            self.within.get(&element),
            slice.anchors.within.get(&element),
        ) else {
            return false;
        };
        let mut kept = 0;
        for (_, id, href) in &slice.anchors.list[new.clone()] {
            let place = self.place.get(id).filter(|place| old.contains(place));
            let Some(&place) = place else { continue };
            kept += 1;
            if self.list[place].2 == *href {
                return false;
            }
        }
        if kept > 0 {
            return true;
        }
        let was = |href: &String| self.list[old.clone()].iter().any(|one| one.2 == *href);
        old.len() < FEW
            && slice.anchors.list[new.clone()]
                .iter()
                .all(|one| !was(&one.2))
    }
}

/// A link that only leads on in the list.
fn pages(dom: &FlatDom, id: usize) -> bool {
    let rel = dom.attr(id, "rel").unwrap_or_default();
    if rel
        .split_whitespace()
        .any(|one| one.eq_ignore_ascii_case("next") || one.eq_ignore_ascii_case("prev"))
    {
        return true;
    }
    if dom.nodes[id].end > id + 8 {
        return false;
    }
    let label = text::text_of(dom, id);
    label.len() <= LABEL && (paging::means_next(&label) || paging::means_more(&label))
}

fn hash(href: &str) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(href)
}
