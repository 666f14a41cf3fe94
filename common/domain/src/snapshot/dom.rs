//! The flat DOM: nodes in document order, each knowing its parent and where its subtree ends.
//! A subtree is a range of indices, so a walk is a loop and depth costs nothing.

use serde::{Deserialize, Serialize};

/// An index into [`FlatDom::nodes`].
pub type NodeId = usize;

/// Whether, and why not, a person sees a node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Rendered.
    #[default]
    Visible,
    /// Not rendered: `hidden`, `display: none`, `visibility: hidden`, no box.
    Hidden,
    /// Inside a closed `<details>` or `<dialog>`: a person can open it.
    Closed,
    /// Never rendered by its kind: script, style, template, head, noscript while scripts run.
    Machine,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum NodeKind {
    /// An element: lower-case local name and its attributes in source order.
    Element {
        /// Lower-case local name.
        tag: String,
        /// Attributes: lower-case name and value, in source order.
        attrs: Vec<(String, String)>,
    },
    /// A text node, verbatim, blank ones included. Inline script and JSON blocks are text nodes
    /// with [`Visibility::Machine`].
    Text(String),
}

/// One node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// The parent element; `None` for the root.
    pub parent: Option<NodeId>,
    /// One past the last node of this node's subtree.
    pub end: NodeId,
    /// What it is.
    pub kind: NodeKind,
    /// Whether a person sees it.
    pub visibility: Visibility,
}

/// Nodes in document order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FlatDom {
    /// The nodes. Node 0 is the root element.
    pub nodes: Vec<Node>,
}

impl FlatDom {
    /// Appends a node and returns its id; call [`Self::close`] when its subtree is complete.
    pub fn open(
        &mut self,
        parent: Option<NodeId>,
        kind: NodeKind,
        visibility: Visibility,
    ) -> NodeId {
        let id = self.nodes.len();
        self.nodes.push(Node {
            parent,
            end: id + 1,
            kind,
            visibility,
        });
        id
    }

    /// Marks a node's subtree as complete: everything appended since belongs to it.
    pub fn close(&mut self, id: NodeId) {
        self.nodes[id].end = self.nodes.len();
    }

    /// The node's tag, or `""` for text.
    pub fn tag(&self, id: NodeId) -> &str {
        match &self.nodes[id].kind {
            NodeKind::Element { tag, .. } => tag,
            NodeKind::Text(_) => "",
        }
    }

    /// An attribute of an element.
    pub fn attr(&self, id: NodeId, name: &str) -> Option<&str> {
        let mut attrs = self.attrs(id).iter();
        attrs
            .find(|(n, _)| n == name)
            .map(|(_, value)| value.as_str())
    }

    /// The attributes of an element, names and values in source order; a text has none.
    pub fn attrs(&self, id: NodeId) -> &[(String, String)] {
        match &self.nodes[id].kind {
            NodeKind::Element { attrs, .. } => attrs,
            NodeKind::Text(_) => &[],
        }
    }

    /// The text of a text node.
    pub fn text(&self, id: NodeId) -> Option<&str> {
        match &self.nodes[id].kind {
            NodeKind::Text(text) => Some(text),
            NodeKind::Element { .. } => None,
        }
    }

    /// The nodes below `id`, in document order, without itself.
    pub fn descendants(&self, id: NodeId) -> std::ops::Range<NodeId> {
        id + 1..self.nodes[id].end
    }

    /// The direct children of `id`.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.nodes[id].end;
        let mut next = id + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = next;
                next = self.nodes[child].end;
                child
            })
        })
    }

    /// The ancestors of `id`, nearest first.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.nodes[id].parent, |&at| self.nodes[at].parent)
    }
}
