//! Addresses of pictures: what an image shows once it is loaded, and the picture that is named like the
//! page's heading.

use domain::evidence::Source;
use domain::snapshot::NodeId;
use serde_json::Value;

use crate::dom::Page;
use crate::evidence::Evidence;
use crate::receipt::Claim;
use crate::words::{says, squash};

/// Attributes that scripts load a picture from later; until then `src` shows a stand-in.
const LATER: [&str; 4] = ["data-src", "data-original", "data-lazy-src", "data-lazy"];

/// The address of the picture that an image element shows once all is loaded: the lazy one, its `src`, the
/// first of its `srcset`. Bytes in the page (`data:`) are no address.
pub(crate) fn address<'a>(page: &Page<'a>, image: NodeId) -> Option<&'a str> {
    let attr = |name: &str| page.dom.attr(image, name).map(str::trim);
    let named = LATER.iter().copied().chain(["src"]).filter_map(attr);
    let sets = ["data-srcset", "srcset"].into_iter();
    let sets = sets.filter_map(|name| attr(name)?.split_whitespace().next());
    let mut found = named.chain(sets);
    found.find(|address| !address.is_empty() && !address.starts_with("data:"))
}

/// The claims of the pictures whose text names what the heading names.
pub(crate) fn shown(evidence: &Evidence<'_>) -> Vec<Claim> {
    let page = evidence.page;
    let Some(title) = &evidence.title else {
        return Vec::new();
    };
    let heading = squash(&title.text);
    let images = (0..page.dom.nodes.len())
        .filter(|id| page.dom.tag(*id) == "img" && page.is_own(*id))
        .filter(|id| {
            page.dom
                .attr(*id, "alt")
                .is_some_and(|alt| names(&squash(alt), &heading))
        });
    let claim = |id: NodeId| {
        let address = Value::from(address(page, id)?);
        let path = format!("img: {}", page.dom.attr(id, "alt").unwrap_or(""));
        Some(Claim::machine(address, Source::Link, path))
    };
    images.filter_map(claim).collect()
}

/// Whether a picture's text and a heading name one thing: one holds the other, or most of the heading's
/// telling words.
fn names(alt: &str, heading: &str) -> bool {
    if alt.len() < 4 || heading.len() < 4 {
        return false;
    }
    if says(alt, heading) || alt.len() * 2 >= heading.len() && says(heading, alt) {
        return true;
    }
    let words: Vec<&str> = heading
        .split(' ')
        .filter(|word| word.chars().count() > 2)
        .collect();
    let shared = words.iter().filter(|word| says(alt, word)).count();
    shared > 1 && shared * 10 >= words.len() * 6
}

#[cfg(test)]
mod tests;
