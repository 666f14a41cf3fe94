//! What a page visibly states of a kind, whether or not it could be taken: amounts, days, bylines,
//! addresses, pictures, and its words. A field of which something is seen here is never called
//! unpublished.

use std::collections::HashMap;

use domain::snapshot::NodeId;

use crate::dom::Page;
use crate::match_fields::Wanted;
use crate::values::number::{self, Style};
use crate::values::{date, price};
use crate::vocabulary::{Kind, bylines, is_person};
use crate::words::{Phrase, fold, holds_digit, phrase};

/// A text that may be a label or a column header has at most this many bytes.
const SHORT: usize = 60;
/// A byline stands in a text of at most this many bytes.
const LINE: usize = 200;
/// Running text of this length describes something.
const PASSAGE: u32 = 200;

/// Everything seen, with the first words that showed it.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    words: HashMap<String, NodeId>,
    short: HashMap<Phrase, NodeId>,
    amount: Option<String>,
    day: Option<String>,
    byline: Option<String>,
    mail: Option<String>,
    phone: Option<String>,
    picture: Option<String>,
    passage: Option<String>,
}

impl Seen {
    /// Looks through a page's own visible content once.
    pub(crate) fn of(page: &Page<'_>, style: Style) -> Self {
        let mut seen = Self::default();
        for id in 0..page.dom.nodes.len() {
            if let Some(text) = page.said(id) {
                seen.text(id, text, style);
            } else if page.is_own(id) {
                seen.element(page, id);
            }
        }
        seen
    }

    fn text(&mut self, id: NodeId, text: &str, style: Style) {
        let words = phrase(text);
        for word in &words {
            if !self.words.contains_key(word) {
                self.words.insert(word.clone(), id);
            }
        }
        let digits = holds_digit(text);
        if digits && self.amount.is_none() {
            let found = number::find(text, style);
            let marked = found.iter().any(|one| price::is_marked(text, one));
            self.amount = marked.then(|| cut(text));
        }
        if digits && self.day.is_none() && date::mentions(text) {
            self.day = Some(cut(text));
        }
        if self.mail.is_none() && text.contains('@') && text.split_whitespace().any(is_mail) {
            self.mail = Some(cut(text));
        }
        if digits && self.phone.is_none() && is_phone(text) {
            self.phone = Some(cut(text));
        }
        if self.byline.is_none() && text.len() <= LINE {
            let by = words.first().is_some_and(|word| bylines().begins(word));
            self.byline = by.then(|| cut(text));
        }
        if text.len() <= SHORT {
            self.short.entry(words).or_insert(id);
        }
    }

    fn element(&mut self, page: &Page<'_>, id: NodeId) {
        let attr = |name| page.dom.attr(id, name);
        match page.dom.tag(id) {
            "time" if self.day.is_none() && page.ink(id) > 0 => self.day = Some(page.text(id)),
            "img" | "picture" if self.picture.is_none() => {
                self.picture = Some(attr("alt").or(attr("src")).map_or_else(String::new, cut));
            }
            "p" if self.passage.is_none() && page.ink(id) >= PASSAGE => {
                self.passage = Some(cut(&page.text(id)));
            }
            "a" => self.link(attr("href").unwrap_or("")),
            _ => {}
        }
        if self.byline.is_none() && page.is_small(id, 120) {
            let marks = ["class", "rel", "itemprop"];
            let names = marks.iter().filter_map(|name| attr(name));
            let mut named = names.filter(|name| may_mark(name)).flat_map(phrase);
            let mark = |word: String| bylines().named().any(|known| known == word);
            self.byline = named.any(mark).then(|| cut(&page.text(id)));
        }
    }

    fn link(&mut self, href: &str) {
        if self.mail.is_none() && href.starts_with("mailto:") {
            self.mail = Some(cut(href));
        }
        if self.phone.is_none() && href.starts_with("tel:") {
            self.phone = Some(cut(href));
        }
    }

    /// The page's words of a field's kind: a statement of the kind itself, a short text that names
    /// the field (a column header, a lone label), or a strong word of the field in running text.
    pub(crate) fn of_kind(&self, page: &Page<'_>, wanted: &Wanted) -> Option<String> {
        let id = wanted.concept.map_or("", |concept| concept.id.as_str());
        let stated = match (wanted.kind, id) {
            (Kind::Price, _) | (_, "priceCurrency" | "salaryCurrency") => &self.amount,
            (Kind::Date, _) => &self.day,
            (Kind::Image, _) => &self.picture,
            (Kind::Description, _) => &self.passage,
            (_, "email") => &self.mail,
            (_, "telephone") => &self.phone,
            _ if is_person(wanted.concept) => &self.byline,
            _ => &None,
        };
        let quoted = |node: &NodeId| cut(page.dom.text(*node).unwrap_or("").trim());
        let named = || {
            let mut names = wanted.concept.into_iter().flat_map(|one| &one.phrases);
            let own = wanted.own.iter().find_map(|name| self.short.get(name));
            own.or_else(|| names.find_map(|name| self.short.get(name)))
                .map(quoted)
        };
        let spoken = || {
            let strong = wanted.strong_words();
            let first = strong.filter_map(|word| self.words.get(word)).min();
            first.map(quoted)
        };
        stated.clone().or_else(named).or_else(spoken)
    }
}

/// Whether a word that marks a byline may be among a name's words: one may be spelled with accents or
/// apostrophes, else it stands there as it is.
fn may_mark(name: &str) -> bool {
    let held = |word: &str| {
        let mut spans = name.as_bytes().windows(word.len());
        spans.any(|span| span.eq_ignore_ascii_case(word.as_bytes()))
    };
    !name.is_ascii() || name.contains('\'') || bylines().named().any(held)
}

fn cut(text: &str) -> String {
    text.chars().take(120).collect()
}

fn is_mail(word: &str) -> bool {
    let word = word.trim_matches(|ch: char| !ch.is_alphanumeric());
    word.split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
}

/// A telephone number written out: a plus sign or a word for it, and seven digits or more.
fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let plain = |ch: char| ch.is_ascii_digit() || "+()/-. \u{a0}".contains(ch);
    let start = fold(text);
    let led = ["tel", "phone", "call", "fon", "fax", "mob"]
        .iter()
        .any(|word| start.starts_with(word));
    let whole = text.chars().all(plain) && text.starts_with(['+', '(', '0']);
    (7..=15).contains(&digits) && (whole || led) && text.len() <= LINE
}

#[cfg(test)]
mod tests;
