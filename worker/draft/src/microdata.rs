//! Items stated by element attributes: microdata (HTML standard) and, with other attribute names,
//! `RDFa` Lite. Both become objects of the shape that JSON-LD nodes have.

use std::cell::Cell;
use std::collections::HashMap;

use domain::snapshot::NodeId;
use domain::snapshot::text::any_text_of;
use serde_json::{Map, Value};

use crate::dom::{Page, STRUCK};
use crate::entity::{Graph, Origin};
use crate::jsonld::last_segment;
use crate::pictures;

/// Items are nested no deeper than this.
const DEEPEST: usize = 24;
/// An item is put in at most so many places: one with several names, in others with several, multiplies.
const MOST_PLACES: usize = 8;
/// An element has at most so many names, and stands in at most so many others whose text is their value:
/// each of them holds all the text below it.
const MOST_NAMES: usize = 16;
const MOST_AROUND: u8 = 8;
/// Properties that are words and no address, whatever element holds them.
const WORDED: [&str; 4] = ["name", "headline", "alternateName", "jobTitle"];
/// A value with a label of its own is no longer than this.
const LINE: usize = 160;

/// The attribute names of a syntax.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Syntax {
    /// Starts an item.
    pub scope: &'static str,
    /// Names a property.
    pub property: &'static str,
    /// The item's types.
    pub types: &'static str,
    /// The item's identifier.
    pub id: &'static str,
    /// Pulls in properties from elsewhere.
    pub refs: Option<&'static str>,
    /// Who states it.
    pub origin: Origin,
}

const MICRODATA: Syntax = Syntax {
    scope: "itemscope",
    property: "itemprop",
    types: "itemtype",
    id: "itemid",
    refs: Some("itemref"),
    origin: Origin::Microdata,
};

/// A property's value before items are put together.
enum Held {
    Text(String),
    Item(usize),
}

/// An item being read.
struct Item {
    node: NodeId,
    properties: Vec<(String, Held)>,
    nested: bool,
    /// How often it was put into another.
    places: Cell<usize>,
}

/// Adds every microdata item of a page to its graph.
pub(crate) fn collect(page: &Page<'_>, graph: &mut Graph) {
    read(page, MICRODATA, graph);
}

/// Reads a page by a syntax.
pub(crate) fn read(page: &Page<'_>, syntax: Syntax, graph: &mut Graph) {
    let referring = referring(page, syntax);
    let mut items: Vec<Item> = Vec::new();
    let mut at_node: HashMap<NodeId, usize> = HashMap::new();
    for node in 0..page.dom.nodes.len() {
        if page.dom.attr(node, syntax.scope).is_some() {
            at_node.insert(node, items.len());
            items.push(Item {
                node,
                properties: Vec::new(),
                nested: false,
                places: Cell::new(0),
            });
        }
    }
    if items.is_empty() {
        return;
    }
    let mut owners: Vec<Option<usize>> = vec![None; page.dom.nodes.len()];
    let mut around: Vec<u8> = vec![0; page.dom.nodes.len()];
    for node in 0..page.dom.nodes.len() {
        let parent = page.dom.nodes[node].parent;
        let inherited = parent.and_then(|up| at_node.get(&up).copied().or(owners[up]));
        let pulled = referring
            .get(&node)
            .and_then(|scope| at_node.get(scope).copied());
        owners[node] = pulled.or(inherited);
        around[node] = parent.map_or(0, |up| around[up]);
        let Some(owner) = owners[node] else { continue };
        let Some(names) = page.dom.attr(node, syntax.property) else {
            continue;
        };
        if !at_node.contains_key(&node) {
            around[node] = around[node].saturating_add(1);
        }
        for name in names.split_whitespace().take(MOST_NAMES) {
            let held = match at_node.get(&node) {
                Some(&inner) => {
                    items[inner].nested = true;
                    Held::Item(inner)
                }
                None if page.zone(node) & STRUCK != 0 || around[node] > MOST_AROUND => continue,
                None => Held::Text(value(page, node, name, syntax)),
            };
            items[owner]
                .properties
                .push((last_segment(name).to_owned(), held));
        }
    }
    publish(page, syntax, &items, graph);
}

/// Elements that another item pulls in: element to the item's node.
fn referring(page: &Page<'_>, syntax: Syntax) -> HashMap<NodeId, NodeId> {
    let mut wanted: HashMap<&str, NodeId> = HashMap::new();
    let Some(refs) = syntax.refs else {
        return HashMap::new();
    };
    for node in 0..page.dom.nodes.len() {
        for id in page.dom.attr(node, refs).unwrap_or("").split_whitespace() {
            wanted.entry(id).or_insert(node);
        }
    }
    if wanted.is_empty() {
        return HashMap::new();
    }
    let named = (0..page.dom.nodes.len()).filter_map(|node| {
        let id = page.dom.attr(node, "id")?;
        wanted.get(id).map(|scope| (node, *scope))
    });
    named.collect()
}

/// The value of a microdata property that is no item.
pub(crate) fn plain_value(page: &Page<'_>, node: NodeId, name: &str) -> String {
    value(page, node, name, MICRODATA)
}

/// The value of a property element: machine attributes first, then its text. A link that is a name is what it
/// says, not where it leads.
fn value(page: &Page<'_>, node: NodeId, name: &str, syntax: Syntax) -> String {
    let attr = |name| page.dom.attr(node, name);
    let says = || !any_text_of(page.dom, node).trim().is_empty();
    let resource = match page.dom.tag(node) {
        "a" | "area" if WORDED.contains(&last_segment(name)) && says() => None,
        "a" | "area" | "link" => attr("href"),
        "img" => pictures::address(page, node),
        "audio" | "embed" | "iframe" | "source" | "track" | "video" => {
            attr("src").or_else(|| attr("data-src"))
        }
        "object" => attr("data"),
        "data" | "meter" => attr("value"),
        "time" => attr("datetime"),
        _ if syntax.origin == Origin::Rdfa => attr("resource").or_else(|| attr("href")),
        _ => None,
    };
    let stated = attr("content").or(resource).map(str::trim);
    stated.map_or_else(|| shown(page, node), str::to_owned)
}

/// The text of a property element, without the label that it starts with in an element of its own.
fn shown(page: &Page<'_>, node: NodeId) -> String {
    let text = any_text_of(page.dom, node);
    let parts = page.dom.children(node);
    let mut parts = parts.filter(|at| {
        page.dom
            .text(*at)
            .is_none_or(|text| !text.trim().is_empty())
    });
    let first = parts.next().filter(|at| page.dom.text(*at).is_none());
    let label = first.map(|at| any_text_of(page.dom, at));
    let rest = label
        .as_deref()
        .filter(|label| text.len() <= LINE && label.ends_with([':', '：']))
        .and_then(|label| text.strip_prefix(label));
    match rest.map(str::trim) {
        Some(rest) if !rest.is_empty() => rest.to_owned(),
        _ => text,
    }
}

fn publish(page: &Page<'_>, syntax: Syntax, items: &[Item], graph: &mut Graph) {
    for (at, item) in items.iter().enumerate() {
        if item.nested || !page.is_told_here(item.node) {
            continue;
        }
        let value = assemble(page, syntax, items, at, 0);
        if value.as_object().is_some_and(|map| map.len() > 1) {
            graph.add(value, syntax.origin, page.tag_and_id(item.node));
        }
    }
}

fn assemble(page: &Page<'_>, syntax: Syntax, items: &[Item], at: usize, depth: usize) -> Value {
    let item = &items[at];
    let mut map = Map::new();
    let types = page.dom.attr(item.node, syntax.types).unwrap_or("");
    let types = types
        .split_whitespace()
        .map(|kind| Value::from(last_segment(kind)));
    map.insert("@type".to_owned(), types.collect());
    if let Some(id) = page.dom.attr(item.node, syntax.id) {
        map.insert("@id".to_owned(), Value::from(id));
    }
    for (name, held) in &item.properties {
        let value = match held {
            Held::Text(text) => Value::from(text.as_str()),
            Held::Item(inner) => {
                let places = &items[*inner].places;
                if depth >= DEEPEST || places.replace(places.get() + 1) >= MOST_PLACES {
                    continue;
                }
                assemble(page, syntax, items, *inner, depth + 1)
            }
        };
        match map.get_mut(name) {
            None => {
                map.insert(name.clone(), value);
            }
            Some(Value::Array(list)) => list.push(value),
            Some(first) => *first = Value::Array(vec![first.take(), value]),
        }
    }
    Value::Object(map)
}
