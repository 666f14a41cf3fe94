//! The text view of a flat DOM: what a person reads, words never fused, hidden text left out.
//! It is not Markdown: no links, no emphasis, one line for each block.

use super::{FlatDom, NodeId, Visibility};

/// Whether an element stands on lines of its own (HTML standard, rendering section).
pub fn is_block(tag: &str) -> bool {
    matches!(
        tag,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "button"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "legend"
            | "li"
            | "listing"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "optgroup"
            | "option"
            | "p"
            | "pre"
            | "search"
            | "section"
            | "select"
            | "summary"
            | "table"
            | "tbody"
            | "tfoot"
            | "thead"
            | "tr"
            | "ul"
            | "xmp"
    )
}

/// The visible text of the whole page, one line for each block.
pub fn page_text(dom: &FlatDom) -> String {
    if dom.nodes.is_empty() {
        return String::new();
    }
    lines(dom, 0, |_| true)
}

/// The visible text of the whole page without the subtrees that `keep` refuses, one line for each block;
/// `None` if it is longer than so many bytes, which is found without reading on.
pub fn within(dom: &FlatDom, bytes: usize, keep: impl Fn(NodeId) -> bool) -> Option<String> {
    if dom.nodes.is_empty() {
        return Some(String::new());
    }
    let shown = |at: NodeId| dom.nodes[at].visibility == Visibility::Visible && keep(at);
    let text = write(dom, 0, bytes, shown);
    (text.len() <= bytes).then_some(text)
}

/// The visible text below a node on one line.
pub fn text_of(dom: &FlatDom, id: NodeId) -> String {
    text_where(dom, id, |_| true)
}

/// The visible text below a node on one line, without the subtrees that `keep` refuses.
pub fn text_where(dom: &FlatDom, id: NodeId, keep: impl Fn(NodeId) -> bool) -> String {
    let mut out = lines(dom, id, keep);
    if out.contains('\n') {
        out = out.replace('\n', " ");
    }
    out
}

/// The visible text below a node, one line for each block, without the subtrees that `keep`
/// refuses. A digit raised next to a digit is set off by `^`, cells by a space.
pub fn lines(dom: &FlatDom, id: NodeId, keep: impl Fn(NodeId) -> bool) -> String {
    write(dom, id, usize::MAX, |at| {
        dom.nodes[at].visibility == Visibility::Visible && keep(at)
    })
}

/// All text below a node on one line, hidden text too: for metadata attributes, never as evidence
/// of what a person sees. Scripts and the like stay out.
pub fn any_text_of(dom: &FlatDom, id: NodeId) -> String {
    let machine = |at: NodeId| matches!(dom.tag(at), "script" | "style" | "template" | "noscript");
    write(dom, id, usize::MAX, |at| !machine(at)).replace('\n', " ")
}

/// Writes a text, and stops where it is longer than so many bytes.
fn write(dom: &FlatDom, id: NodeId, bytes: usize, keep: impl Fn(NodeId) -> bool) -> String {
    let mut writer = Writer::default();
    let mut open: Vec<(NodeId, Gap)> = Vec::new();
    let mut at = id;
    let end = dom.nodes[id].end;
    while writer.out.len() <= bytes && (at < end || !open.is_empty()) {
        if let Some(&(stop, gap)) = open.last()
            && at >= stop
        {
            writer.gap(gap);
            open.pop();
            continue;
        }
        let node = &dom.nodes[at];
        if !keep(at) {
            at = node.end;
            continue;
        }
        if let Some(text) = dom.text(at) {
            writer.text(text);
        } else {
            let gap = Gap::of(dom.tag(at));
            writer.gap(gap);
            if node.end > at + 1 {
                open.push((node.end, gap));
            }
        }
        at += 1;
    }
    writer.out
}

/// What separates the words on both sides of an element's edge.
/// The strongest counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// Nothing: an inline element.
    #[default]
    None,
    /// A raised or lowered digit.
    Raised,
    /// A space: a cell, a control, a picture.
    Space,
    /// A line of its own.
    Line,
}

impl Gap {
    /// That of an element by its name.
    pub fn of(tag: &str) -> Self {
        match tag {
            "sup" | "sub" => Self::Raised,
            "td" | "th" | "img" | "input" | "textarea" | "svg" | "rp" | "rt" | "mfrac" | "mn"
            | "slot" => Self::Space,
            "br" => Self::Line,
            _ if is_block(tag) => Self::Line,
            _ => Self::None,
        }
    }

    /// What stands between two characters: a raised digit is set off from one before it.
    pub fn between(self, last: char, next: char) -> Option<char> {
        match self {
            Self::Raised if last.is_ascii_digit() && next.is_ascii_digit() => Some('^'),
            Self::None | Self::Raised => None,
            Self::Space => Some(' '),
            Self::Line => Some('\n'),
        }
    }
}

/// Collects text, whitespace collapsed.
#[derive(Debug, Default)]
struct Writer {
    out: String,
    pending: Gap,
}

impl Writer {
    fn gap(&mut self, gap: Gap) {
        self.pending = self.pending.max(gap);
    }

    fn text(&mut self, text: &str) {
        let mut rest = text;
        while let Some(ch) = rest.chars().next() {
            // Most text is runs of plain letters.
            let plain = rest.bytes().position(|byte| !byte.is_ascii_graphic());
            let plain = plain.unwrap_or(rest.len());
            if plain > 0 {
                self.separate(ch);
                self.out.push_str(&rest[..plain]);
                rest = &rest[plain..];
                continue;
            }
            rest = &rest[ch.len_utf8()..];
            if ch.is_whitespace() || ch == '\u{200b}' {
                self.gap(Gap::Space);
            } else if !is_invisible(ch) {
                self.separate(ch);
                self.out.push(ch);
            }
        }
    }

    fn separate(&mut self, next: char) {
        let gap = std::mem::take(&mut self.pending);
        if gap == Gap::None {
            return;
        }
        let Some(last) = self.out.chars().next_back() else {
            return;
        };
        self.out.extend(gap.between(last, next));
    }
}

/// Characters that carry no ink: soft hyphens, joiners of no script, direction marks.
pub fn is_invisible(ch: char) -> bool {
    matches!(ch, '\u{ad}' | '\u{feff}' | '\u{2060}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
