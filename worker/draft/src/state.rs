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
    for id in 0..page.dom.nodes.len() {
        if page.dom.tag(id) != "script"
            || !is_media_type(page.dom.attr(id, "type"), "application/json")
        {
            continue;
        }
        let text = script_text(page, id);
        if text.len() > MOST_BYTES {
            continue;
        }
        if let Ok(document) = serde_json::from_str::<Value>(text.trim()) {
            let name = page.dom.attr(id, "id").unwrap_or("script");
            search(&document, &wanted, name, graph);
        }
    }
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
