//! The links of a page: every `a[href]` and `area[href]` of the DOM that leads to another http(s)
//! page, and the job's filters over them.

use std::collections::HashSet;

use domain::ids::PageKey;
use domain::job::LinkFilter;
use domain::snapshot::{FlatDom, NodeId, Snapshot, Visibility, select, text};
use regex::Regex;
use url::Url;

/// One link.
#[derive(Debug, Clone)]
pub(crate) struct Anchor {
    /// The element.
    pub(crate) node: NodeId,
    /// Absolute, as found.
    pub(crate) url: String,
    /// The same, parsed.
    pub(crate) parsed: Url,
    /// The page it leads to.
    pub(crate) key: PageKey,
    /// A person sees it.
    pub(crate) visible: bool,
}

/// Every link to another page, in document order.
pub(crate) fn collect(snapshot: &Snapshot) -> Vec<Anchor> {
    let own = own_keys(snapshot);
    let dom = &snapshot.dom;
    (0..dom.nodes.len())
        .filter(|&id| matches!(dom.tag(id), "a" | "area"))
        .filter(|&id| dom.nodes[id].visibility != Visibility::Machine)
        .filter_map(|id| anchor(snapshot, id))
        .filter(|anchor| !own.contains(&anchor.key))
        .collect()
}

/// The keys under which the page itself is known.
pub(crate) fn own_keys(snapshot: &Snapshot) -> HashSet<PageKey> {
    [&snapshot.requested_url, &snapshot.final_url]
        .into_iter()
        .chain(&snapshot.panel)
        .filter_map(|address| key_of(address))
        .collect()
}

fn anchor(snapshot: &Snapshot, node: NodeId) -> Option<Anchor> {
    let dom = &snapshot.dom;
    let url = snapshot.resolve(dom.attr(node, "href")?)?;
    let parsed = Url::parse(&url).ok()?;
    if !matches!(parsed.scheme(), "http" | "https") {
        return None;
    }
    Some(Anchor {
        node,
        key: key_of(&url)?,
        url,
        parsed,
        visible: dom.nodes[node].visibility == Visibility::Visible,
    })
}

/// The page key of an address, a `#section` left out and a `#/route` or `#!route` kept.
pub(crate) fn key_of(address: &str) -> Option<PageKey> {
    match address.split_once('#') {
        Some((page, fragment)) if !fragment.starts_with(['/', '!']) => PageKey::parse(page),
        _ => PageKey::parse(address),
    }
}

/// Whether the job's filters say which links are detail links (`visible_only` alone does not).
pub(crate) fn selects(filter: &LinkFilter) -> bool {
    filter.selector.is_some()
        || filter.href_contains.is_some()
        || filter.href_regex.is_some()
        || !filter.attr.is_empty()
}

/// The links that pass all filters of the job.
pub(crate) fn filtered(
    snapshot: &Snapshot,
    all: &[Anchor],
    filter: &LinkFilter,
) -> Result<Vec<Anchor>, String> {
    let dom = &snapshot.dom;
    let areas = filter
        .selector
        .as_deref()
        .map(|selector| select(dom, selector).map_err(|e| format!("links.selector: {e}")))
        .transpose()?;
    let pattern = filter
        .href_regex
        .as_deref()
        .map(|pattern| Regex::new(pattern).map_err(|e| format!("links.href_regex: {e}")))
        .transpose()?;
    let passes = |anchor: &&Anchor| {
        areas
            .as_ref()
            .is_none_or(|areas| inside(dom, areas, anchor.node))
            && pattern.as_ref().is_none_or(|p| p.is_match(&anchor.url))
            && filter
                .href_contains
                .as_ref()
                .is_none_or(|part| anchor.url.contains(part.as_str()))
            && filter
                .attr
                .iter()
                .all(|(name, value)| has_value(dom, anchor.node, name, value))
            && (!filter.visible_only || anchor.visible)
    };
    Ok(all.iter().filter(passes).cloned().collect())
}

/// Whether a node is one of the areas or below one.
fn inside(dom: &FlatDom, areas: &[NodeId], node: NodeId) -> bool {
    areas
        .iter()
        .any(|&area| area <= node && node < dom.nodes[area].end)
}

/// Whether an attribute has this value; for a list of tokens (`class`, `rel`): holds it.
fn has_value(dom: &FlatDom, node: NodeId, name: &str, value: &str) -> bool {
    dom.attr(node, name).is_some_and(|found| {
        found == value
            || (matches!(name, "class" | "rel") && found.split_whitespace().any(|t| t == value))
    })
}

/// What a link is called: its text, else its label, title or the picture in it.
pub(crate) fn label(dom: &FlatDom, node: NodeId) -> String {
    let text = text::text_of(dom, node);
    if !text.is_empty() {
        return text;
    }
    let named = |id: NodeId| {
        ["aria-label", "title", "alt"]
            .iter()
            .find_map(|name| dom.attr(id, name).filter(|value| !value.trim().is_empty()))
    };
    std::iter::once(node)
        .chain(dom.descendants(node))
        .find_map(named)
        .unwrap_or_default()
        .trim()
        .to_owned()
}
