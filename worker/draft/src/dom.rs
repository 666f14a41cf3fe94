//! A snapshot's DOM with what extraction needs to know about each node: its zone (navigation, a box
//! about other items, a struck passage) and how much visible text it holds. One linear walk.

use std::cell::OnceCell;

use domain::snapshot::text::{is_block, text_of};
use domain::snapshot::{FlatDom, NodeId, Snapshot, Visibility};

use crate::boxes::{asks_consent, calls_advert, named};
use crate::jsonld::Documents;
use crate::vocabulary::phrases;
use crate::words::{is_blank, squash};

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

    fn mark(&mut self) {
        for id in 0..self.dom.nodes.len() {
            let inherited = self.dom.nodes[id].parent.map_or(0, |up| self.zones[up]);
            self.zones[id] |= inherited | self.own_zone(id);
            let marked = self.zones[id] & RELATED != 0;
            if !marked && is_heading(self.dom.tag(id)) && self.ink(id) < 120 {
                let text = squash(&text_of(self.dom, id));
                if starts_related(&text) {
                    self.mark_box(id);
                }
            }
        }
    }

    /// The `main` element around the title, or the article or item that holds it and most of the text.
    fn content_box(&self) -> Option<(NodeId, NodeId)> {
        let all = 0..self.dom.nodes.len();
        let is_title = |id: &NodeId| self.h1_before[*id] < self.h1_before[*id + 1];
        let is_main =
            |id: &NodeId| self.dom.tag(*id) == "main" || self.dom.attr(*id, "role") == Some("main");
        let most = |id: &NodeId| self.ink(*id) > self.ink(0) / 2;
        let is_item = |id: &NodeId| {
            self.dom.tag(*id) == "article" || self.dom.attr(*id, "itemscope").is_some()
        };
        let around = |title: NodeId| {
            let mut mains = self.dom.ancestors(title).filter(is_main);
            let mut items = self.dom.ancestors(title).filter(is_item).filter(most);
            mains.next().or_else(|| items.next())
        };
        let found = all.filter(is_title).find_map(around)?;
        Some((found, self.dom.nodes[found].end))
    }

    fn own_zone(&self, id: NodeId) -> u8 {
        let tag = self.dom.tag(id);
        if tag.is_empty() {
            return 0;
        }
        let mut zone = match tag {
            "nav" | "footer" => CHROME,
            "s" | "del" | "strike" => STRUCK,
            "dialog" => DIALOG,
            "aside" => self.beside(id),
            _ => 0,
        };
        for (name, value) in self.dom.attrs(id) {
            zone |= match (name.as_str(), value.as_str()) {
                ("class" | "id" | "name" | "title" | "aria-label", named)
                    if tag == "iframe" && calls_advert(named) =>
                {
                    RELATED
                }
                ("class" | "id", name) => named(name),
                ("aria-label", label) if asks_consent(label) => DIALOG,
                ("role", "navigation" | "contentinfo" | "search") if tag != "header" => CHROME,
                ("role", "dialog" | "alertdialog") | ("aria-modal", "true") => DIALOG,
                ("role", "complementary") => self.beside(id),
                ("style", style) if style.contains("line-through") => STRUCK,
                _ => 0,
            };
        }
        if zone & APART == 0 {
            zone
        } else {
            self.apart(id, zone)
        }
    }

    /// What is left of a zone that an element's markup names: nothing that calls the page itself so.
    fn apart(&self, id: NodeId, zone: u8) -> u8 {
        if self.holds_title(id) {
            return zone & STRUCK;
        }
        let whole = matches!(self.dom.tag(id), "body" | "html" | "main");
        // Without a title inside or outside, what holds nearly all of the text is the page.
        let most = || u64::from(self.ink(id)) * 10 >= u64::from(self.ink(0)) * 9;
        let untitled = || self.h1_before.last() == Some(&0) && most();
        let page = whole || zone & DIALOG != 0 && untitled();
        let mut left = zone;
        left &= !if page { RELATED | DIALOG } else { 0 };
        left &= !if self.ink(id) > 200 { 0 } else { VISITORS };
        left
    }

    /// The zone of what markup calls complementary: it is none where it lies in the content's own box, as the
    /// facts of an article or a product do.
    fn beside(&self, id: NodeId) -> u8 {
        let outside = |(from, to)| !(from..to).contains(&id);
        if self.content.is_some_and(outside) {
            ASIDE
        } else {
            0
        }
    }

    /// Marks what a heading about other items introduces: the rest of its box, or up to the next
    /// heading of its rank where the box holds more than that.
    fn mark_box(&mut self, heading: NodeId) {
        let mut top = heading;
        let mut parent = self.dom.nodes[top].parent;
        while let Some(up) = parent {
            let alone = self.ink[self.dom.nodes[up].end] == self.ink[self.dom.nodes[top].end];
            if !alone || self.holds_title(up) {
                break;
            }
            top = up;
            parent = self.dom.nodes[up].parent;
        }
        let Some(up) = parent else {
            return;
        };
        let rank = self.dom.tag(heading).to_owned();
        let whole = !self.holds_title(up) && !matches!(self.dom.tag(up), "body" | "main" | "html");
        let mut at = top;
        while at < self.dom.nodes[up].end {
            if !whole && at > top && is_heading(self.dom.tag(at)) && *self.dom.tag(at) <= *rank {
                break;
            }
            self.zones[at] |= RELATED;
            at += 1;
        }
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

    /// Whether no element below a node starts a line of its own.
    pub(crate) fn is_line(&self, id: NodeId) -> bool {
        self.dom
            .descendants(id)
            .all(|below| !is_block(self.dom.tag(below)))
    }
}

fn starts_related(text: &str) -> bool {
    let mut related = phrases().related.iter();
    related.any(|phrase| begins(text, phrase))
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
