//! Amounts that stand in the cards of other items, and in the site's head beside the basket: they are no price of
//! the page's thing.

use domain::snapshot::NodeId;

use super::{OUTRIGHT, USUAL, is_others, is_price_word};
use crate::dom::{Page, is_heading};
use crate::values::number::{self, Style};
use crate::values::price::is_marked;
use crate::vocabulary::phrases;
use crate::words::{Phrase, ends_in, holds_digit, phrase, squash};

/// A card says at most this many bytes.
const CARD: u32 = 300;
/// Words that name a basket, in class names and ids.
const BASKETS: [&str; 8] = [
    "cart",
    "basket",
    "bag",
    "warenkorb",
    "panier",
    "carrito",
    "carrello",
    "koszyk",
];

/// Whether these words of a class name call an amount that of a basket: "mini-cart", "cart-total".
pub(super) fn is_basket(words: &Phrase) -> bool {
    let with = |word: &String| matches!(&**word, "mini" | "total" | "count" | "header" | "link");
    words.len() > 1 && words.iter().any(|word| BASKETS.contains(&&**word)) && words.iter().any(with)
}

/// Whether a node lies in the site's header, or in a link.
pub(super) fn is_of_site(page: &Page<'_>, node: NodeId) -> bool {
    let mut near = [node].into_iter().chain(page.dom.ancestors(node));
    let own = |at: &NodeId| !matches!(page.dom.tag(*at), "main" | "article");
    let mut near = near.by_ref().take_while(own);
    near.any(|at| matches!(page.dom.tag(at), "header" | "a") && !page.holds_title(at))
}

/// Whether an amount after the heading stands in a small box with a name of its own: one that is called an item's,
/// or stands among its like.
pub(super) fn is_in_card(
    page: &Page<'_>,
    title: Option<NodeId>,
    node: NodeId,
    style: Style,
) -> bool {
    let Some(title) = title.filter(|title| *title < node) else {
        return false;
    };
    let around = [node].into_iter().chain(page.dom.ancestors(node).take(4));
    let mut boxes = around.take_while(|at| *at > title && page.is_small(*at, CARD));
    boxes.any(|at| match own_name(page, at, node) {
        Some(tag) => is_heading(tag) && is_item(page, at) || has_like(page, at, style),
        None => false,
    })
}

/// Whether an amount stands in a row or an item of a list that names its thing, beside one that names another: they
/// are parts or choices, and none of them is the page's thing.
pub(super) fn is_part(page: &Page<'_>, title: Option<NodeId>, node: NodeId, style: Style) -> bool {
    let mut around = [node].into_iter().chain(page.dom.ancestors(node).take(3));
    let Some(at) = around.find(|at| matches!(page.dom.tag(*at), "tr" | "li")) else {
        return false;
    };
    let (Some(parent), Some(own)) = (page.dom.nodes[at].parent, named(page, at, style)) else {
        return false;
    };
    if title.is_some_and(|title| squash(&page.text(title)) == squash(&own)) {
        return false;
    }
    if page.dom.tag(at) == "tr" && !is_under_prices(page, parent) {
        return false;
    }
    let mut child = parent + 1;
    while child < page.dom.nodes[parent].end {
        let like = child != at && page.dom.tag(child) == page.dom.tag(at);
        if like && named(page, child, style).is_some_and(|name| name != own) {
            return true;
        }
        child = page.dom.nodes[child].end;
    }
    false
}

/// Whether a row of header cells above these rows names prices: its rows name things then, and are no facts.
fn is_under_prices(page: &Page<'_>, rows: NodeId) -> bool {
    let table = |up: &NodeId| matches!(page.dom.tag(*up), "table" | "tbody");
    let around = [rows].into_iter().chain(page.dom.ancestors(rows).take(1));
    let Some(table) = around.take_while(table).last() else {
        return false;
    };
    let mut cells = page.dom.descendants(table).take(60);
    cells.any(|cell| {
        let row = page.dom.nodes[cell]
            .parent
            .filter(|_| page.dom.tag(cell) == "th");
        row.is_some_and(|row| page.dom.descendants(row).all(|at| page.dom.tag(at) != "td"))
            && page.is_small(cell, 40)
            && phrase(&page.text(cell))
                .iter()
                .any(|word| is_price_word(word))
    })
}

/// The words before the one amount of money of a row or item, if they name a thing rather than the amount.
fn named(page: &Page<'_>, at: NodeId, style: Style) -> Option<String> {
    let text = page.is_small(at, 80).then(|| page.text(at))?;
    let found = number::find(&text, style);
    let mut marked = found.iter().filter(|one| is_marked(&text, one));
    let one = marked.next().filter(|_| marked.next().is_none())?;
    let before = &text[..one.start];
    let words = squash(before);
    let of_amount = phrases().once.iter().map(String::as_str).chain(USUAL);
    let priced = words.split(' ').any(is_price_word)
        || of_amount.chain(OUTRIGHT).any(|word| ends_in(&words, word))
        || is_others(before, "");
    let letters = words.chars().filter(|ch| ch.is_alphabetic()).count();
    (letters > 2 && !priced).then_some(words)
}

/// The tag of the heading or link that names a box, which does not hold its amount.
fn own_name<'a>(page: &Page<'a>, at: NodeId, node: NodeId) -> Option<&'a str> {
    let mut below = page.dom.descendants(at).filter(|id| {
        let named = is_heading(page.dom.tag(*id)) || page.dom.tag(*id) == "a";
        named && page.ink(*id) > 2
    });
    below.find_map(|id| {
        let text = page.text(id);
        let holds = at != node && (id..page.dom.nodes[id].end).contains(&node);
        let says = text.chars().filter(|ch| ch.is_alphabetic()).count() > 2;
        let price = || phrase(&text).iter().any(|word| is_price_word(word));
        (says && !holds && !price()).then(|| page.dom.tag(id))
    })
}

/// Whether markup calls a box an item of several.
fn is_item(page: &Page<'_>, at: NodeId) -> bool {
    let named = |token: &str| {
        let words = phrase(token);
        let last = words.last().map_or("", String::as_str);
        matches!(last, "miniature" | "teaser" | "tile")
            || words.len() > 1 && words[0] == "product" && matches!(last, "card" | "item")
    };
    page.dom.tag(at) == "article"
        || page
            .dom
            .attr(at, "class")
            .is_some_and(|class| class.split_whitespace().any(named))
}

/// Whether another box of the same kind stands beside a box, with a name and an amount of its own. Rows of a table
/// or of a list of facts, with their links, are no boxes.
fn has_like(page: &Page<'_>, at: NodeId, style: Style) -> bool {
    let boxed = matches!(page.dom.tag(at), "div" | "li" | "article" | "section" | "a");
    let Some(parent) = page.dom.nodes[at].parent.filter(|_| boxed) else {
        return false;
    };
    // Later names of an item may be its own: "product post-33".
    let kind = |id: NodeId| {
        let class = page.dom.attr(id, "class").unwrap_or("");
        (page.dom.tag(id), class.split_whitespace().next())
    };
    let priced = |id: NodeId| {
        let text = page.text(id);
        let found = holds_digit(&text).then(|| number::find(&text, style));
        found.is_some_and(|found| found.iter().any(|one| is_marked(&text, one)))
    };
    let mut child = parent + 1;
    while child < page.dom.nodes[parent].end {
        let like = child != at && kind(child) == kind(at) && page.is_small(child, CARD);
        if like && own_name(page, child, child).is_some() && priced(child) {
            return true;
        }
        child = page.dom.nodes[child].end;
    }
    false
}
