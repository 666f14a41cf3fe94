//! Application state that frameworks embed as JSON: the object that carries the page's own heading
//! as its name, never the whole store.

use serde_json::Value;

use crate::dom::Page;
use crate::entity::{Graph, Origin};
use crate::jsonld::{is_media_type, script_text};
use crate::words::squash;

/// Larger blocks are not read.
const MOST_BYTES: usize = 4 << 20;
/// Keys under which objects carry their name.
const NAMES: [&str; 5] = ["title", "name", "headline", "productName", "displayName"];

/// Adds the objects of embedded state that are named like the page's heading.
pub(crate) fn collect(page: &Page<'_>, heading: &str, graph: &mut Graph) {
    let wanted = squash(heading);
    if wanted.is_empty() {
        return;
    }
    for (name, document) in documents(page) {
        search(&document, &wanted, &name, graph);
    }
}

/// The documents of embedded state, in page order, each with the name by which it is known.
pub(crate) fn documents<'a>(page: &'a Page<'_>) -> impl Iterator<Item = (String, Value)> + 'a {
    let blocks = (0..page.dom.nodes.len()).filter(|id| {
        page.dom.tag(*id) == "script"
            && is_media_type(page.dom.attr(*id, "type"), "application/json")
    });
    blocks.filter_map(|id| {
        let text = script_text(page, id);
        let small = text.len() <= MOST_BYTES;
        let document = serde_json::from_str(text.trim()).ok().filter(|_| small)?;
        let name = page.dom.attr(id, "id").unwrap_or("script");
        Some((name.to_owned(), document))
    })
}

fn search(document: &Value, wanted: &str, name: &str, graph: &mut Graph) {
    let mut stack = vec![(document, name.to_owned())];
    while let Some((value, path)) = stack.pop() {
        match value {
            Value::Array(items) => {
                let items = items.iter().enumerate().rev();
                stack.extend(items.map(|(at, item)| (item, format!("{path}/{at}"))));
            }
            Value::Object(map) => {
                let named = NAMES.iter().any(|key| {
                    map.get(*key)
                        .and_then(Value::as_str)
                        .is_some_and(|text| squash(text) == wanted)
                });
                if named && map.len() > 1 {
                    graph.add(value.clone(), Origin::State, path);
                    continue;
                }
                let inner = map.iter().rev();
                stack.extend(inner.map(|(key, item)| (item, format!("{path}/{key}"))));
            }
            _ => {}
        }
    }
}
