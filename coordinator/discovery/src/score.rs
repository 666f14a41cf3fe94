//! How much a group of links looks like a list of items: what the links say, what stands beside
//! them, where they lead and in which part of the page they are.

use std::collections::{HashMap, HashSet};

use domain::ids::PageKey;
use domain::snapshot::{FlatDom, NodeId, text};
use url::Url;

use crate::card::{self, Card, heading_level};
use crate::links::{self, Anchor};
use crate::list_shape::{Group, Side, segments, side};
use crate::scope::{Zone, zone};
use crate::words;

/// The factor of an address that nothing speaks against; what is below belongs to something else.
pub(crate) const PLAIN_ADDRESS: f64 = 0.5;

/// The factor of a link in the middle of a sentence.
const PROSE: f64 = 0.2;

/// The score: richness of one item, times the weight of the count, times what speaks against it.
pub(crate) fn of(dom: &FlatDom, group: &Group<'_>, list: &Url) -> f64 {
    let anchors: Vec<Anchor> = group.anchors.iter().map(|&a| a.clone()).collect();
    let cards = card::cards(dom, &anchors);
    let richness = labels(dom, &anchors, &cards) + company(dom, &cards) + address(&anchors, list);
    let factor: f64 = mean(anchors.iter().map(|a| {
        let prose = if in_sentence(dom, a.node) { PROSE } else { 1.0 };
        address_factor(&a.parsed, list) * prose
    }));
    let repeats = ratio(cards.len(), anchors.len()).sqrt();
    richness * weight(cards.len()) * zone_factor(dom, &anchors) * factor * repeats
}

/// Words of the same paragraph lead to the link.
fn in_sentence(dom: &FlatDom, node: NodeId) -> bool {
    let Some(parent) = dom.nodes[node].parent.filter(|&up| dom.tag(up) == "p") else {
        return false;
    };
    dom.children(parent)
        .take_while(|&child| child < node)
        .filter_map(|child| dom.text(child))
        .any(|text| text.chars().any(char::is_alphabetic))
}

/// One item counts 1, three 2, seven 3; more than sixty say nothing more.
fn weight(count: usize) -> f64 {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    f64::from(count.saturating_add(1)).log2().min(6.0)
}

fn zone_factor(dom: &FlatDom, anchors: &[Anchor]) -> f64 {
    mean(anchors.iter().map(|anchor| match zone(dom, anchor.node) {
        Zone::Main => 1.15,
        Zone::Plain => 1.0,
        Zone::Beside => 0.25,
        Zone::LikeChrome => 0.15,
        Zone::Chrome => 0.04,
    }))
}

/// What the links are called: long, varied, in headings.
fn labels(dom: &FlatDom, anchors: &[Anchor], cards: &[Card]) -> f64 {
    let mut longest = longest_labels(dom, anchors);
    let labels: Vec<String> = cards
        .iter()
        .map(|card| longest.remove(&card.key).unwrap_or_default())
        .collect();
    let distinct: HashSet<&String> = labels.iter().collect();
    let generic = labels.iter().filter(|label| is_empty_name(label)).count();
    let wordy = mean(labels.iter().map(|label| {
        let count = u32::try_from(label.split_whitespace().count()).unwrap_or(u32::MAX);
        (f64::from(count) / 4.0).min(1.0)
    }));
    let headed = mean(
        anchors
            .iter()
            .map(|anchor| f64::from(u8::from(in_heading(dom, anchor)))),
    );
    let named = 1.0 - ratio(generic, labels.len());
    2.0 * headed + named * (1.5 * wordy + ratio(distinct.len(), labels.len()))
}

/// A label that does not name an item.
fn is_empty_name(label: &str) -> bool {
    words::is_generic(label) || !label.chars().any(char::is_alphabetic)
}

/// What each page is called at most length.
fn longest_labels<'a>(dom: &FlatDom, anchors: &'a [Anchor]) -> HashMap<&'a PageKey, String> {
    let mut out: HashMap<&PageKey, String> = HashMap::new();
    for anchor in anchors {
        let label = links::label(dom, anchor.node);
        let known = out.entry(&anchor.key).or_default();
        if label.len() > known.len() {
            *known = label;
        }
    }
    out
}

fn in_heading(dom: &FlatDom, anchor: &Anchor) -> bool {
    let above = dom
        .ancestors(anchor.node)
        .take(3)
        .any(|up| heading_level(dom, up).is_some());
    above
        || dom
            .descendants(anchor.node)
            .any(|id| heading_level(dom, id).is_some())
}

/// What stands beside the links in their cards: text, a heading, a picture.
fn company(dom: &FlatDom, cards: &[Card]) -> f64 {
    mean(cards.iter().map(|card| {
        let own = dom.nodes[card.first].end - card.first;
        let whole: usize = card.roots.iter().map(|&r| dom.nodes[r].end - r).sum();
        let beside = if whole > own {
            let own = text::text_of(dom, card.first).chars().count();
            card.text(dom).chars().count().saturating_sub(own)
        } else {
            inner_text(dom, card)
        };
        let beside = f64::from(u32::try_from(beside).unwrap_or(u32::MAX));
        let mut inner = card
            .roots
            .iter()
            .flat_map(|&root| root..dom.nodes[root].end);
        let pictured = inner
            .clone()
            .any(|id| matches!(dom.tag(id), "img" | "picture" | "svg"));
        let headed = inner.any(|id| heading_level(dom, id).is_some());
        2.0 * (beside / 60.0).min(1.0) + flag(pictured) + flag(headed)
    }))
}

/// A card that is one link: its text beyond the first block.
fn inner_text(dom: &FlatDom, card: &Card) -> usize {
    text::lines(dom, card.first, |_| true)
        .split_once('\n')
        .map_or(0, |(_, rest)| rest.chars().count())
}

/// How the addresses look: long last segments, numbers, below the list's own path.
fn address(anchors: &[Anchor], list: &Url) -> f64 {
    let own: Vec<String> = segments(list);
    mean(anchors.iter().map(|anchor| {
        let path = segments(&anchor.parsed);
        let tail = path.last().map_or("", String::as_str);
        let length = u32::try_from(tail.chars().count()).unwrap_or(u32::MAX);
        let below = side(&anchor.parsed, list) == Side::Same
            && !own.is_empty()
            && path.len() > own.len()
            && path.starts_with(&own);
        let numbered = tail.contains(|c: char| c.is_ascii_digit());
        (f64::from(length) / 16.0).min(1.0) + 1.5 * flag(below) + 0.5 * flag(numbered)
    }))
}

/// What an address speaks against itself: services of the site, the list again with other settings.
pub(crate) fn address_factor(url: &Url, list: &Url) -> f64 {
    let path = segments(url);
    let own: Vec<String> = segments(list);
    let mut factor = 1.0;
    if side(url, list) == Side::Same && path == own && !names_item(url) {
        factor *= 0.1;
    }
    if path
        .iter()
        .any(|s| words::is_service(s) && !own.contains(s))
    {
        factor *= 0.15;
    }
    let (_, above) = path.split_last().unwrap_or((const { &String::new() }, &[]));
    if above.iter().any(|s| words::is_owner(s) && !own.contains(s)) {
        factor *= 0.5 * PLAIN_ADDRESS;
    }
    factor
}

/// A query that says which item and not how to show the list.
fn names_item(url: &Url) -> bool {
    url.query_pairs().any(|(key, value)| {
        let key = key.to_lowercase();
        !value.is_empty()
            && (key == "id"
                || key.ends_with("id")
                || matches!(
                    key.as_str(),
                    "p" | "t" | "item" | "slug" | "article" | "job" | "product" | "view"
                ))
    }) || url.fragment().is_some_and(|f| f.starts_with(['/', '!']))
}

fn flag(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

fn ratio(part: usize, whole: usize) -> f64 {
    let part = f64::from(u32::try_from(part).unwrap_or(u32::MAX));
    let whole = f64::from(u32::try_from(whole.max(1)).unwrap_or(u32::MAX));
    part / whole
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), v| (sum + v, count + 1));
    if count == 0 {
        0.0
    } else {
        sum / f64::from(count)
    }
}
