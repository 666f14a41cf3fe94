//! Which zone each node of a page lies in, by its own markup, by the boxes around it and by the headings that
//! introduce it. What class names call a box is in `boxes`.

use domain::snapshot::NodeId;
use domain::snapshot::text::text_of;

use super::{APART, ASIDE, CHROME, DIALOG, OPINION, Page, RELATED, STRUCK, VISITORS, is_heading};
use crate::boxes;
use crate::words::squash;

/// No more visible text stands behind a page's footer, in bytes.
const AFTER: u32 = 200;

impl Page<'_> {
    pub(super) fn mark(&mut self) {
        for id in 0..self.dom.nodes.len() {
            let inherited = self.dom.nodes[id].parent.map_or(0, |up| self.zones[up]);
            self.zones[id] |= inherited | self.own_zone(id);
            let marked = self.zones[id] & RELATED != 0;
            if !marked && is_heading(self.dom.tag(id)) && self.ink(id) < 120 {
                let text = squash(&text_of(self.dom, id));
                if boxes::starts_related(&text) {
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
                ("class" | "id", name) => self.closing(id, boxes::named(name)),
                ("aria-label", label) if boxes::asks_consent(label) => DIALOG,
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

    /// Zones that a name calls, where what it calls the page's footer ends the page and is no part of the
    /// content's own box.
    fn closing(&self, id: NodeId, zone: u8) -> u8 {
        if zone & CHROME == 0 {
            return zone;
        }
        let after = self.ink(0) - self.ink[self.dom.nodes[id].end];
        let inside = |(from, to)| (from..to).contains(&id);
        let alone = || self.h1_before.last() == Some(&0) && self.ink(id) > self.ink(0) / 2;
        if after > AFTER || self.content.is_some_and(inside) || alone() {
            zone & !CHROME
        } else {
            zone
        }
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
