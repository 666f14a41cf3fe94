//! Running text of one block: whitespace collapsed, what separates words kept until the next word comes.

use domain::snapshot::text::Gap;
use domain::snapshot::{NodeId, Snapshot, Visibility, text};

use super::TextOptions;

/// Text as it grows.
#[derive(Debug, Default)]
pub(super) struct Inline {
    pub(super) out: String,
    pending: Gap,
    /// A space stood before the first word.
    lead: bool,
}

impl Inline {
    pub(super) fn gap(&mut self, gap: Gap) {
        self.pending = self.pending.max(gap);
    }

    pub(super) fn text(&mut self, text: &str) {
        for ch in text.chars() {
            if ch.is_whitespace() || ch == '\u{200b}' && self.out.is_empty() {
                self.gap(Gap::Space);
            } else if ch != '\u{200b}' && !text::is_invisible(ch) {
                self.separate(ch);
                self.out.push(ch);
            }
        }
    }

    /// Appends a piece that is whole already.
    pub(super) fn raw(&mut self, piece: &str) {
        if let Some(first) = piece.chars().next() {
            self.separate(first);
            self.out.push_str(piece);
        }
    }

    /// Takes over another text with the spaces around it; `wrap` says how its words are shown.
    pub(super) fn take(&mut self, inner: &Self, wrap: impl FnOnce(&str) -> String) {
        if inner.lead {
            self.gap(Gap::Space);
        }
        if !inner.out.is_empty() {
            self.raw(&wrap(&inner.out));
        }
        if inner.pending >= Gap::Space {
            self.gap(Gap::Space);
        }
    }

    fn separate(&mut self, next: char) {
        let gap = std::mem::take(&mut self.pending);
        let Some(last) = self.out.chars().next_back() else {
            self.lead = gap >= Gap::Space;
            return;
        };
        self.out.extend(gap.between(last, next));
    }
}

/// A page and what of it is shown.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) options: TextOptions,
}

impl<'a> View<'a> {
    pub(super) fn tag(&self, id: NodeId) -> &'a str {
        self.snapshot.dom.tag(id)
    }

    pub(super) fn attr(&self, id: NodeId, name: &str) -> Option<&'a str> {
        let value = self.snapshot.dom.attr(id, name).map(str::trim);
        value.filter(|value| !value.is_empty())
    }

    pub(super) fn end(&self, id: NodeId) -> NodeId {
        self.snapshot.dom.nodes[id].end
    }

    pub(super) fn is_visible(&self, id: NodeId) -> bool {
        self.snapshot.dom.nodes[id].visibility == Visibility::Visible
    }

    /// Whether something below stands on lines of its own.
    pub(super) fn holds_blocks(&self, id: NodeId) -> bool {
        let mut below = self.snapshot.dom.descendants(id);
        below.any(|at| text::is_block(self.tag(at)) && self.is_visible(at))
    }

    /// The text below a node on one line.
    pub(super) fn line(&self, id: NodeId) -> Inline {
        let mut into = Inline::default();
        let mut open: Vec<(NodeId, Gap)> = Vec::new();
        let (mut at, end) = (id + 1, self.end(id));
        while at < end || !open.is_empty() {
            if let Some(&(stop, gap)) = open.last()
                && at >= stop
            {
                into.gap(gap);
                open.pop();
                continue;
            }
            if !self.is_visible(at) {
                at = self.end(at);
                continue;
            }
            if let Some(text) = self.snapshot.dom.text(at) {
                into.text(text);
            } else if self.whole(at, &mut into) {
                at = self.end(at);
                continue;
            } else {
                let gap = self.gap_of(at).min(Gap::Space);
                into.gap(gap);
                self.fraction(at, &mut into);
                open.push((self.end(at), gap));
            }
            at += 1;
        }
        into
    }

    /// Shows an element that is one piece; false if it is none and its content is to be walked.
    pub(super) fn whole(&self, id: NodeId, into: &mut Inline) -> bool {
        match self.tag(id) {
            "img" => into.raw(&self.image(id)),
            "svg" => match self.name_of(id) {
                Some(name) => {
                    into.gap(Gap::Space);
                    into.text(&name);
                    into.gap(Gap::Space);
                }
                None => return false,
            },
            "input" => self.button(id, into),
            "code" => {
                let inner = self.line(id);
                into.take(&inner, code);
            }
            "a" => return self.link(id, into),
            "time" | "data" if self.options.machine_values => {
                let value = self.attr(id, "datetime").or_else(|| self.attr(id, "value"));
                let inner = self.line(id);
                into.take(&inner, |text| match value {
                    Some(value) if value != text => format!("{text} ({value})"),
                    _ => text.to_owned(),
                });
            }
            _ => return false,
        }
        true
    }

    /// What separates an element from its neighbours.
    pub(super) fn gap_of(&self, id: NodeId) -> Gap {
        match (self.tag(id), self.attr(id, "role")) {
            // What is no piece by itself here: its parts say what separates them.
            ("img" | "input" | "svg" | "mn", _) => Gap::None,
            (tag @ ("sup" | "sub"), _) => Gap::of(tag),
            (_, Some("row")) => Gap::Line,
            ("label", _) | (_, Some("cell" | "gridcell" | "columnheader" | "rowheader")) => {
                Gap::Space
            }
            (tag, _) => Gap::of(tag),
        }
    }

    /// The bar of a fraction, before its second part.
    pub(super) fn fraction(&self, id: NodeId, into: &mut Inline) {
        let dom = &self.snapshot.dom;
        let Some(parent) = dom.nodes[id].parent else {
            return;
        };
        let elements = dom.children(parent).filter(|at| dom.text(*at).is_none());
        if self.tag(parent) == "mfrac" && elements.take(2).nth(1) == Some(id) {
            into.pending = Gap::None;
            into.raw("/");
        }
    }

    fn button(&self, id: NodeId, into: &mut Inline) {
        let kind = self.attr(id, "type").unwrap_or("").to_ascii_lowercase();
        into.gap(Gap::Space);
        if matches!(kind.as_str(), "submit" | "button" | "reset") {
            into.text(self.attr(id, "value").unwrap_or(""));
        }
        into.gap(Gap::Space);
    }

    /// An image by its address where that is shown and worth showing, else by its text.
    fn image(&self, id: NodeId) -> String {
        let alt = self.attr(id, "alt").unwrap_or("");
        let alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
        let lazy = ["src", "data-src", "data-original", "data-lazy-src"];
        let named = lazy.into_iter().filter_map(|name| self.attr(id, name));
        let set = ["srcset", "data-srcset"].into_iter();
        let set = set.filter_map(|name| self.attr(id, name)?.split_whitespace().next());
        let address = named
            .chain(set)
            .find(|address| !address.starts_with("data:"));
        let address = address.and_then(|address| self.snapshot.resolve(address));
        match address.filter(|_| self.options.images) {
            Some(address) => format!("![{alt}]({})", target(&address)),
            None => alt,
        }
    }

    /// What a drawing says of itself.
    fn name_of(&self, id: NodeId) -> Option<String> {
        if let Some(label) = self.attr(id, "aria-label") {
            return Some(label.to_owned());
        }
        let mut children = self.snapshot.dom.children(id);
        let title = children.find(|at| self.tag(*at) == "title")?;
        let texts = self.snapshot.dom.descendants(title);
        let name: String = texts.filter_map(|at| self.snapshot.dom.text(at)).collect();
        (!name.trim().is_empty()).then_some(name)
    }

    /// A link with its target. Scripts are no targets.
    fn link(&self, id: NodeId, into: &mut Inline) -> bool {
        let mut inner = self.line(id);
        let name = self
            .attr(id, "aria-label")
            .or_else(|| self.attr(id, "title"));
        if inner.out.is_empty() {
            inner.text(name.unwrap_or(""));
        }
        let href = self
            .attr(id, "href")
            .and_then(|href| self.snapshot.resolve(href));
        let href = href.filter(|_| self.options.links && !inner.out.is_empty());
        match href.filter(|href| !href.starts_with("javascript:")) {
            Some(href) => into.take(&inner, |text| format!("[{text}]({})", target(&href))),
            None if inner.out.is_empty() => return false,
            None => into.take(&inner, str::to_owned),
        }
        true
    }
}

/// Inline code; its marks are longer than any within.
fn code(text: &str) -> String {
    let longest = text.split(|ch| ch != '`').map(str::len).max().unwrap_or(0);
    let marks = "`".repeat(longest + 1);
    let space = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{marks}{space}{text}{space}{marks}")
}

/// An address between brackets.
fn target(address: &str) -> String {
    address.replace('(', "%28").replace(')', "%29")
}
