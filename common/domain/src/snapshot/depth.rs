//! Bounds how deep the static parser nests: what stands deeper is kept, one level after the other
//! left out. The tree builder looks through all open elements at every tag, so that depth without a
//! bound costs quadratic time. It is no tree builder: open elements are only estimated.

use std::cell::RefCell;

use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};

/// No element is nested deeper than this (browsers stop at 512).
pub(super) const DEEPEST: usize = 512;
/// A start tag ends an element like itself no further up than this.
const NEAR: usize = 24;

/// Elements that have no content.
const VOID: [&str; 16] = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
    "link", "meta", "source", "track", "wbr",
];
/// Elements that the tree builder must see: they change how what follows is read.
const KEPT: [&str; 12] = [
    "html",
    "head",
    "body",
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
    name: String,
    /// The tree builder knows of it.
    passed: bool,
    /// Its text is left out.
    mute: bool,
}

/// A token sink that leaves out start tags beyond the depth, and the end tags that match them.
pub(super) struct Shallow<Sink> {
    inner: Sink,
    open: RefCell<Vec<Open>>,
}

impl<Sink> Shallow<Sink> {
    /// Wraps a sink.
    pub(super) fn new(inner: Sink) -> Self {
        Self {
            inner,
            open: RefCell::new(Vec::new()),
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
            let found = near.into_iter().find(|(_, known)| known.name == name);
            let Some((at, passed)) = found.map(|(at, known)| (at, known.passed)) else {
                return true;
            };
            open.truncate(at);
            return passed;
        }
        if VOID.contains(&name) || tag.self_closing && is_foreign(&open) {
            return true;
        }
        end_like(&mut open, name);
        let passed = open.len() < DEEPEST || KEPT.contains(&name);
        let mute = open.last().is_some_and(|up| up.mute) || !passed && hides(tag);
        open.push(Open {
            name: name.to_owned(),
            passed,
            mute,
        });
        passed
    }

    fn is_mute(&self) -> bool {
        let open = self.open.borrow();
        open.last().is_some_and(|top| top.mute && !top.passed)
    }
}

fn is_foreign(open: &[Open]) -> bool {
    let mut near = open.iter().rev().take(NEAR);
    near.any(|one| matches!(one.name.as_str(), "svg" | "math"))
}

fn hides(tag: &Tag) -> bool {
    let mut attrs = tag.attrs.iter();
    HIDING.contains(&&*tag.name) || attrs.any(|one| matches!(&*one.name.local, "hidden" | "style"))
}

/// Ends the open element that the start of this one implies the end of.
fn end_like(open: &mut Vec<Open>, name: &str) {
    let Some((_, ended, stops)) = ENDS.iter().find(|(start, ..)| *start == name) else {
        return;
    };
    let near = open.iter().enumerate().rev().take(NEAR);
    for (at, known) in near {
        if ended.contains(&known.name.as_str()) {
            open.truncate(at);
            return;
        }
        if stops.contains(&known.name.as_str()) {
            return;
        }
    }
}

impl<Sink: TokenSink> TokenSink for Shallow<Sink> {
    type Handle = Sink::Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Self::Handle> {
        match &token {
            Token::TagToken(tag) if !self.passes(tag) => TokenSinkResult::Continue,
            Token::CharacterTokens(_) if self.is_mute() => TokenSinkResult::Continue,
            _ => self.inner.process_token(token, line),
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
