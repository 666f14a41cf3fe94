//! JSON-LD blocks (JSON-LD 1.1 as pages use it) into entities: repaired where broken, terms reduced
//! to their last segment, graphs and lists flattened. Broken blocks never cost others.

mod expand;
mod repair;

#[cfg(test)]
mod tests;

pub(crate) use expand::last_segment;

use std::borrow::Cow;
use std::collections::HashSet;

use domain::snapshot::{FlatDom, NodeId};
use serde_json::Value;

use crate::dom::Page;
use crate::entity::{Graph, Origin};
use crate::state::streamed::{self, Stream};

/// Whether a script's type is this media type, parameters and case aside.
pub(crate) fn is_media_type(value: Option<&str>, wanted: &str) -> bool {
    let essence = value.unwrap_or("").split(';').next().unwrap_or("").trim();
    essence.eq_ignore_ascii_case(wanted)
}

/// The raw text of a script element.
pub(crate) fn script_text(dom: &FlatDom, script: NodeId) -> Cow<'_, str> {
    let mut parts = dom.children(script).filter_map(|at| dom.text(at));
    let first = parts.next().unwrap_or("");
    match parts.next() {
        None => Cow::Borrowed(first),
        Some(second) => Cow::Owned([first, second].into_iter().chain(parts).collect()),
    }
}

/// The JSON-LD documents of a page, repaired where broken: those of its script elements and those that it
/// streams, each list in page order. Kept while a page is drafted, for reading them costs.
#[derive(Debug)]
pub(crate) struct Documents {
    elements: Vec<Vec<Value>>,
    streamed: Vec<Vec<Value>>,
    /// What else is streamed.
    pub stream: Stream,
}

impl Documents {
    /// Reads a page.
    pub(crate) fn of(dom: &FlatDom) -> Self {
        let elements = (0..dom.nodes.len())
            .filter(|&id| dom.tag(id) == "script")
            .filter(|&id| is_media_type(dom.attr(id, "type"), "application/ld+json"))
            .map(|id| repair::documents(&script_text(dom, id)));
        let stream = streamed::read(dom);
        let texts = stream.jsonld();
        Self {
            elements: elements.collect(),
            streamed: texts.iter().map(|text| repair::documents(text)).collect(),
            stream,
        }
    }

    /// Every document; what was streamed often stands in the page too, and is left out then.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Value> {
        let known: HashSet<&Value> = if self.streamed.is_empty() {
            HashSet::new()
        } else {
            self.elements.iter().flatten().collect()
        };
        let more = self.streamed.iter().flatten();
        let more = more.filter(move |one| !known.contains(one));
        self.elements.iter().flatten().chain(more)
    }
}

/// Adds every JSON-LD block of a page to its graph.
pub(crate) fn collect(page: &Page<'_>, graph: &mut Graph) {
    let data = page.data();
    let lang = page.snapshot.lang.as_deref();
    for (lists, name) in [(&data.elements, ""), (&data.streamed, "stream")] {
        for (at, documents) in lists.iter().enumerate() {
            for document in documents {
                add(graph, document, &format!("{name}[{at}]"), lang);
            }
        }
    }
}

fn add(graph: &mut Graph, document: &Value, path: &str, lang: Option<&str>) {
    let mut stack = vec![(document, path.to_owned(), expand::Terms::default())];
    while let Some((value, path, terms)) = stack.pop() {
        match value {
            Value::Array(items) => {
                let items = items.iter().enumerate().rev();
                stack
                    .extend(items.map(|(at, item)| (item, format!("{path}[{at}]"), terms.clone())));
            }
            Value::Object(map) => {
                let terms = terms.with_context(map.get("@context"));
                if let Some(nodes) = map.get("@graph") {
                    stack.push((nodes, format!("{path}.@graph"), terms.clone()));
                }
                if map
                    .keys()
                    .any(|key| key != "@graph" && key != "@context" && key != "@id")
                {
                    let node = expand::expand(value, &terms, lang);
                    graph.add(node, Origin::Jsonld, path);
                }
            }
            _ => {}
        }
    }
}

/// Every JSON-LD document of a page, repaired where broken, in page order; streamed ones last.
pub(crate) fn blocks(dom: &FlatDom) -> Vec<Value> {
    Documents::of(dom).all().cloned().collect()
}
