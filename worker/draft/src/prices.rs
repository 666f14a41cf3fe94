//! The price a page shows without a label: amounts of money near the heading, weighed by what their
//! elements are called and what stands beside them.

mod cards;
mod kinds;
mod names;
mod open;
mod shown;
mod wording;

use std::collections::HashMap;

use domain::snapshot::NodeId;
use domain::snapshot::text::text_where;

use crate::dom::{Page, STRUCK};
use crate::values::asked::reduced;
use crate::values::bounds::bounded;
use crate::values::lesser::{Lesser, is_untaxed, lesser};
use crate::values::number::{self, Style};
use crate::values::price::{is_marked, starts_amount};
use crate::values::rates::{is_per_calendar_month, is_per_unit};
use crate::vocabulary::phrases;
use crate::words::{ends_in, holds_digit, says, squash};
pub(crate) use kinds::{former, measure, per_unit};
use names::{Names, names};
pub(crate) use open::open;
pub(crate) use shown::{coded, led_on, near, prominent, shown, usual};
use wording::{is_reduced, own_words};

/// An amount stands alone in at most this many bytes.
const ALONE: u32 = 28;
/// A price so close after the heading, in bytes of text, is the page's own.
const NEAR: u32 = 600;
/// A part of a price and the whole stand no further apart, in bytes of text.
const BESIDE: u32 = 200;

/// Words of class names and ids that name a price.
const PRICE: [&str; 18] = [
    "price", "preis", "prix", "prezzo", "precio", "preco", "prijs", "pris", "hinta", "cena",
    "pret", "cijena", "hind", "fiyat", "deal", "buybox", "amount", "bid",
];
/// Words of class names and ids that name another amount; with those for what a thing cost before (`kinds`).
const OTHER: [&str; 32] = [
    "list",
    "saving",
    "save",
    "saved",
    "discount",
    "shipping",
    "delivery",
    "versand",
    "livraison",
    "installment",
    "installments",
    "rate",
    "month",
    "monthly",
    "unit",
    "per",
    "tax",
    "vat",
    "retail",
    "reference",
    "point",
    "coupon",
    "voucher",
    "fee",
    "minicart",
    "total",
    "swatch",
    "filter",
    "facet",
    "gift",
    "warranty",
    "addon",
];
/// Words before an amount that make it a sum, a rate or a share: with what bounds it (`bounds`), what was the price
/// once and what is no price of the thing (`vocabulary`) they make it another one.
const BEFORE: [&str; 7] = ["off", "above", "plus", "per month", "tax", "每期", "分期"];

/// Words before the amount of a price that is the price where it is alone.
const USUAL: [&str; 9] = [
    "regular price",
    "normaler preis",
    "normalpreis",
    "prix habituel",
    "precio habitual",
    "preco normal",
    "ordinarie pris",
    "normale prijs",
    "normalpris",
];
/// Words before the amount of a thing that is bought once and whole.
const OUTRIGHT: [&str; 7] = [
    "one time purchase",
    "one off purchase",
    "buy once",
    "einmalkauf",
    "einmaliger kauf",
    "achat unique",
    "compra unica",
];

/// Words before an amount that only set it beside another.
const OR: [&str; 8] = ["", "or", "oder", "ou", "o", "lub", "или", "eller"];

/// What elements are called. Those above are asked again and again.
type Called = HashMap<NodeId, Names>;

/// An element that may show the price.
#[derive(Debug)]
pub(crate) struct Candidate {
    score: i64,
    node: NodeId,
    text: String,
    /// What its amount is worth.
    amount: f64,
    /// Why a larger amount beside it may be the price: it is a part of it, or leaves something out.
    lesser: Option<Lesser>,
    /// It is called a price.
    named: bool,
    /// No words before it say that it is another thing's.
    plain: bool,
    /// It is called the regular price: the price where it is alone.
    usual: bool,
}

impl Candidate {
    /// The amount of an element that is good enough to show the price.
    pub(crate) fn shown(&self) -> Option<f64> {
        (self.score > 0).then_some(self.amount)
    }

    /// Whether it shows the price rather than another one.
    fn outdoes(&self, page: &Page<'_>, other: &Self) -> bool {
        let near = || {
            page.ink_before(self.node.max(other.node)) - page.ink_before(self.node.min(other.node))
                < BESIDE
        };
        let part = |one: &Self, whole: &Self| {
            let fits = match one.lesser {
                Some(Lesser::Part) => true,
                // What is let or subscribed to may have no other price.
                Some(Lesser::Rate) => whole.plain && whole.named >= one.named,
                None => false,
            };
            fits && whole.lesser.is_none() && whole.amount > one.amount && whole.score > 0 && near()
        };
        part(other, self) || self.score > other.score && !part(self, other)
    }
}

/// The element that most likely shows the price.
pub(crate) fn best(page: &Page<'_>, title: Option<NodeId>, style: Style) -> Option<Candidate> {
    let mut best: Option<Candidate> = None;
    let mut last_top = None;
    let (mut before, mut last) = ("", "");
    let mut called = Called::default();
    for id in 0..page.dom.nodes.len() {
        let Some(text) = page.said(id) else {
            continue;
        };
        let digits = text.len() <= 60 && holds_digit(text);
        let top = if digits && page.zone(id) & STRUCK == 0 {
            alone(page, id)
        } else {
            None
        };
        if let Some(node) = top.filter(|_| last_top != top) {
            last_top = top;
            let words = own_words(page, node, text);
            let next = following(page, node);
            let names = || names(page, node, &mut called);
            // "ex VAT" after one amount says nothing of the next.
            let short = before.len() <= 40 && last.len() <= 60;
            let spent = short && holds_digit(last) && is_untaxed(before);
            let before = if spent { "" } else { tail(before) };
            let said = (words.as_str(), before, next.as_str());
            let one = weigh(page, node, said, (title, style), names);
            let better = |one: &Candidate| best.as_ref().is_none_or(|best| one.outdoes(page, best));
            if let Some(one) = one.filter(better)
                && !(one.score > 0
                    && (cards::is_in_card(page, title, node, style)
                        || cards::is_part(page, title, node, style)))
            {
                best = Some(one);
            }
        }
        (last, before) = (before, text);
    }
    best
}

/// What an element says without what is struck in it.
fn unstruck(page: &Page<'_>, node: NodeId) -> String {
    text_where(page.dom, node, |at| page.zone(at) & STRUCK == 0)
}

/// The last words of a text.
fn tail(text: &str) -> &str {
    let start = text.char_indices().rev().nth(40).map_or(0, |(at, _)| at);
    &text[start..]
}

/// The widest element around a text that holds no other amount.
fn alone(page: &Page<'_>, text: NodeId) -> Option<NodeId> {
    let mut top = page.dom.nodes[text].parent?;
    if page.ink(top) > 60 || matches!(page.dom.tag(top), "option" | "script") {
        return None;
    }
    for up in page.dom.ancestors(top) {
        let wide = page.ink(up) > ALONE || page.dom.nodes[up].end - up > 40;
        if wide || page.holds_title(up) || !one_amount(page, up) {
            break;
        }
        top = up;
    }
    Some(top)
}

/// Whether all digits below a node are one amount: cents may stand apart.
fn one_amount(page: &Page<'_>, id: NodeId) -> bool {
    let texts = page
        .dom
        .descendants(id)
        .filter_map(|at| page.dom.text(at))
        .map(str::trim);
    let numbers = texts.filter(|text| text.chars().any(char::is_numeric));
    numbers.filter(|text| text.chars().count() != 2).count() <= 1
}

/// The text before an element.
fn preceding<'a>(page: &Page<'a>, id: NodeId) -> &'a str {
    let near = (id.saturating_sub(12)..id)
        .rev()
        .filter(|at| page.is_own(*at));
    let mut texts = near.filter_map(|at| page.dom.text(at)).map(str::trim);
    texts.find(|text| !text.is_empty()).unwrap_or("")
}

/// The first words after an element.
fn following(page: &Page<'_>, id: NodeId) -> String {
    let end = page.dom.nodes[id].end;
    let near = (end..page.dom.nodes.len())
        .take(12)
        .filter(|at| page.is_own(*at));
    let mut texts = near.filter_map(|at| page.dom.text(at)).map(str::trim);
    let text = texts.find(|text| !text.is_empty()).unwrap_or("");
    text.chars().take(12).collect()
}

/// Whether the words before an amount, in its element or as the end of what stands before it, say that it is
/// another thing's.
fn is_others(own: &str, before: &str) -> bool {
    let (own, before) = (squash(own), squash(before));
    let led = |word: &String| says(&own, word) || ends_in(&before, word);
    !(own.is_empty() && before.is_empty()) && phrases().another.iter().any(led)
}

/// How likely an element shows the price; `None` if it shows no amount of money.
fn weigh(
    page: &Page<'_>,
    id: NodeId,
    (words, before, next): (&str, &str, &str),
    (title, style): (Option<NodeId>, Style),
    names: impl FnOnce() -> Names,
) -> Option<Candidate> {
    let found = number::find(words, style);
    let marks = found.iter().filter(|one| is_marked(words, one));
    let marks: Vec<&number::Found> = marks.collect();
    let now = reduced(words, &marks).or(marks.first().copied());
    let first = now.or(found.first())?;
    // "49" and "€" apart from it; the sign of "Size 38" and "$49" is the second's.
    let apart = found.len() == 1 && !starts_amount(next);
    let marked = is_marked(words, first) || apart && is_marked(&format!("{words} {next}"), first);
    let names = names();
    let decimals = first.value.contains('.');
    let share = words.contains('%') && !is_reduced(page, id, words, first);
    if !(marked || names.price && decimals) || share {
        return None;
    }
    // "From 70.50" is a bound, whether or not the word stands in the same element.
    let led = format!("{before} {words}");
    let at = led.len() - words.len();
    let shifted = number::Found {
        start: first.start + at,
        end: first.end + at,
        ..first.clone()
    };
    if bounded(&led, &shifted, true).is_some() {
        return None;
    }
    let own = &words[..first.start];
    let lead = squash(&format!("{before} {own}"));
    let ends = |words: &[&str]| words.iter().any(|word| ends_in(&lead, word));
    let letters = words.chars().filter(|ch| ch.is_alphabetic()).count();
    let due = || is_per_calendar_month(&words[first.end..]);
    if !names.price && letters > 12 && !ends(&OUTRIGHT) && !due() {
        return None;
    }
    let usual = names.usual || ends(&USUAL);
    let once = || phrases().once.iter().any(|word| ends_in(&lead, word));
    let excluded = ends(&BEFORE) || !usual && once() || is_others(own, before);
    let tail = format!("{} {next}", &words[first.start..]);
    let end = first.end - first.start;
    let (named, distance) = (i64::from(names.price), distance(page, title, id));
    let mut score = if usual {
        3 + named * 2
    } else {
        4 + named * 8 + i64::from(marked) * 2
    };
    score -= i64::from(names.other || is_per_unit(&tail, end)) * 16 + i64::from(excluded) * 12;
    score -= (distance.abs() / 300).min(8) + i64::from(distance < 0) * 4;
    let amount: f64 = first.value.parse().ok()?;
    let less = || lesser(&led[..shifted.start], &tail, end).or_else(|| lesser(own, &tail, end));
    // Before the heading it is what the visitor has in the basket.
    let basket = distance < 0 && (amount == 0.0 || cards::is_of_site(page, id));
    (!basket).then(|| Candidate {
        score,
        node: id,
        text: words.to_owned(),
        amount,
        lesser: if score > 0 { less() } else { None },
        named: names.price,
        plain: names.price || ends(&OUTRIGHT) || OR.contains(&&*squash(own)),
        usual,
    })
}

/// Bytes of text from the heading to an element.
fn distance(page: &Page<'_>, title: Option<NodeId>, id: NodeId) -> i64 {
    title.map_or(0, |title| {
        i64::from(page.ink_before(id)) - i64::from(page.ink_before(title))
    })
}

/// A word that names a price, alone or grown together with others.
fn is_price_word(word: &str) -> bool {
    let within = |name: &&str| name.len() >= 5 && word.contains(*name) && !word.contains("old");
    PRICE.contains(&word) || PRICE.iter().any(within)
}

#[cfg(test)]
mod tests;
