//! Which zone each node of a page lies in, by its own markup, by the boxes around it and by the headings that
//! introduce it. What class names call a box is in `boxes`.

use domain::snapshot::NodeId;
use domain::snapshot::text::text_of;

use super::{
    APART, ASIDE, CHROME, DIALOG, OPINION, Page, RELATED, STRUCK, VISITORS, WRITER, is_heading,
};
use crate::boxes;
use crate::words::{says, squash};

/// No more visible text stands behind a page's footer, in bytes.
const AFTER: u32 = 200;
/// A box about a person holds no more visible text, in bytes.
const PORTRAIT: u32 = 3000;
/// No more nodes behind a footer are looked at.
const TAIL: usize = 400;

impl Page<'_> {
    pub(super) fn mark(&mut self) {
        for id in 0..self.dom.nodes.len() {
            let inherited = self.dom.nodes[id].parent.map_or(0, |up| self.zones[up]);
            self.zones[id] |= inherited | self.own_zone(id);
            let marked = self.zones[id] & RELATED != 0;
            if !marked && is_heading(self.dom.tag(id)) && self.ink(id) < 120 {
                let text = squash(&text_of(self.dom, id));
                let next = boxes::starts_next(&text) && self.is_beside(id);
                if boxes::starts_related(&text) || next && self.dom.tag(id) != "h1" {
                    self.mark_box(id);
                } else if boxes::announces_reviews(&text) {
                    self.mark_section(id);
                }
            }
        }
    }

    /// The `main` element around the title, or the article or item that holds it and most of the text.
    pub(super) fn content_box(&self) -> Option<(NodeId, NodeId)> {
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
                    if tag == "iframe" && boxes::calls_advert(named) =>
                {
                    RELATED
                }
                ("class", name) if boxes::is_widget(name) => self.beside(id),
                ("class" | "id", name) => {
                    self.closing(id, boxes::named(name)) | self.opening(id, name)
                }
                ("aria-label", label) if boxes::asks_consent(label) => DIALOG,
                ("role", "navigation" | "contentinfo" | "search") if tag != "header" => CHROME,
                ("role", "dialog" | "alertdialog") | ("aria-modal", "true") => DIALOG,
                ("role", "complementary") => self.beside(id),
                ("style", style) if style.contains("line-through") => STRUCK,
                _ => 0,
            };
        }
        if zone & WRITER != 0 && !self.is_of_writer(id) {
            zone &= !WRITER;
        }
        if zone & APART == 0 {
            zone
        } else {
            self.apart(id, zone)
        }
    }

    /// What stands above the page's title in a box that is named after cookies and nothing else is about them.
    fn opening(&self, id: NodeId, name: &str) -> u8 {
        let above = self.h1_before[id] == 0 && self.h1_before.last() != Some(&0);
        if above && boxes::names_cookies(name) {
            DIALOG
        } else {
            0
        }
    }

    /// Whether a box that is named after the writer of the page stands on a page about something else: its title
    /// is outside, and is no name in the box.
    fn is_of_writer(&self, id: NodeId) -> bool {
        let known = self.dom.nodes[id].parent.map_or(0, |up| self.zones[up]) & WRITER != 0;
        let large = self.ink(id) > PORTRAIT || self.ink(id) > self.ink(0) / 4 * 3;
        if known || large || self.holds_title(id) {
            return known;
        }
        let title = self.h1_before.partition_point(|before| *before == 0);
        let title = title.checked_sub(1).filter(|at| *at < self.dom.nodes.len());
        title.is_some_and(|title| {
            let title = squash(&text_of(self.dom, title));
            !title.is_empty() && !says(&squash(&text_of(self.dom, id)), &title)
        })
    }

    /// Whether a node stands in what markup calls complementary.
    fn is_beside(&self, id: NodeId) -> bool {
        self.dom.ancestors(id).any(|up| {
            self.dom.tag(up) == "aside" || self.dom.attr(up, "role") == Some("complementary")
        })
    }

    /// Zones that a name calls, where what it calls the page's footer ends the page and is no part of the
    /// content's own box.
    fn closing(&self, id: NodeId, zone: u8) -> u8 {
        if zone & CHROME == 0 {
            return zone;
        }
        let inside = |(from, to)| (from..to).contains(&id);
        let alone = || self.h1_before.last() == Some(&0) && self.ink(id) > self.ink(0) / 2;
        if self.goes_on(self.dom.nodes[id].end) || self.content.is_some_and(inside) || alone() {
            zone & !CHROME
        } else {
            zone
        }
    }

    /// Whether a page says more than a line from a node on, beside what is laid over it: requests for consent
    /// stand behind a footer. A long tail is not looked through.
    fn goes_on(&self, from: NodeId) -> bool {
        let all = self.ink(0) - self.ink[from];
        if all <= AFTER || self.dom.nodes.len() - from > TAIL {
            return all > AFTER;
        }
        let (mut at, mut over) = (from, 0);
        while at < self.dom.nodes.len() {
            let next = if self.is_laid_over(at) {
                over += self.ink(at);
                self.dom.nodes[at].end
            } else {
                at + 1
            };
            at = next;
        }
        all - over > AFTER
    }

    /// Whether an element's own markup calls it a dialog or a request for consent.
    fn is_laid_over(&self, id: NodeId) -> bool {
        let laid = |name: &str, value: &str| match name {
            "class" | "id" => boxes::named(value) & DIALOG != 0,
            "aria-label" => boxes::asks_consent(value),
            "role" => matches!(value, "dialog" | "alertdialog"),
            "aria-modal" => value == "true",
            _ => false,
        };
        let mut attrs = self.dom.attrs(id).iter();
        self.dom.tag(id) == "dialog" || attrs.any(|(name, value)| laid(name, value))
    }

    /// What is left of the zones that an element's markup names: none that would call the page itself so.
    fn apart(&self, id: NodeId, zone: u8) -> u8 {
        let whole = matches!(self.dom.tag(id), "body" | "html" | "main");
        if self.holds_title(id) {
            return zone & STRUCK;
        }
        // Without a title inside or outside, what holds nearly all of the text is the page.
        let most = || u64::from(self.ink(id)) * 10 >= u64::from(self.ink(0)) * 9;
        let untitled = || self.h1_before.last() == Some(&0) && most();
        let mut left = zone;
        if whole || zone & DIALOG != 0 && untitled() {
            left &= !(RELATED | DIALOG | VISITORS);
        }
        if left & VISITORS != 0 && self.ink(id) <= 200 {
            left = left & !VISITORS | OPINION;
        }
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

    /// Marks what a heading announces as visitors' words, up to the next heading of its rank in the box that
    /// holds more than the heading.
    fn mark_section(&mut self, heading: NodeId) {
        let alone = |id: &NodeId| self.ink(*id) == self.ink(heading);
        let top = self.dom.ancestors(heading).take_while(alone).last();
        let top = top.unwrap_or(heading);
        let end = self.dom.nodes[top]
            .parent
            .map_or(0, |up| self.dom.nodes[up].end);
        let rank = self.dom.tag(heading).to_owned();
        for at in top..end {
            let tag = self.dom.tag(at);
            if at >= self.dom.nodes[heading].end && is_heading(tag) && *tag <= *rank {
                break;
            }
            self.zones[at] |= OPINION;
        }
    }
}
