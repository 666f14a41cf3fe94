//! The static path: an HTML document into the same flat DOM that the browser's harvest gives.
//! Visibility is judged by what the source alone shows; no stylesheet is read.

use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, TreeSink};

use super::depth::Shallow;
use super::flatten::flatten;
use super::framed::{SavedFrames, graft, is_given};
use super::tokens::feed;
use super::tree::{Sink, Tree};
use super::{FlatDom, Frame, NodeId, Snapshot, Visibility};

/// Parses a saved page (the WHATWG HTML parsing algorithm, scripting off). `url` is the address it
/// was served at. Documents in `srcdoc` attributes stand in their frames' places. Elements nested deeper than 512 are left out, their content kept.
pub fn parse_html(html: &str, url: &str) -> Snapshot {
    parse_saved(html, url, &|_, _| None)
}

/// The same, with the frames that were saved beside the page in their places.
pub fn parse_saved(html: &str, url: &str, saved: &SavedFrames<'_>) -> Snapshot {
    let read = |html: &str| flatten(document(html));
    let dom = graft(read(html), read, saved);
    Snapshot {
        requested_url: url.to_owned(),
        final_url: url.to_owned(),
        title: title(&dom),
        lang: root_lang(&dom),
        base_url: base(&dom, url),
        frames: frames(&dom, url),
        settled: true,
        dom,
        ..Snapshot::default()
    }
}

fn document(html: &str) -> Tree {
    let options = TreeBuilderOpts {
        scripting_enabled: false,
        ..TreeBuilderOpts::default()
    };
    let sink = Shallow::new(TreeBuilder::new(Sink::new(), options));
    feed(html, &sink);
    sink.into_inner().sink.finish()
}

fn elements<'a>(dom: &'a FlatDom, tag: &'a str) -> impl Iterator<Item = NodeId> + 'a {
    (0..dom.nodes.len()).filter(move |&id| dom.tag(id) == tag)
}

/// `document.title`: the first title element outside SVG, whitespace collapsed.
fn title(dom: &FlatDom) -> String {
    let outside_svg = |&id: &NodeId| dom.ancestors(id).all(|up| dom.tag(up) != "svg");
    elements(dom, "title")
        .find(outside_svg)
        .map(|id| {
            let words = dom.children(id).filter_map(|child| dom.text(child));
            let text: String = words.collect();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .unwrap_or_default()
}

fn root_lang(dom: &FlatDom) -> Option<String> {
    let lang = dom.attr(0, "lang")?.trim();
    (!lang.is_empty()).then(|| lang.to_owned())
}

/// The document base URL (HTML standard, "fallback base URL" aside): the first `base` with `href`.
fn base(dom: &FlatDom, url: &str) -> String {
    let href = elements(dom, "base").find_map(|id| dom.attr(id, "href"));
    let joined = href.and_then(|href| url::Url::parse(url).ok()?.join(href.trim()).ok());
    joined.map_or_else(|| url.to_owned(), String::from)
}

fn frames(dom: &FlatDom, url: &str) -> Vec<Frame> {
    let base = url::Url::parse(&base(dom, url)).ok();
    let pixels = |id, name| {
        dom.attr(id, name)
            .and_then(|value| value.trim().parse().ok())
            .unwrap_or(0)
    };
    elements(dom, "iframe")
        .filter(|&id| !is_given(dom, id))
        .map(|id| Frame {
            url: dom
                .attr(id, "src")
                .and_then(|src| base.as_ref()?.join(src.trim()).ok())
                .map(String::from)
                .unwrap_or_default(),
            width: pixels(id, "width"),
            height: pixels(id, "height"),
            visible: dom.nodes[id].visibility == Visibility::Visible,
            ..Frame::default()
        })
        .collect()
}
