//! The rows of a list that a page shows and takes away again: harvests of one page are laid over each
//! other, element by element, and what leads somewhere stays when the page drops it. An element whose
//! links lead elsewhere than before is another row. One copy of each row is held.

mod slice;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet, VecDeque};

use domain::snapshot::{FlatDom, Node, NodeKind, Visibility};

use slice::{Anchors, Slice};

/// An index into [`Gathered::held`].
type At = usize;

/// A node of the gathered page.
#[derive(Debug)]
struct Held {
    /// The element's number in its page; 0 for text.
    id: u64,
    kind: NodeKind,
    visibility: Visibility,
    parent: Option<At>,
    children: Vec<At>,
    /// The page dropped it.
    passed: bool,
}

/// Everything that the harvests of one page showed.
#[derive(Debug, Default)]
pub(in super::super) struct Gathered {
    held: Vec<Held>,
    free: Vec<At>,
    by_id: HashMap<u64, At>,
    /// Dropped rows by their first address.
    passed: HashMap<String, At>,
    /// Different addresses seen, as hashes.
    known: HashSet<u64>,
    /// The links of the last harvest.
    before: Anchors,
    doc: u64,
    /// Dropped rows that the harvest which is laid over shows again.
    back: HashSet<At>,
    /// The harvest that is laid over is the first of another document.
    anew: bool,
    root: Option<At>,
}

impl Gathered {
    /// Lays a harvest over what is there. `doc` tells documents apart.
    pub(in super::super) fn add(&mut self, dom: FlatDom, ids: Vec<u64>, doc: u64) {
        if dom.nodes.is_empty() {
            return;
        }
        if doc != self.doc {
            // Numbers begin anew with a document.
            self.by_id.clear();
        }
        self.anew = doc != self.doc;
        self.doc = doc;
        let mut slice = Slice::new(dom, ids);
        self.known.extend(slice.anchors.hashes());
        let addresses = slice.anchors.addresses();
        self.back = addresses
            .filter_map(|href| self.passed.remove(href))
            .collect();
        match self.root {
            None => self.root = Some(self.insert(&mut slice, 0, None)),
            Some(root) => {
                let mut open = vec![(root, 0)];
                while let Some((at, id)) = open.pop() {
                    self.merge(&mut slice, (at, id), &mut open);
                }
            }
        }
        self.before = slice.anchors;
    }

    /// How many different addresses were seen.
    pub(in super::super) fn known(&self) -> u64 {
        self.known.len() as u64
    }

    pub(in super::super) fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// The page with everything that it showed.
    pub(in super::super) fn into_dom(mut self) -> FlatDom {
        let mut dom = FlatDom::default();
        let mut open: Vec<Step> = self
            .root
            .map(|root| Step::Enter(root, None))
            .into_iter()
            .collect();
        while let Some(step) = open.pop() {
            let (at, parent) = match step {
                Step::Leave(id) => {
                    dom.close(id);
                    continue;
                }
                Step::Enter(at, parent) => (at, parent),
            };
            let held = &mut self.held[at];
            let kind = std::mem::replace(&mut held.kind, NodeKind::Text(String::new()));
            let id = dom.open(parent, kind, held.visibility);
            open.push(Step::Leave(id));
            let below = std::mem::take(&mut held.children);
            open.extend(
                below
                    .into_iter()
                    .rev()
                    .map(|child| Step::Enter(child, Some(id))),
            );
        }
        dom
    }

    /// One element: takes over what it is now, and matches its children.
    fn merge(&mut self, slice: &mut Slice, (at, id): (At, usize), open: &mut Vec<(At, usize)>) {
        let node = slice.take(id);
        self.held[at].kind = node.kind;
        self.held[at].visibility = node.visibility;
        let element = slice.ids[id];
        if element != 0 {
            self.held[at].id = element;
            self.by_id.insert(element, at);
        }
        let old = std::mem::take(&mut self.held[at].children);
        let mut texts: VecDeque<At> = old
            .iter()
            .copied()
            .filter(|&one| self.is_text(one))
            .collect();
        let mut matched: HashSet<At> = HashSet::new();
        let mut now = Vec::new();
        for child in slice.children(id) {
            let same = if slice.is_text(child) {
                texts.pop_front()
            } else {
                self.same(slice, at, child, &old)
            };
            let place = match same {
                Some(same) if slice.is_text(child) => {
                    let node = slice.take(child);
                    self.held[same].kind = node.kind;
                    self.held[same].visibility = node.visibility;
                    same
                }
                Some(same) => {
                    self.held[same].passed = false;
                    open.push((same, child));
                    same
                }
                None => self.insert(slice, child, Some(at)),
            };
            matched.insert(place);
            now.push(place);
        }
        self.held[at].children = self.keep(slice, old, now, &matched);
    }

    /// The children as they are now, those that the page dropped at their old places.
    fn keep(
        &mut self,
        slice: &Slice,
        old: Vec<At>,
        now: Vec<At>,
        matched: &HashSet<At>,
    ) -> Vec<At> {
        let mut after: HashMap<Option<At>, Vec<At>> = HashMap::new();
        let mut last = None;
        for child in old {
            if matched.contains(&child) {
                last = Some(child);
            } else if self.stays(slice, child) {
                after.entry(last).or_default().push(child);
            } else {
                self.release(child);
            }
        }
        let mut all = after.remove(&None).unwrap_or_default();
        for child in now {
            all.push(child);
            all.extend(after.remove(&Some(child)).unwrap_or_default());
        }
        all
    }

    /// Whether what the page dropped is kept: it leads somewhere, and did not only move.
    fn stays(&mut self, slice: &Slice, child: At) -> bool {
        let held = &self.held[child];
        if held.passed {
            return !self.back.contains(&child);
        }
        let turned = self.by_id.get(&held.id).is_some_and(|&at| at != child);
        let moved = slice.has(held.id) && !turned && !self.anew;
        let Some(href) = self.before.first_in(held.id).map(str::to_owned) else {
            return false;
        };
        // The same row was put into the page anew.
        if moved || slice.anchors.leads_to(&href) {
            return false;
        }
        self.held[child].passed = true;
        self.passed.insert(href, child);
        true
    }

    /// The child of `at` that is this element, unless it is another row by now.
    fn same(&self, slice: &Slice, at: At, child: usize, old: &[At]) -> Option<At> {
        let tag = slice.tag(child);
        if matches!(tag, "html" | "head" | "body") {
            return old.iter().copied().find(|&one| self.tag(one) == tag);
        }
        let known = *self.by_id.get(&slice.ids[child])?;
        let here = self.held[known].parent == Some(at);
        (here && !self.before.turned(slice, child)).then_some(known)
    }

    fn tag(&self, at: At) -> &str {
        match &self.held[at].kind {
            NodeKind::Element { tag, .. } => tag,
            NodeKind::Text(_) => "",
        }
    }

    fn is_text(&self, at: At) -> bool {
        matches!(self.held[at].kind, NodeKind::Text(_))
    }

    /// Takes a whole subtree in.
    fn insert(&mut self, slice: &mut Slice, id: usize, parent: Option<At>) -> At {
        let top = self.place(slice, id, parent);
        let mut open = vec![(id, top)];
        while let Some((id, at)) = open.pop() {
            for child in slice.children(id) {
                let below = self.place(slice, child, Some(at));
                self.held[at].children.push(below);
                open.push((child, below));
            }
        }
        top
    }

    fn place(&mut self, slice: &mut Slice, id: usize, parent: Option<At>) -> At {
        let Node {
            kind, visibility, ..
        } = slice.take(id);
        let held = Held {
            id: slice.ids[id],
            kind,
            visibility,
            parent,
            children: Vec::new(),
            passed: false,
        };
        let element = held.id;
        let at = if let Some(at) = self.free.pop() {
            self.held[at] = held;
            at
        } else {
            self.held.push(held);
            self.held.len() - 1
        };
        if element != 0 {
            self.by_id.insert(element, at);
        }
        at
    }

    fn release(&mut self, top: At) {
        let mut open = vec![top];
        while let Some(at) = open.pop() {
            open.extend(std::mem::take(&mut self.held[at].children));
            let id = self.held[at].id;
            if self.by_id.get(&id) == Some(&at) {
                self.by_id.remove(&id);
            }
            self.held[at].kind = NodeKind::Text(String::new());
            self.held[at].parent = None;
            self.free.push(at);
        }
    }
}

/// What waits while the tree is written out.
enum Step {
    Enter(At, Option<usize>),
    Leave(usize),
}
