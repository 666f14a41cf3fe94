//! The walk over a page: which element is which kind of block. Depth costs no stack.

use domain::snapshot::text::{self, Gap};
use domain::snapshot::{NodeId, Snapshot};

use super::blocks::{Before, Blocks, escaped};
use super::inline::{Inline, View};
use super::{TextOptions, table};

/// What happens where an element ends.
#[derive(Clone, Copy)]
enum Close {
    Gap(Gap),
    /// A block ends; inside a heading the heading goes on.
    Block,
    Heading,
    Container,
    List,
}

/// A list that is open.
struct List {
    /// The number of its next item and the step to the one after, if they are counted.
    next: Option<(i64, i64)>,
}

/// Renders a page.
pub(super) fn render(snapshot: &Snapshot, options: TextOptions) -> String {
    let mut walk = Walk {
        view: View { snapshot, options },
        blocks: Blocks::default(),
        inline: Inline::default(),
        heading: None,
        lists: Vec::new(),
    };
    walk.page();
    walk.flush();
    walk.blocks.finish()
}

struct Walk<'a> {
    view: View<'a>,
    blocks: Blocks,
    inline: Inline,
    heading: Option<usize>,
    lists: Vec<List>,
}

impl Walk<'_> {
    fn page(&mut self) {
        let mut open: Vec<(NodeId, Close)> = Vec::new();
        let (mut at, end) = (0, self.view.snapshot.dom.nodes.len());
        while at < end || !open.is_empty() {
            if let Some(&(stop, close)) = open.last()
                && at >= stop
            {
                self.close(close);
                open.pop();
                continue;
            }
            if !self.view.is_visible(at) {
                at = self.view.end(at);
            } else if let Some(text) = self.view.snapshot.dom.text(at) {
                self.inline.text(text);
                at += 1;
            } else if let Some(close) = self.open(at) {
                open.push((self.view.end(at), close));
                at += 1;
            } else {
                at = self.view.end(at);
            }
        }
    }

    /// Begins an element; `None` if it is done with.
    fn open(&mut self, id: NodeId) -> Option<Close> {
        match self.view.tag(id) {
            "table" => return self.table(id),
            "pre" | "listing" | "xmp" | "plaintext" => {
                self.flush();
                self.code(id);
                return None;
            }
            "hr" => {
                self.flush();
                self.blocks.put(["---"]);
                return None;
            }
            "ul" | "ol" | "menu" | "dir" => {
                self.flush();
                let next = self.numbers(id);
                self.lists.push(List { next });
                return Some(Close::List);
            }
            "li" => {
                let marker = self.marker(id);
                return Some(self.enter(Before::Item {
                    marker,
                    used: false,
                }));
            }
            "dd" => {
                let marker = ": ".to_owned();
                return Some(self.enter(Before::Item {
                    marker,
                    used: false,
                }));
            }
            "blockquote" => return Some(self.enter(Before::Quote)),
            "a" if self.view.options.links && self.view.holds_blocks(id) => {
                // A card that is one link: its words on one line, with the target.
                self.flush();
                self.view.whole(id, &mut self.inline);
                self.flush();
                return None;
            }
            "a" if self.view.holds_blocks(id) => return Some(Close::Block),
            tag => {
                if let Some(level) = level(tag) {
                    self.flush();
                    self.heading = Some(level);
                    return Some(Close::Heading);
                }
            }
        }
        self.inline(id)
    }

    fn inline(&mut self, id: NodeId) -> Option<Close> {
        if self.view.whole(id, &mut self.inline) {
            return None;
        }
        let gap = self.view.gap_of(id);
        if text::is_block(self.view.tag(id)) {
            self.flush();
            return Some(Close::Block);
        }
        self.inline.gap(gap);
        self.view.fraction(id, &mut self.inline);
        Some(Close::Gap(gap))
    }

    fn enter(&mut self, before: Before) -> Close {
        self.flush();
        self.blocks.enter(before);
        Close::Container
    }

    fn close(&mut self, close: Close) {
        if let Close::Gap(gap) = close {
            self.inline.gap(gap);
            return;
        }
        self.flush();
        match close {
            Close::Heading => self.heading = None,
            Close::Container => self.blocks.leave(),
            Close::List => {
                self.lists.pop();
            }
            Close::Gap(_) | Close::Block => {}
        }
    }

    /// Writes the text that has come together.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.inline).out;
        if text.is_empty() {
            return;
        }
        if let Some(level) = self.heading {
            let line = format!("{} {}", "#".repeat(level), text.replace('\n', " "));
            self.blocks.put([line.as_str()]);
            return;
        }
        let lines: Vec<String> = text.lines().map(escaped).collect();
        self.blocks.put(lines.iter().map(String::as_str));
    }

    fn table(&mut self, id: NodeId) -> Option<Close> {
        self.flush();
        let Some(lines) = table::lines(self.view, id) else {
            return Some(Close::Block);
        };
        if let Some(caption) = table::caption(self.view, id) {
            self.blocks.put([escaped(&caption).as_str()]);
        }
        if !lines.is_empty() {
            self.blocks.put(lines.iter().map(String::as_str));
        }
        None
    }

    /// Text byte for byte, between fences that are longer than any within.
    fn code(&mut self, id: NodeId) {
        let dom = &self.view.snapshot.dom;
        let shown = (id + 1..dom.nodes[id].end).filter(|at| self.view.is_visible(*at));
        let mut text = String::new();
        for at in shown {
            match dom.text(at) {
                Some(part) => text.push_str(part),
                None if dom.tag(at) == "br" => text.push('\n'),
                None => {}
            }
        }
        if text.trim().is_empty() {
            return;
        }
        let longest = text.split(|ch| ch != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        let first = format!("{fence}{}", self.language(id).unwrap_or(""));
        let text = text.trim_end_matches('\n');
        let lines = std::iter::once(first.as_str())
            .chain(text.split('\n'))
            .chain([fence.as_str()]);
        self.blocks.put(lines);
    }

    fn language(&self, id: NodeId) -> Option<&str> {
        let places = id..self.view.end(id).min(id + 4);
        let classes = places.filter_map(|at| self.view.attr(at, "class"));
        let mut names = classes.flat_map(str::split_whitespace);
        let language = names.find_map(|name| name.strip_prefix("language-"))?;
        language
            .chars()
            .all(|ch| ch.is_ascii_alphanumeric())
            .then_some(language)
    }

    /// How a list's items are counted (HTML standard, the `ol` element).
    fn numbers(&self, id: NodeId) -> Option<(i64, i64)> {
        if self.view.tag(id) != "ol" {
            return None;
        }
        let reversed = self.view.snapshot.dom.attr(id, "reversed").is_some();
        let start = self
            .view
            .attr(id, "start")
            .and_then(|text| text.parse().ok());
        let items = || {
            let children = self.view.snapshot.dom.children(id);
            let items = children.filter(|at| self.view.tag(*at) == "li");
            i64::try_from(items.count()).unwrap_or(0)
        };
        let step = if reversed { -1 } else { 1 };
        Some((
            start.unwrap_or_else(|| if reversed { items() } else { 1 }),
            step,
        ))
    }

    fn marker(&mut self, id: NodeId) -> String {
        let value = self
            .view
            .attr(id, "value")
            .and_then(|text| text.parse().ok());
        let Some((next, step)) = self.lists.last_mut().and_then(|list| list.next.as_mut()) else {
            return "- ".to_owned();
        };
        let number: i64 = value.unwrap_or(*next);
        *next = number.saturating_add(*step);
        format!("{number}. ")
    }
}

fn level(tag: &str) -> Option<usize> {
    let level = tag.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}
