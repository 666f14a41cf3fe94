//! JSON-LD blocks (JSON-LD 1.1 as pages use it) into entities: repaired where broken, terms reduced
//! to their last segment, graphs and lists flattened. Broken blocks never cost others.

mod expand;
mod repair;

#[cfg(test)]
mod tests;

pub(crate) use expand::last_segment;

use domain::snapshot::NodeId;
use serde_json::Value;

use crate::dom::Page;
use crate::entity::{Graph, Origin};
use crate::state::streamed;

/// Whether a script's type is this media type, parameters and case aside.
pub(crate) fn is_media_type(value: Option<&str>, wanted: &str) -> bool {
    let essence = value.unwrap_or("").split(';').next().unwrap_or("").trim();
    essence.eq_ignore_ascii_case(wanted)
}

/// The raw text of a script element.
pub(crate) fn script_text(page: &Page<'_>, script: NodeId) -> String {
    let parts = page.dom.children(script).filter_map(|at| page.dom.text(at));
    parts.collect()
}

/// Adds every JSON-LD block of a page to its graph.
pub(crate) fn collect(page: &Page<'_>, graph: &mut Graph) {
    let mut block = 0;
    for id in 0..page.dom.nodes.len() {
        if page.dom.tag(id) != "script"
            || !is_media_type(page.dom.attr(id, "type"), "application/ld+json")
        {
            continue;
        }
        for document in repair::documents(&script_text(page, id)) {
            let path = format!("[{block}]");
            add(graph, &document, &path, page.snapshot.lang.as_deref());
        }
        block += 1;
    }
    for (at, text) in streamed::read(page.dom).jsonld().iter().enumerate() {
        for document in repair::documents(text) {
            let path = format!("stream[{at}]");
            add(graph, &document, &path, page.snapshot.lang.as_deref());
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
pub(crate) fn blocks(dom: &domain::snapshot::FlatDom) -> Vec<Value> {
    let streamed = streamed::read(dom).jsonld();
    let elements = (0..dom.nodes.len())
        .filter(|&id| dom.tag(id) == "script")
        .filter(|&id| is_media_type(dom.attr(id, "type"), "application/ld+json"))
        .flat_map(|id| {
            let text: String = dom.children(id).filter_map(|at| dom.text(at)).collect();
            repair::documents(&text)
        });
    let mut found: Vec<Value> = elements.collect();
    // What was streamed often stands in the page too.
    let more = streamed.iter().flat_map(|text| repair::documents(text));
    let more: Vec<Value> = more.filter(|one| !found.contains(one)).collect();
    found.extend(more);
    found
}
