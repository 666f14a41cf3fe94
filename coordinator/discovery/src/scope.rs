//! Where in the page a link stands: its zone (content, beside it, furniture) and its place, a
//! signature that repeated rows share.

use std::fmt::Write;

use domain::snapshot::{FlatDom, NodeId};

use crate::words;

/// What kind of part of the page a node is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Zone {
    /// Below `main`.
    Main,
    /// Nothing says what it is.
    Plain,
    /// Beside the content: `aside`, boxes named so.
    Beside,
    /// Named as furniture by class or id only.
    LikeChrome,
    /// Navigation, page header, footer by tag or role (ARIA landmarks).
    Chrome,
}

/// The zone of a node: the worst that its ancestors say, content only where none says otherwise.
pub(crate) fn zone(dom: &FlatDom, node: NodeId) -> Zone {
    let mut worst = Zone::Plain;
    let mut in_main = false;
    for up in std::iter::once(node).chain(dom.ancestors(node)) {
        let tag = dom.tag(up);
        in_main |= tag == "main" || dom.attr(up, "role") == Some("main");
        worst = worst.max(own_zone(dom, up, has_scope(dom, up)));
    }
    if worst == Zone::Plain && in_main {
        return Zone::Main;
    }
    worst
}

/// An ancestor makes a `header` or `footer` one of its own, not of the page (HTML standard).
fn has_scope(dom: &FlatDom, id: NodeId) -> bool {
    dom.ancestors(id).any(|up| {
        matches!(
            dom.tag(up),
            "article" | "aside" | "main" | "nav" | "section" | "li"
        )
    })
}

fn own_zone(dom: &FlatDom, id: NodeId, scoped: bool) -> Zone {
    let role = dom.attr(id, "role").unwrap_or_default();
    match (dom.tag(id), role) {
        ("html" | "body" | "main", _) | (_, "main") => Zone::Plain,
        ("nav", _) | (_, "navigation" | "contentinfo" | "banner" | "menu" | "menubar") => {
            Zone::Chrome
        }
        ("header" | "footer", _) if !scoped => Zone::Chrome,
        ("aside", _) | (_, "complementary") => Zone::Beside,
        _ if words::names_chrome(dom, id) && !holds_content(dom, id) => Zone::LikeChrome,
        _ if words::names_beside(dom, id) && !holds_content(dom, id) => Zone::Beside,
        _ => Zone::Plain,
    }
}

/// A wrapper of the whole content, whatever its class says.
fn holds_content(dom: &FlatDom, id: NodeId) -> bool {
    dom.descendants(id)
        .any(|below| matches!(dom.tag(below), "main" | "h1"))
}

/// The place of a link: tags from the root, with the lasting class words of the boxes above.
pub(crate) fn place(dom: &FlatDom, node: NodeId) -> String {
    let mut path: Vec<String> = std::iter::once(node)
        .chain(dom.ancestors(node))
        .map(|id| step(dom, id))
        .collect();
    path.reverse();
    path.join(">")
}

/// The last tags of a place: what rows of one kind share when their boxes differ.
pub(crate) fn tail(dom: &FlatDom, node: NodeId) -> String {
    let tags: Vec<&str> = std::iter::once(node)
        .chain(dom.ancestors(node))
        .take(3)
        .map(|id| dom.tag(id))
        .collect();
    tags.join("<")
}

fn step(dom: &FlatDom, id: NodeId) -> String {
    let mut out = dom.tag(id).to_owned();
    if matches!(dom.tag(id), "td" | "th") {
        write!(out, "{}", column(dom, id)).ok();
    }
    let mut classes: Vec<&str> = dom
        .attr(id, "class")
        .unwrap_or_default()
        .split_whitespace()
        .filter(|token| lasting(token))
        .collect();
    classes.sort_unstable();
    classes.dedup();
    for class in classes {
        write!(out, ".{class}").ok();
    }
    out
}

/// A cell's place in its row: the links of a column go together.
fn column(dom: &FlatDom, cell: NodeId) -> usize {
    dom.nodes[cell].parent.map_or(0, |row| {
        dom.children(row)
            .filter(|&id| id < cell && !dom.tag(id).is_empty())
            .count()
    })
}

/// Class words that say what an element is, not which one or in which state.
fn lasting(token: &str) -> bool {
    const PASSING: [&str; 16] = [
        "odd",
        "even",
        "alt",
        "first",
        "last",
        "active",
        "current",
        "selected",
        "featured",
        "sticky",
        "sponsored",
        "new",
        "hot",
        "visited",
        "read",
        "unread",
    ];
    !token.contains(|c: char| c.is_ascii_digit())
        && !token
            .split(['-', '_'])
            .any(|word| PASSING.contains(&word.to_lowercase().as_str()))
}
