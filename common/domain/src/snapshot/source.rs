//! A flat DOM as HTML text, for people and other programs. What the harvest resolved (shadow roots, slots)
//! stands in its place; reading it again gives the same tree where HTML can say it.

use super::framed::is_given;
use super::{FlatDom, NodeKind};

/// Elements without content.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];
/// Elements whose text is written as it is (HTML standard, serialising HTML fragments).
const RAW: [&str; 8] = [
    "style",
    "script",
    "xmp",
    "iframe",
    "noembed",
    "noframes",
    "plaintext",
    "noscript",
];

/// Writes the document.
pub fn to_html(dom: &FlatDom) -> String {
    let mut out = String::from("<!DOCTYPE html>");
    let mut open: Vec<usize> = Vec::new();
    for (id, node) in dom.nodes.iter().enumerate() {
        close(dom, &mut open, id, &mut out);
        // A document in an attribute is written there.
        if open.last().is_some_and(|up| is_given(dom, *up)) {
            continue;
        }
        match &node.kind {
            NodeKind::Text(text) => {
                let raw = node.parent.is_some_and(|up| RAW.contains(&dom.tag(up)));
                if raw {
                    out.push_str(text);
                } else {
                    escape(text, false, &mut out);
                }
            }
            NodeKind::Element { tag, attrs } => {
                out.push('<');
                out.push_str(tag);
                for (name, value) in attrs {
                    out.push(' ');
                    out.push_str(name);
                    out.push_str("=\"");
                    escape(value, true, &mut out);
                    out.push('"');
                }
                out.push('>');
                // The parser takes a line feed away that comes first.
                let first = dom.nodes.get(id + 1).filter(|next| next.parent == Some(id));
                let feed = first.is_some_and(
                    |next| matches!(&next.kind, NodeKind::Text(text) if text.starts_with('\n')),
                );
                if feed && matches!(tag.as_str(), "pre" | "textarea" | "listing") {
                    out.push('\n');
                }
                if !VOID.contains(&tag.as_str()) {
                    open.push(id);
                }
            }
        }
    }
    close(dom, &mut open, dom.nodes.len(), &mut out);
    out
}

/// Ends the elements that end before a node.
fn close(dom: &FlatDom, open: &mut Vec<usize>, before: usize, out: &mut String) {
    while let Some(id) = open.pop_if(|id| dom.nodes[*id].end <= before) {
        out.push_str("</");
        out.push_str(dom.tag(id));
        out.push('>');
    }
}

fn escape(text: &str, quoted: bool, out: &mut String) {
    for ch in text.chars() {
        match ch {
            '&' => out.push_str("&amp;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            '"' if quoted => out.push_str("&quot;"),
            '<' if !quoted => out.push_str("&lt;"),
            '>' if !quoted => out.push_str("&gt;"),
            ch => out.push(ch),
        }
    }
}

#[cfg(test)]
mod tests;
