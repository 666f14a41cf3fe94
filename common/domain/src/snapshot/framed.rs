//! Documents that a page gives in an attribute (`iframe srcdoc`, HTML standard), or that were saved beside it:
//! their bodies take their places in the flat DOM, as a person sees them. No other frame is read here.

use std::collections::BTreeMap;

use super::visible::{Place, judge};
use super::{FlatDom, Node, NodeId, NodeKind, Visibility};

/// Documents within documents are read so deep.
const DEEPEST: usize = 3;

/// Whether an element holds its document in an attribute.
pub(super) fn is_given(dom: &FlatDom, id: NodeId) -> bool {
    dom.tag(id) == "iframe" && dom.attr(id, "srcdoc").is_some()
}

/// Finds the document of a frame that was saved with its page: from the frame's `src` and the place of the
/// document around it (empty for the page) to the frame's own place and HTML.
pub type SavedFrames<'a> = dyn Fn(&str, &str) -> Option<(String, String)> + 'a;

/// Puts the documents of a DOM's frames into it: those in attributes and those that were saved. `read` makes a
/// document's DOM.
pub(super) fn graft(
    dom: FlatDom,
    read: impl Fn(&str) -> FlatDom + Copy,
    saved: &SavedFrames<'_>,
) -> FlatDom {
    within(dom, (read, saved), "", 0)
}

/// Every document that stands in a frame, with its place.
fn documents(
    dom: &FlatDom,
    saved: &SavedFrames<'_>,
    place: &str,
) -> BTreeMap<NodeId, (String, String)> {
    let frames = (0..dom.nodes.len()).filter(|&id| dom.tag(id) == "iframe");
    let found = frames.filter_map(|id| match dom.attr(id, "srcdoc") {
        Some(source) => Some((id, (place.to_owned(), source.to_owned()))),
        None => Some((id, saved(dom.attr(id, "src")?.trim(), place)?)),
    });
    found.collect()
}

fn within(
    dom: FlatDom,
    (read, saved): (impl Fn(&str) -> FlatDom + Copy, &SavedFrames<'_>),
    place: &str,
    depth: usize,
) -> FlatDom {
    if depth >= DEEPEST {
        return dom;
    }
    let mut given = documents(&dom, saved, place);
    if given.is_empty() {
        return dom;
    }
    let mut out = FlatDom::default();
    // Where each node went, and the nodes whose subtrees are not complete.
    let mut places: Vec<NodeId> = vec![0; dom.nodes.len()];
    let mut open: Vec<(NodeId, NodeId)> = Vec::new();
    let mut id = 0;
    while id < dom.nodes.len() {
        while let Some((_, place)) = open.pop_if(|(end, _)| *end <= id) {
            out.close(place);
        }
        let node = &dom.nodes[id];
        let parent = node.parent.map(|up| places[up]);
        let document = given.remove(&id);
        let seen = match document {
            Some(_) => seen(&out, node, parent),
            None => node.visibility,
        };
        places[id] = out.open(parent, node.kind.clone(), seen);
        if let Some((inner, source)) = document {
            mark(&mut out.nodes[places[id]]);
            let document = within(read(&source), (read, saved), &inner, depth + 1);
            append(&mut out, places[id], document);
            out.close(places[id]);
            // What stands between the tags is for those who know no frames.
            id = node.end;
        } else {
            open.push((node.end, places[id]));
            id += 1;
        }
    }
    for (_, place) in open.into_iter().rev() {
        out.close(place);
    }
    out
}

/// Says of a frame that its document stands in it.
fn mark(node: &mut Node) {
    if let NodeKind::Element { attrs, .. } = &mut node.kind
        && attrs.iter().all(|(name, _)| name != "srcdoc")
    {
        attrs.push(("srcdoc".to_owned(), String::new()));
    }
}

/// Whether a person sees a frame: where it stands, and unless it is made too small to show anything.
fn seen(dom: &FlatDom, node: &Node, parent: Option<NodeId>) -> Visibility {
    let NodeKind::Element { attrs, .. } = &node.kind else {
        return node.visibility;
    };
    let inherited = parent.map_or(Visibility::Visible, |up| dom.nodes[up].visibility);
    let tiny = attrs.iter().any(|(name, value)| {
        matches!(name.as_str(), "width" | "height") && matches!(value.trim(), "0" | "1")
    });
    match judge(dom, inherited, Place::element(parent, "div", attrs)) {
        Visibility::Visible if tiny => Visibility::Hidden,
        visibility => visibility,
    }
}

/// Appends what a document's body holds below a node.
fn append(out: &mut FlatDom, below: NodeId, document: FlatDom) {
    let Some(body) = (0..document.nodes.len()).find(|id| document.tag(*id) == "body") else {
        return;
    };
    let shown = out.nodes[below].visibility;
    let (first, end) = (body + 1, document.nodes[body].end);
    let offset = out.nodes.len();
    for mut node in document.nodes.into_iter().take(end).skip(first) {
        let parent = node.parent.filter(|up| *up != body);
        node.parent = Some(parent.map_or(below, |up| up - first + offset));
        node.end = node.end - first + offset;
        if shown != Visibility::Visible && node.visibility != Visibility::Machine {
            node.visibility = shown;
        }
        out.nodes.push(node);
    }
}

#[cfg(test)]
mod tests;
