//! A snapshot's DOM with what extraction needs to know about each node: its zone (navigation, a box
//! about other items, a struck passage) and how much visible text it holds. One linear walk.

mod marks;

use std::cell::OnceCell;

use domain::snapshot::text::{is_block, text_of};
use domain::snapshot::{FlatDom, NodeId, Snapshot, Visibility};

use crate::jsonld::Documents;
use crate::words::is_blank;

/// Navigation, footers, banners.
pub(crate) const CHROME: u8 = 1;
/// A box about other items.
pub(crate) const RELATED: u8 = 2;
/// Struck text.
pub(crate) const STRUCK: u8 = 4;
/// Comments and reviews by visitors.
pub(crate) const VISITORS: u8 = 8;
/// A dialog or a request for consent, laid over the page.
pub(crate) const DIALOG: u8 = 16;
/// What stands beside the box that holds the page's own content.
pub(crate) const ASIDE: u8 = 32;
/// A small box of visitors' words, or one under a heading that announces them: it may sum up how the page's
/// subject is rated, and states nothing else of it.
pub(crate) const OPINION: u8 = 64;
/// A box about who wrote the page: what its labels state is of that person.
pub(crate) const WRITER: u8 = 128;
/// What is seen and none of the page's own content.
pub(crate) const APART: u8 = CHROME | RELATED | VISITORS | DIALOG | ASIDE;

/// A page being read.
#[derive(Debug)]
pub(crate) struct Page<'a> {
    /// The snapshot.
    pub snapshot: &'a Snapshot,
    /// Its DOM.
    pub dom: &'a FlatDom,
    zones: Vec<u8>,
    /// Visible bytes of text before each node (and after the last).
    ink: Vec<u32>,
    /// Direct text of an element is not blank.
    own_text: Vec<bool>,
    /// The number of h1 elements before each node (and after the last).
    h1_before: Vec<u32>,
    /// The first and the last node of the box that holds the page's own content, if markup has one.
    content: Option<(NodeId, NodeId)>,
    data: OnceCell<Documents>,
}

impl<'a> Page<'a> {
    /// Reads the zones of a snapshot.
    pub(crate) fn new(snapshot: &'a Snapshot) -> Self {
        let dom = &snapshot.dom;
        let len = dom.nodes.len();
        let mut page = Self {
            snapshot,
            dom,
            zones: vec![0; len],
            ink: Vec::with_capacity(len + 1),
            own_text: vec![false; len],
            h1_before: Vec::with_capacity(len + 1),
            content: None,
            data: OnceCell::new(),
        };
        page.measure();
        page.content = page.content_box();
        page.mark();
        page
    }

    /// Its JSON-LD, read when it is first asked for.
    pub(crate) fn data(&self) -> &Documents {
        self.data.get_or_init(|| Documents::of(self.dom))
    }

    fn measure(&mut self) {
        let (mut ink, mut titles) = (0u32, 0u32);
        for (id, node) in self.dom.nodes.iter().enumerate() {
            self.ink.push(ink);
            self.h1_before.push(titles);
            titles += u32::from(self.dom.tag(id) == "h1" && node.visibility == Visibility::Visible);
            let Some(text) = self.dom.text(id) else {
                continue;
            };
            if node.visibility == Visibility::Visible && !is_blank(text) {
                let bytes = u32::try_from(text.trim().len()).unwrap_or(u32::MAX);
                ink = ink.saturating_add(bytes);
                if let Some(parent) = node.parent {
                    self.own_text[parent] = true;
                }
            }
        }
        self.ink.push(ink);
        self.h1_before.push(titles);
    }

    /// Whether a visible h1 is inside.
    pub(crate) fn holds_title(&self, id: NodeId) -> bool {
        self.h1_before[self.dom.nodes[id].end] > self.h1_before[id]
    }

    /// The zone flags of a node.
    pub(crate) fn zone(&self, id: NodeId) -> u8 {
        self.zones[id]
    }

    /// Whether a node is the page's own content: seen, and in no box about something else.
    pub(crate) fn is_own(&self, id: NodeId) -> bool {
        self.dom.nodes[id].visibility == Visibility::Visible && self.zones[id] & APART == 0
    }

    /// Whether a node is the page's own content and no visitor's words.
    pub(crate) fn speaks(&self, id: NodeId) -> bool {
        self.is_own(id) && self.zones[id] & OPINION == 0
    }

    /// Whether the words of a node may speak of the page's subject, wherever they stand.
    pub(crate) fn is_told_here(&self, id: NodeId) -> bool {
        self.zones[id] & (RELATED | DIALOG) == 0
    }

    /// What a text of the page's own content says, trimmed; a blank one says nothing.
    pub(crate) fn said(&self, id: NodeId) -> Option<&'a str> {
        let text = self.dom.text(id)?;
        (self.is_own(id) && self.ink(id) > 0).then(|| text.trim())
    }

    /// Bytes of visible text below a node.
    pub(crate) fn ink(&self, id: NodeId) -> u32 {
        self.ink[self.dom.nodes[id].end] - self.ink[id]
    }

    /// Bytes of visible text before a node, in page order.
    pub(crate) fn ink_before(&self, id: NodeId) -> u32 {
        self.ink[id]
    }

    /// Whether an element has words of its own, not only those of its children.
    pub(crate) fn has_own_text(&self, id: NodeId) -> bool {
        self.own_text[id]
    }

    /// The visible text below a node on one line.
    pub(crate) fn text(&self, id: NodeId) -> String {
        text_of(self.dom, id)
    }

    /// Whether a node is small: few words and few nodes, so that reading it is cheap.
    pub(crate) fn is_small(&self, id: NodeId, bytes: u32) -> bool {
        let nodes = self.dom.nodes[id].end - id;
        nodes <= 80 && self.ink(id) > 0 && self.ink(id) <= bytes
    }

    /// Whether no element below a node starts a line of its own; a button stands in one.
    pub(crate) fn is_line(&self, id: NodeId) -> bool {
        self.dom
            .descendants(id)
            .all(|below| matches!(self.dom.tag(below), "button") || !is_block(self.dom.tag(below)))
    }
}

/// Whether a squashed text begins with a phrase, as whole words where its script has spaces.
pub(crate) fn begins(text: &str, phrase: &str) -> bool {
    text.strip_prefix(phrase)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' ') || !phrase.is_ascii())
}

/// Whether a tag is a heading.
pub(crate) fn is_heading(tag: &str) -> bool {
    matches!(tag, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}
