//! Application state that frameworks embed: the objects that carry the page's own heading as their
//! name, never a whole store. Read are JSON scripts (`__NEXT_DATA__`), assignments in inline scripts
//! (`__NUXT__`, Apollo and Redux stores), arrays of indices (devalue, turbo-stream) and the rows that
//! React streams. Scripts are read as text; none is run.

mod indexed;
mod literal;
mod minor;
mod scripts;
mod search;
pub(crate) mod streamed;

#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::dom::Page;
use crate::entity::Graph;
use crate::jsonld::{is_media_type, script_text};
use crate::words::squash;
use search::Wanted;

/// Larger scripts are not read.
const MOST_BYTES: usize = 4 << 20;

/// Adds the objects of embedded state that are named like the page's heading.
pub(crate) fn collect(page: &Page<'_>, heading: &str, graph: &mut Graph) {
    let heading = squash(heading);
    if heading.is_empty() {
        return;
    }
    let wanted = Wanted { heading: &heading };
    documents(page, |name, document| {
        wanted.document(document, name, graph);
    });
}

/// Hands out the documents of embedded state in page order, each with the name by which it is known.
pub(crate) fn documents(page: &Page<'_>, mut take: impl FnMut(&str, &Value)) {
    for id in 0..page.dom.nodes.len() {
        if page.dom.tag(id) != "script" {
            continue;
        }
        let kind = page.dom.attr(id, "type");
        let text = script_text(page.dom, id);
        if text.len() > MOST_BYTES {
            continue;
        }
        if is_media_type(kind, "application/json") {
            let name = page.dom.attr(id, "id").unwrap_or("script");
            if let Ok(document) = serde_json::from_str(text.trim()) {
                take(name, &document);
            }
        } else if scripts::is_classic(kind) {
            for (name, document) in scripts::states(&text) {
                take(&name, &document);
            }
        }
    }
    let stream = &page.data().stream;
    let mut left = streamed::MOST_BYTES;
    for (row, document) in &stream.rows {
        let document = stream.resolved(document, &mut left);
        take(&format!("stream/{row}"), &document);
    }
}
