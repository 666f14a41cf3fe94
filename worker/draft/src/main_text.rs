//! The main text of a page, for fields that describe or hold it: what a readability reader
//! (`dom_smoothie`, after Mozilla's Readability) finds in what a person sees. Where it finds nothing
//! apart from the rest there is none: the whole page never is its own main text.

use dom_smoothie::{Config, Readability};
use domain::snapshot::NodeId;
use domain::snapshot::text::page_text;

use crate::dom::{Page, STRUCK};
use crate::text::collapse;

/// Larger pages are not searched: the reader is not linear.
const MOST_NODES: usize = 60_000;
const MOST_BYTES: usize = 4 << 20;
/// Elements nested deeper than this are left out, their text stays.
const DEEPEST: usize = 96;
/// A main text has at least this many bytes.
const LEAST: usize = 200;

/// The main text on one line.
pub(crate) fn main_text(page: &Page<'_>) -> Option<String> {
    let html = seen_html(page)?;
    let config = Config {
        disable_json_ld: true,
        char_threshold: LEAST,
        ..Config::default()
    };
    let mut reader = Readability::new(html, None, Some(config)).ok()?;
    let article = reader.parse().ok()?;
    let content = domain::snapshot::parse_html(&article.content, "");
    let text = collapse(&page_text(&content.dom));
    let all = usize::try_from(page.ink(0)).unwrap_or(usize::MAX);
    let apart = text.len() < all.saturating_mul(9) / 10 || page.dom.nodes.len() < 40;
    (text.len() >= LEAST && apart).then_some(text)
}

/// What a person sees of the page's own content, as HTML.
fn seen_html(page: &Page<'_>) -> Option<String> {
    if page.dom.nodes.is_empty() || page.dom.nodes.len() > MOST_NODES {
        return None;
    }
    let mut out = String::from("<!DOCTYPE html>");
    let mut open: Vec<NodeId> = Vec::new();
    let mut at = 0;
    while at < page.dom.nodes.len() {
        close(page, &mut open, at, &mut out);
        let shown = page.ink(at) > 0 || page.dom.text(at).is_some();
        if !page.speaks(at) || page.zone(at) & STRUCK != 0 || !shown {
            at = page.dom.nodes[at].end;
            continue;
        }
        if let Some(text) = page.dom.text(at) {
            escape(text, &mut out);
        } else if open.len() < DEEPEST {
            start(page, at, &mut out);
            open.push(at);
        }
        at += 1;
        if out.len() > MOST_BYTES {
            return None;
        }
    }
    close(page, &mut open, at, &mut out);
    Some(out)
}

fn close(page: &Page<'_>, open: &mut Vec<NodeId>, at: NodeId, out: &mut String) {
    while let Some(id) = open.pop_if(|id| page.dom.nodes[*id].end <= at) {
        out.extend(["</", page.dom.tag(id), ">"]);
    }
}

fn start(page: &Page<'_>, id: NodeId, out: &mut String) {
    out.extend(["<", page.dom.tag(id)]);
    for name in ["id", "class", "role", "itemprop", "href"] {
        if let Some(value) = page.dom.attr(id, name) {
            out.extend([" ", name, "=\""]);
            escape(value, out);
            out.push('"');
        }
    }
    out.push('>');
}

fn escape(text: &str, out: &mut String) {
    for ch in text.chars() {
        match ch {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(ch),
        }
    }
}

#[cfg(test)]
mod tests;
