//! Text as a row holds it: markup stripped, entities decoded once; headings, and the passage under
//! a heading.

use std::collections::HashSet;
use std::sync::LazyLock;

use domain::snapshot::text::page_text;
use domain::snapshot::{NodeId, parse_html};

use crate::dom::{Page, is_heading};
use crate::labels::split_label;
use crate::vocabulary::concept;
use crate::words::phrase;

/// Elements whose tags may stand in a text value and are markup there.
static TAGS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "a abbr address article aside b big blockquote br button caption center cite code col dd del \
     details div dl dt em figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hr i iframe \
     img input ins kbd label li link main mark meta nav object ol option p pre q s samp script \
     section select small span strike strong style sub summary sup svg table tbody td textarea \
     tfoot th thead time tr tt u ul var video wbr"
        .split_whitespace()
        .collect()
});

/// A value as plain text on one line: known tags stripped with their breaks kept as spaces,
/// entities decoded once, and once more where the markup itself had been escaped.
pub(crate) fn plain(text: &str) -> String {
    if !text.contains(['<', '&']) {
        return collapse(text);
    }
    if holds_tags(text) {
        return collapse(&render(text));
    }
    let once = decode(text);
    if holds_tags(&once) {
        return collapse(&render(&once));
    }
    collapse(&once)
}

/// Decodes the entities of a text without markup, and changes nothing else.
pub(crate) fn decode(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let html = format!("<body>{}", text.replace('<', "&lt;"));
    let dom = parse_html(&html, "").dom;
    (0..dom.nodes.len()).filter_map(|id| dom.text(id)).collect()
}

/// Whitespace runs as one space, trimmed.
pub(crate) fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// The name of the known tag that starts at this `<`, if one does.
fn tag_at(rest: &str) -> bool {
    let inner = rest[1..].trim_start_matches('/');
    let end = inner
        .find(|ch: char| !ch.is_ascii_alphanumeric())
        .unwrap_or(inner.len());
    let closes = inner[end..].starts_with(|ch: char| ch == '>' || ch == '/' || ch.is_whitespace());
    (closes && TAGS.contains(inner[..end].to_ascii_lowercase().as_str()))
        || inner.starts_with("!--")
}

fn holds_tags(text: &str) -> bool {
    text.match_indices('<').any(|(at, _)| tag_at(&text[at..]))
}

/// Renders known markup and decodes entities; a `<` that starts no known tag is kept.
fn render(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 16);
    let mut last = 0;
    for (at, _) in text.match_indices('<') {
        html.push_str(&text[last..at]);
        html.push_str(if tag_at(&text[at..]) { "<" } else { "&lt;" });
        last = at + 1;
    }
    html.push_str(&text[last..]);
    // The body element keeps leading blanks and tags where they stand.
    page_text(&parse_html(&format!("<body>{html}"), "").dom)
}

/// A heading of the page's own content.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Heading {
    /// `h1` to `h6`.
    pub tag: String,
    /// Its text.
    pub text: String,
    /// Where.
    pub node: NodeId,
}

/// The headings of a page's own content.
pub(crate) fn headings(page: &Page<'_>) -> Vec<Heading> {
    let is_one =
        |id: &NodeId| is_heading(page.dom.tag(*id)) && page.is_own(*id) && page.ink(*id) > 0;
    let all = (0..page.dom.nodes.len()).filter(is_one);
    all.map(|node| Heading {
        tag: page.dom.tag(node).to_owned(),
        text: page.text(node),
        node,
    })
    .filter(|heading| !heading.text.is_empty())
    .collect()
}

/// Whether a paragraph is no part of the text before it: its keywords, or whose it is.
fn ends_passage(text: &str) -> bool {
    let label = split_label(text).map(|(label, _)| phrase(label));
    let keywords = |label| concept(&label).is_some_and(|concept| concept.id == "keywords");
    text.starts_with('©') || label.is_some_and(keywords)
}

/// The text after a heading up to the next heading, within the box that the heading opens.
pub(crate) fn passage(page: &Page<'_>, heading: NodeId) -> Option<(NodeId, String)> {
    let mut at = heading;
    for _ in 0..4 {
        let parent = page.dom.nodes[at].parent?;
        let after = page.dom.nodes[at].end;
        let end = page.dom.nodes[parent].end;
        let next = (after..end).find(|id| is_heading(page.dom.tag(*id)) && page.ink(*id) > 0);
        let stop = next.unwrap_or(end);
        let mut parts = Vec::new();
        let mut id = after;
        while id < stop {
            if page.dom.nodes[id].end <= stop {
                let said = page.is_own(id) && page.ink(id) > 0;
                let text = said.then(|| page.text(id));
                if !parts.is_empty() && text.as_deref().is_some_and(ends_passage) {
                    break;
                }
                parts.extend(text);
                id = page.dom.nodes[id].end;
            } else {
                id += 1;
            }
        }
        let text = collapse(&parts.join(" "));
        if !text.is_empty() {
            return Some((after, text));
        }
        at = parent;
    }
    None
}
