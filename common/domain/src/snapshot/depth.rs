//! Bounds how deep the static parser nests: what stands deeper is kept, boxes around it left out
//! before the elements that tell what its text is. The tree builder looks through all open elements at every tag, so that depth without a
//! bound costs quadratic time. It is no tree builder: open elements are only estimated.

use std::cell::{Cell, RefCell};

use html5ever::LocalName;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};

use super::text::is_block;

/// No element is nested deeper than this (browsers stop at 512).
pub(super) const DEEPEST: usize = 512;
/// So many of these levels are left to what tells labels, values, headings and links apart.
const SPARED: usize = 24;
/// A start tag ends an element like itself no further up than this.
const NEAR: usize = 24;

/// Elements that have no content.
const VOID: [&str; 16] = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
    "link", "meta", "source", "track", "wbr",
];
/// Elements that every document has, whether it has their tags or not.
const FRAME: [&str; 3] = ["html", "head", "body"];
/// So many of them are above whatever is shown.
const FRAMED: usize = 2;
/// Elements that the tree builder must see: they change how what follows is read.
const KEPT: [&str; 9] = [
    "script",
    "style",
    "textarea",
    "title",
    "xmp",
    "iframe",
    "noembed",
    "noframes",
    "plaintext",
];
/// Elements that tell what a text is: they may take the last levels, in which boxes are left out.
const TELLING: [&str; 20] = [
    "h1", "h2", "h3", "h4", "h5", "h6", "dl", "dt", "dd", "table", "caption", "thead", "tbody",
    "tfoot", "tr", "th", "td", "p", "a", "time",
];
/// Elements that may keep what they hold from being seen: below the depth it is left out with them.
const HIDING: [&str; 9] = [
    "template", "noscript", "details", "dialog", "canvas", "audio", "video", "object", "datalist",
];
/// Elements that end an open one like them: the element, those it ends, and where it stops looking.
const ENDS: [(&str, &[&str], &[&str]); 10] = [
    ("li", &["li"], &["ul", "ol", "menu"]),
    ("dt", &["dt", "dd"], &["dl"]),
    ("dd", &["dt", "dd"], &["dl"]),
    ("tr", &["tr"], &["table"]),
    ("td", &["td", "th"], &["table", "tr"]),
    ("th", &["td", "th"], &["table", "tr"]),
    ("tbody", &["tbody", "thead", "tfoot"], &["table"]),
    ("option", &["option"], &["select"]),
    ("p", &["p"], &["div", "td", "li", "section", "article"]),
    ("a", &["a"], &["table"]),
];

/// An element that is open by the tags.
struct Open {
    name: LocalName,
    /// The tree builder knows of it.
    passed: bool,
    /// Its text is left out.
    mute: bool,
}

impl Open {
    fn implied(name: &str) -> Self {
        Self {
            name: LocalName::from(name),
            passed: true,
            mute: false,
        }
    }
}

/// A token sink that leaves out start tags beyond the depth, and the end tags that match them.
pub(super) struct Shallow<Sink> {
    inner: Sink,
    open: RefCell<Vec<Open>>,
    /// How many of the open ones the tree builder knows of.
    deep: Cell<usize>,
    /// A line ended where a box is left out, and nothing has come since.
    broken: Cell<bool>,
}

impl<Sink> Shallow<Sink> {
    /// Wraps a sink.
    pub(super) fn new(inner: Sink) -> Self {
        Self {
            inner,
            open: RefCell::new(Vec::new()),
            deep: Cell::new(FRAMED),
            broken: Cell::new(false),
        }
    }

    /// The wrapped sink.
    pub(super) fn into_inner(self) -> Sink {
        self.inner
    }

    /// Whether the tree builder is to see a tag.
    fn passes(&self, tag: &Tag) -> bool {
        let name: &str = &tag.name;
        let mut open = self.open.borrow_mut();
        if tag.kind == TagKind::EndTag {
            let near = open.iter().enumerate().rev().take(4 * DEEPEST);
            let found = near.into_iter().find(|(_, known)| known.name == tag.name);
            let Some((at, passed)) = found.map(|(at, known)| (at, known.passed)) else {
                return true;
            };
            self.end_from(&mut open, at);
            return passed;
        }
        if VOID.contains(&name) || FRAME.contains(&name) || tag.self_closing && is_foreign(&open) {
            return true;
        }
        if let Some(at) = like(&open, name) {
            self.end_from(&mut open, at);
        }
        let within = open.last().is_some_and(|up| up.mute);
        let between = open.last().map_or(&[][..], |up| implied(up, name));
        let deep = self.deep.get() + between.len();
        let shallow = !within && deep < DEEPEST - SPARED;
        let passed = shallow || KEPT.contains(&name) || !within && deep < deepest(name);
        if passed {
            self.deep.set(deep + 1);
            open.extend(between.iter().map(|name| Open::implied(name)));
        }
        let mute = within || !passed && hides(tag);
        open.push(Open {
            name: tag.name.clone(),
            passed,
            mute,
        });
        passed
    }

    /// Ends the open element at a place, and all in it. The tree builder ends nothing with an element
    /// that it does not know of: what it knows of in there stays open.
    fn end_from(&self, open: &mut Vec<Open>, at: usize) {
        if open[at].passed {
            let ended = open[at..].iter().filter(|known| known.passed).count();
            self.deep.set(self.deep.get() - ended);
            open.truncate(at);
        } else {
            let mut kept = at;
            for place in at..open.len() {
                if open[place].passed {
                    open.swap(kept, place);
                    kept += 1;
                }
            }
            open.truncate(kept);
        }
    }

    fn is_mute(&self) -> bool {
        let open = self.open.borrow();
        open.last().is_some_and(|top| top.mute && !top.passed)
    }
}

fn is_foreign(open: &[Open]) -> bool {
    let mut near = open.iter().rev().take(NEAR);
    near.any(|one| matches!(&*one.name, "svg" | "math"))
}

fn hides(tag: &Tag) -> bool {
    let mut attrs = tag.attrs.iter();
    HIDING.contains(&&*tag.name) || attrs.any(|one| matches!(&*one.name.local, "hidden" | "style"))
}

/// What keeps the words apart that stand on both sides of the edge of a box left out.
fn line_break() -> Token {
    Token::TagToken(Tag {
        kind: TagKind::StartTag,
        name: "br".into(),
        self_closing: false,
        attrs: Vec::new(),
        had_duplicate_attributes: false,
    })
}

/// What the tree builder opens by itself between a part of a table and an element in it.
fn implied(within: &Open, name: &str) -> &'static [&'static str] {
    match (&*within.name, name) {
        _ if !within.passed => &[],
        ("table", "tr") => &["tbody"],
        ("table", "td" | "th") => &["tbody", "tr"],
        ("tbody" | "thead" | "tfoot", "td" | "th") => &["tr"],
        _ => &[],
    }
}

/// How many levels there may be above an element. A part of a table leaves room for those within it:
/// what stands in a table without a cell would be moved in front of it.
fn deepest(name: &str) -> usize {
    match name {
        "table" => DEEPEST - 3,
        "thead" | "tbody" | "tfoot" => DEEPEST - 2,
        "tr" => DEEPEST - 1,
        _ if TELLING.contains(&name) => DEEPEST,
        _ => DEEPEST - SPARED,
    }
}

/// The place of the open element that the start of this one implies the end of.
fn like(open: &[Open], name: &str) -> Option<usize> {
    let (_, ended, stops) = ENDS.iter().find(|(start, ..)| *start == name)?;
    let mut near = open.iter().enumerate().rev().take(NEAR);
    let found = near.find(|(_, known)| {
        let known = &&*known.name;
        ended.contains(known) || stops.contains(known)
    });
    found
        .filter(|(_, known)| ended.contains(&&*known.name))
        .map(|(at, _)| at)
}

impl<Sink: TokenSink> TokenSink for Shallow<Sink> {
    type Handle = Sink::Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Self::Handle> {
        match &token {
            Token::TagToken(tag) if !self.passes(tag) => {
                let ends_line = is_block(&tag.name) && !self.broken.replace(true);
                if ends_line && !self.is_mute() {
                    return self.inner.process_token(line_break(), line);
                }
                TokenSinkResult::Continue
            }
            Token::CharacterTokens(_) if self.is_mute() => TokenSinkResult::Continue,
            _ => {
                self.broken.set(false);
                self.inner.process_token(token, line)
            }
        }
    }

    fn end(&self) {
        self.inner.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.inner
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}
