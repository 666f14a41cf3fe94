//! The tree that the HTML parser builds: nodes in one list, linked by number, each holding what the flat
//! DOM takes over. It is no document model: nothing is looked up in it, comments only part texts.

use std::borrow::Cow;
use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, LocalName, Namespace, QualName, local_name, ns};

/// The number of a node; the document is 0.
pub(super) type At = usize;

/// What a node is.
#[derive(Debug)]
pub(super) enum Held {
    /// An element and its attributes in source order.
    Element(LocalName, Vec<Attribute>),
    /// A text.
    Text(StrTendril),
    /// The document, or what a template holds: its children stand in its place.
    Fragment,
    /// A comment, a document type, a processing instruction.
    Other,
}

/// A node and its neighbours.
#[derive(Debug)]
struct Node {
    held: Held,
    up: Option<At>,
    before: Option<At>,
    after: Option<At>,
    first: Option<At>,
    last: Option<At>,
}

/// The nodes.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// A template declares a shadow root.
    pub shadows: bool,
}

impl Tree {
    fn new() -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            shadows: false,
        };
        tree.add(Held::Fragment);
        tree
    }

    /// The children of a node.
    pub(super) fn children(&self, at: At) -> impl DoubleEndedIterator<Item = At> + '_ {
        Children {
            tree: self,
            ends: self.nodes[at].first.zip(self.nodes[at].last),
        }
    }

    /// What a node is.
    pub(super) fn held(&self, at: At) -> &Held {
        &self.nodes[at].held
    }

    /// Takes what a node holds out of the tree; it is a [`Held::Other`] from then on.
    pub(super) fn take(&mut self, at: At) -> Held {
        std::mem::replace(&mut self.nodes[at].held, Held::Other)
    }

    /// The document's element.
    pub(super) fn root(&self) -> Option<At> {
        let mut all = self.children(0);
        all.find(|at| matches!(self.held(*at), Held::Element(..)))
    }

    fn add(&mut self, held: Held) -> At {
        self.nodes.push(Node {
            held,
            up: None,
            before: None,
            after: None,
            first: None,
            last: None,
        });
        self.nodes.len() - 1
    }

    fn detach(&mut self, at: At) {
        let Some(up) = self.nodes[at].up.take() else {
            return;
        };
        let (before, after) = (self.nodes[at].before.take(), self.nodes[at].after.take());
        match before {
            Some(before) => self.nodes[before].after = after,
            None => self.nodes[up].first = after,
        }
        match after {
            Some(after) => self.nodes[after].before = before,
            None => self.nodes[up].last = before,
        }
    }

    /// Puts a node under another, before one of its children or at the end.
    fn put(&mut self, up: At, after: Option<At>, at: At) {
        self.detach(at);
        let before = match after {
            Some(after) => self.nodes[after].before.replace(at),
            None => self.nodes[up].last.replace(at),
        };
        match before {
            Some(before) => self.nodes[before].after = Some(at),
            None => self.nodes[up].first = Some(at),
        }
        let node = &mut self.nodes[at];
        (node.up, node.before, node.after) = (Some(up), before, after);
    }

    /// Puts a node or a text at a place; texts that come to stand side by side are one.
    fn insert(&mut self, up: At, after: Option<At>, new: NodeOrText<Handle>) {
        let text = match new {
            NodeOrText::AppendText(text) => text,
            NodeOrText::AppendNode(node) => {
                self.put(up, after, node.at);
                return;
            }
        };
        let before = match after {
            Some(after) => self.nodes[after].before,
            None => self.nodes[up].last,
        };
        if let Some(Held::Text(known)) = before.map(|at| &mut self.nodes[at].held) {
            known.push_tendril(&text);
            return;
        }
        let at = self.add(Held::Text(text));
        self.put(up, after, at);
    }
}

/// The children that are left between two.
struct Children<'a> {
    tree: &'a Tree,
    ends: Option<(At, At)>,
}

impl Iterator for Children<'_> {
    type Item = At;

    fn next(&mut self) -> Option<At> {
        let (first, last) = self.ends?;
        let after = self.tree.nodes[first].after.filter(|_| first != last);
        self.ends = after.map(|after| (after, last));
        Some(first)
    }
}

impl DoubleEndedIterator for Children<'_> {
    fn next_back(&mut self) -> Option<At> {
        let (first, last) = self.ends?;
        let before = self.tree.nodes[last].before.filter(|_| first != last);
        self.ends = before.map(|before| (first, before));
        Some(last)
    }
}

/// A node as the parser knows it. It carries the name: the parser asks for names all the time.
#[derive(Debug, Clone)]
pub(super) struct Handle {
    at: At,
    ns: Namespace,
    local: LocalName,
}

impl Handle {
    fn nameless(at: At) -> Self {
        Self {
            at,
            ns: Namespace::default(),
            local: LocalName::default(),
        }
    }
}

impl ElemName for &Handle {
    fn ns(&self) -> &Namespace {
        &self.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.local
    }
}

/// Takes a tree from the parser.
#[derive(Debug)]
pub(super) struct Sink(RefCell<Tree>);

impl Sink {
    /// An empty document.
    pub(super) fn new() -> Self {
        Self(RefCell::new(Tree::new()))
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Tree;
    type ElemName<'a> = &'a Handle;

    fn finish(self) -> Tree {
        self.0.into_inner()
    }

    fn parse_error(&self, _msg: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle::nameless(0)
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> &'a Handle {
        target
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, _: ElementFlags) -> Handle {
        let mut tree = self.0.borrow_mut();
        let template = name.ns == ns!(html) && name.local == local_name!("template");
        tree.shadows |= template && attrs.iter().any(declares_shadow);
        let at = tree.add(Held::Element(name.local.clone(), attrs));
        if template {
            let content = tree.add(Held::Fragment);
            tree.put(at, None, content);
        }
        Handle {
            at,
            ns: name.ns,
            local: name.local,
        }
    }

    fn create_comment(&self, _text: StrTendril) -> Handle {
        Handle::nameless(self.0.borrow_mut().add(Held::Other))
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        Handle::nameless(self.0.borrow_mut().add(Held::Other))
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.0.borrow_mut().insert(parent.at, None, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        prev_element: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let placed = self.0.borrow().nodes[element.at].up.is_some();
        if placed {
            self.append_before_sibling(element, child);
        } else {
            self.append(prev_element, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        let content = self.0.borrow().nodes[target.at].first;
        Handle::nameless(content.unwrap_or(target.at))
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.at == y.at
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        let mut tree = self.0.borrow_mut();
        if let NodeOrText::AppendNode(node) = &new_node {
            tree.detach(node.at);
        }
        if let Some(up) = tree.nodes[sibling.at].up {
            tree.insert(up, Some(sibling.at), new_node);
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attrs: Vec<Attribute>) {
        if let Held::Element(_, known) = &mut self.0.borrow_mut().nodes[target.at].held {
            for attr in attrs {
                if known.iter().all(|one| one.name != attr.name) {
                    known.push(attr);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.0.borrow_mut().detach(target.at);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut tree = self.0.borrow_mut();
        while let Some(child) = tree.nodes[node.at].first {
            tree.put(new_parent.at, None, child);
        }
    }
}

/// Whether an attribute of a template declares an open shadow root (HTML standard, declarative shadow
/// trees).
pub(super) fn declares_shadow(attr: &Attribute) -> bool {
    &*attr.name.local == "shadowrootmode" && attr.value.eq_ignore_ascii_case("open")
}
