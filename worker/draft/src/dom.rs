//! A snapshot's DOM with what extraction needs to know about each node: its zone (navigation, a box
//! about other items, a struck passage) and how much visible text it holds. One linear walk.

use std::cell::OnceCell;

use domain::snapshot::text::{is_block, text_of};
use domain::snapshot::{FlatDom, NodeId, Snapshot, Visibility};

use crate::jsonld::Documents;
use crate::vocabulary::phrases;
use crate::words::{fold, is_blank, squash};

/// Navigation, footers, banners.
pub(crate) const CHROME: u8 = 1;
/// A box about other items.
pub(crate) const RELATED: u8 = 2;
/// Struck text.
pub(crate) const STRUCK: u8 = 4;
/// Comments and reviews by visitors.
pub(crate) const VISITORS: u8 = 8;

/// Words of class names and ids that name a box about other items.
const RELATED_NAMES: [&str; 12] = [
    "related",
    "recommend",
    "recommended",
    "recommendation",
    "recommendations",
    "similar",
    "upsell",
    "upsells",
    "crosssell",
    "recommender",
    "sponsored",
    "alsolike",
];
const STRUCK_NAMES: [&str; 6] = [
    "strike",
    "strikethrough",
    "striked",
    "linethrough",
    "crossed",
    "crossedout",
];
const VISITOR_NAMES: [&str; 6] = [
    "comments",
    "comment",
    "reviews",
    "review",
    "questions",
    "ugc",
];
/// Words of names and titles that call a frame an advertisement.
const ADVERT_NAMES: [&str; 16] = [
    "ad",
    "ads",
    "advert",
    "adverts",
    "advertisement",
    "advertising",
    "adslot",
    "adframe",
    "sponsor",
    "sponsored",
    "anzeige",
    "werbung",
    "publicite",
    "publicidad",
    "reklama",
    "annons",
];
/// The bytes that one of these words begins with, in either case: most class names do not.
static BEGINNINGS: [bool; 256] = {
    let mut all = [false; 256];
    mark_beginnings(&RELATED_NAMES, &mut all);
    mark_beginnings(&STRUCK_NAMES, &mut all);
    mark_beginnings(&VISITOR_NAMES, &mut all);
    all
};

const fn mark_beginnings(words: &[&str], all: &mut [bool; 256]) {
    let mut at = 0;
    while at < words.len() {
        let first = words[at].as_bytes()[0];
        all[first.to_ascii_lowercase() as usize] = true;
        all[first.to_ascii_uppercase() as usize] = true;
        at += 1;
    }
}

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
            data: OnceCell::new(),
        };
        page.measure();
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

    fn own_zone(&self, id: NodeId) -> u8 {
        let tag = self.dom.tag(id);
        if tag.is_empty() {
            return 0;
        }
        let mut zone = match tag {
            "nav" | "footer" => CHROME,
            "s" | "del" | "strike" => STRUCK,
            _ => 0,
        };
        for (name, value) in self.dom.attrs(id) {
            zone |= match (name.as_str(), value.as_str()) {
                ("class" | "id" | "name" | "title" | "aria-label", named)
                    if tag == "iframe" && calls_advert(named) && !self.holds_title(id) =>
                {
                    RELATED
                }
                ("class" | "id", named) => self.named_zone(id, named),
                ("role", "navigation" | "contentinfo" | "search") if tag != "header" => CHROME,
                ("style", style) if style.contains("line-through") => STRUCK,
                _ => 0,
            };
        }
        if zone & CHROME != 0 && self.holds_title(id) {
            zone &= !CHROME;
        }
        zone
    }

    /// What a class or an id says of an element.
    fn named_zone(&self, id: NodeId, named: &str) -> u8 {
        let mut zone = 0;
        let words = named.as_bytes().split(|byte| !byte.is_ascii_alphanumeric());
        for word in words {
            let begins = |byte: &u8| BEGINNINGS[usize::from(*byte)];
            if !word.first().is_some_and(begins) {
                continue;
            }
            let is = |item: &&str| word.eq_ignore_ascii_case(item.as_bytes());
            let has = |list: &[&str]| list.iter().any(is);
            if has(&STRUCK_NAMES) {
                zone |= STRUCK;
            }
            if has(&RELATED_NAMES)
                && !self.holds_title(id)
                && !matches!(self.dom.tag(id), "body" | "html" | "main")
            {
                zone |= RELATED;
            }
            if has(&VISITOR_NAMES) && !self.holds_title(id) && self.ink(id) > 200 {
                zone |= VISITORS;
            }
        }
        zone
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
        self.dom.nodes[id].visibility == Visibility::Visible
            && self.zones[id] & (CHROME | RELATED | VISITORS) == 0
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

fn calls_advert(named: &str) -> bool {
    let mut words = named.split(|ch: char| !ch.is_alphanumeric());
    words.any(|word| ADVERT_NAMES.contains(&fold(word).as_str()))
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
