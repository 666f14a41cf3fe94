//! Which links of a page are its list: groups of links that share a path shape and a place in the
//! DOM, and the choice between them.

use std::collections::{HashMap, HashSet};

use domain::snapshot::{FlatDom, NodeId, Snapshot};
use url::Url;

use crate::links::Anchor;
use crate::pagination::Pages;
use crate::scope::{self, Zone};
use crate::score;
use crate::words;

/// A group below this is furniture, not a list.
const ENOUGH: f64 = 2.0;

/// Links that look alike.
#[derive(Debug)]
pub(crate) struct Group<'a> {
    /// In document order.
    pub(crate) anchors: Vec<&'a Anchor>,
    place: String,
}

/// The links of the group that looks most like the page's list, in document order.
pub(crate) fn choose(snapshot: &Snapshot, allowed: &[Anchor], pages: &Pages) -> Vec<Anchor> {
    let Ok(list) = Url::parse(&snapshot.final_url) else {
        return Vec::new();
    };
    let dom = &snapshot.dom;
    let candidates: Vec<&Anchor> = allowed
        .iter()
        .filter(|anchor| !pages.keys.contains(&anchor.key) && may_be_detail(anchor, &list))
        .collect();
    let groups = groups(dom, &candidates, &list);
    let scored = groups
        .iter()
        .map(|group| (score::of(dom, group, &list), group));
    let Some((best, winner)) = scored.reduce(|a, b| if b.0 > a.0 { b } else { a }) else {
        return Vec::new();
    };
    if best < ENOUGH {
        return Vec::new();
    }
    with_kin(dom, winner, &candidates, &list)
}

/// Not a profile on a social network, not a picture or feed, not the site's front page.
fn may_be_detail(anchor: &Anchor, list: &Url) -> bool {
    let path = anchor.parsed.path().to_lowercase();
    let host = anchor.parsed.host_str().unwrap_or_default();
    let front =
        path == "/" && anchor.parsed.query().is_none() && anchor.parsed.fragment().is_none();
    let file = [
        ".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg", ".css", ".js", ".xml", ".rss", ".atom",
        ".ics",
    ];
    let social = words::is_social(host) && list.host_str() != Some(host);
    let home = front && side(&anchor.parsed, list) == Side::Same;
    !social && !home && !file.iter().any(|ending| path.ends_with(ending))
}

/// On which side of the list's host a link leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    /// The same host, with or without `www.`.
    Same,
    /// Elsewhere.
    Off,
}

pub(crate) fn side(url: &Url, list: &Url) -> Side {
    let host = |url: &Url| {
        let name = url.host_str().unwrap_or_default();
        name.strip_prefix("www.").unwrap_or(name).to_owned()
    };
    if host(url) == host(list) && url.port() == list.port() {
        Side::Same
    } else {
        Side::Off
    }
}

/// The segments of a path, those of a `#/` route after them.
pub(crate) fn segments(url: &Url) -> Vec<String> {
    let route = url.fragment().unwrap_or_default();
    url.path()
        .split('/')
        .chain(route.split('/'))
        .filter(|segment| !segment.is_empty())
        .map(str::to_owned)
        .collect()
}

/// What a path is made of: the numbers of its segments, its ending and its query keys; how the
/// segments are spelled says which item, not which kind. Links to other hosts share one shape.
fn shape(url: &Url, list: &Url) -> String {
    if side(url, list) == Side::Off {
        return "off".into();
    }
    let path = segments(url);
    let mut keys: Vec<String> = url
        .query_pairs()
        .map(|(key, _)| key.into_owned())
        .filter(|key| !key.starts_with("utm_"))
        .collect();
    keys.sort();
    keys.dedup();
    let tail = path.last().map_or("", String::as_str);
    let ending = ending(tail);
    // With a query the last segment is the program, not the item.
    let program = if keys.is_empty() { "" } else { tail };
    let above = path.iter().rev().skip(1).map(|s| kind(s)).max();
    format!(
        "{}|{ending}|{program}|{}|{}",
        path.len(),
        keys.join("&"),
        above.unwrap_or_default().max(kind_of_last(tail)),
    )
}

/// `html` of `a.html`; the `2` of `kettle-1.2` is part of a name.
fn ending(segment: &str) -> &str {
    segment
        .rsplit_once('.')
        .map(|(_, ending)| ending)
        .filter(|ending| ending.len() <= 5 && ending.chars().all(char::is_alphabetic))
        .unwrap_or_default()
}

/// 2: a service of the site, 1: what items belong to, 0: anything.
fn kind(segment: &str) -> u8 {
    if words::is_service(segment) {
        2
    } else {
        u8::from(words::is_owner(segment))
    }
}

fn kind_of_last(segment: &str) -> u8 {
    if words::is_service(segment) { 2 } else { 0 }
}

/// The first segment where it is a plain word and others follow.
fn prefix(anchor: &Anchor) -> String {
    let segments = segments(&anchor.parsed);
    match segments.as_slice() {
        [first, _, ..] if first.chars().all(char::is_alphabetic) => first.to_lowercase(),
        _ => String::new(),
    }
}

fn groups<'a>(dom: &FlatDom, candidates: &[&'a Anchor], list: &Url) -> Vec<Group<'a>> {
    let places = candidates.iter().map(|anchor| {
        let place = scope::place(dom, anchor.node);
        let key = format!("{place} {}", shape(&anchor.parsed, list));
        (key, (place, *anchor))
    });
    gather(places)
        .into_iter()
        .flat_map(|members| {
            let place = members[0].0.clone();
            let anchors: Vec<&Anchor> = members.into_iter().map(|(_, anchor)| anchor).collect();
            split(dom, anchors).into_iter().map(move |anchors| Group {
                anchors,
                place: place.clone(),
            })
        })
        .collect()
}

/// Where one box holds several links of a group, the first path word tells them apart.
fn split<'a>(dom: &FlatDom, anchors: Vec<&'a Anchor>) -> Vec<Vec<&'a Anchor>> {
    let mut keys: HashMap<Option<NodeId>, HashSet<&str>> = HashMap::new();
    for anchor in &anchors {
        let parent = dom.nodes[anchor.node].parent;
        keys.entry(parent).or_default().insert(anchor.key.as_str());
    }
    if keys.values().all(|keys| keys.len() == 1) {
        return vec![anchors];
    }
    gather(anchors.into_iter().map(|anchor| (prefix(anchor), anchor)))
}

/// Values by key, in the order of first appearance.
fn gather<T>(pairs: impl Iterator<Item = (String, T)>) -> Vec<Vec<T>> {
    let mut place: HashMap<String, usize> = HashMap::new();
    let mut out: Vec<Vec<T>> = Vec::new();
    for (key, value) in pairs {
        let at = *place.entry(key).or_insert(out.len());
        if at == out.len() {
            out.push(Vec::new());
        }
        out[at].push(value);
    }
    out
}

/// The winner with the links that belong to it: other mentions of its pages, other rows at its
/// place, rows of its shape in boxes of another name.
fn with_kin(dom: &FlatDom, winner: &Group<'_>, all: &[&Anchor], list: &Url) -> Vec<Anchor> {
    let keys: HashSet<_> = winner.anchors.iter().map(|anchor| &anchor.key).collect();
    let nodes: Vec<NodeId> = winner.anchors.iter().map(|anchor| anchor.node).collect();
    let first = winner.anchors[0];
    let own_shape = shape(&first.parsed, list);
    let own_tail = scope::tail(dom, first.node);
    let prefixes: HashSet<String> = winner.anchors.iter().map(|a| prefix(a)).collect();
    let own_zone = scope::zone(dom, first.node);
    let is_kin = |anchor: &Anchor| {
        let shaped = shape(&anchor.parsed, list) == own_shape && prefixes.contains(&prefix(anchor));
        let placed = scope::place(dom, anchor.node) == winner.place;
        let like = shaped && scope::tail(dom, anchor.node) == own_tail;
        (placed || like)
            && scope::zone(dom, anchor.node) <= own_zone.max(Zone::Plain)
            && score::address_factor(&anchor.parsed, list) >= score::PLAIN_ADDRESS
            && own_row(dom, anchor.node, &nodes)
    };
    all.iter()
        .filter(|anchor| {
            keys.contains(&anchor.key) && in_list(dom, anchor, own_zone) || is_kin(anchor)
        })
        .map(|anchor| (*anchor).clone())
        .collect()
}

/// A mention in a menu says nothing about the item.
fn in_list(dom: &FlatDom, anchor: &Anchor, own_zone: Zone) -> bool {
    scope::zone(dom, anchor.node) <= own_zone.max(Zone::Plain)
}

/// The row around a link holds none of these nodes.
fn own_row(dom: &FlatDom, node: NodeId, others: &[NodeId]) -> bool {
    let row = dom
        .ancestors(node)
        .find(|&up| matches!(dom.tag(up), "li" | "tr" | "article"))
        .or(dom.nodes[node].parent)
        .unwrap_or(node);
    let end = dom.nodes[row].end;
    !others.iter().any(|&other| row <= other && other < end)
}
