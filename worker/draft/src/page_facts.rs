//! What a page leaves besides its row: its text, its JSON-LD, its links, and the hashes that go into
//! the page's record.

use domain::answer::record::PageRead;
use domain::ids::RowId;
use domain::snapshot::{Snapshot, Visibility, text};
use serde_json::Value;

use crate::page_class::has_data;

/// Facts of a page as read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageFacts {
    /// Visible text, words never fused.
    pub text: String,
    /// JSON-LD blocks, parsed.
    pub jsonld: Vec<Value>,
    /// Absolute addresses of the links, in order, each once.
    pub links: Vec<String>,
}

/// Collects a page's facts.
pub fn page_facts(snapshot: &Snapshot) -> PageFacts {
    PageFacts {
        text: text::page_text(&snapshot.dom),
        jsonld: crate::jsonld::blocks(&snapshot.dom),
        links: links(snapshot),
    }
}

fn links(snapshot: &Snapshot) -> Vec<String> {
    let dom = &snapshot.dom;
    let mut seen = std::collections::HashSet::new();
    (0..dom.nodes.len())
        .filter(|&id| matches!(dom.tag(id), "a" | "area"))
        .filter_map(|id| snapshot.resolve(dom.attr(id, "href")?))
        .filter(|url| url.starts_with("http") && seen.insert(url.clone()))
        .collect()
}

impl PageFacts {
    /// The page's record of this read, without what the schema decides (`stated`, `hinted`).
    pub fn page_read(&self, snapshot: &Snapshot, read_at: u64, ms: u64) -> PageRead {
        PageRead {
            final_url: snapshot.final_url.clone(),
            status: snapshot.status,
            title: snapshot.title.clone(),
            fingerprint: fingerprint(snapshot),
            cut: snapshot.truncated,
            ms,
            read_at,
            ..PageRead::default()
        }
    }
}

/// The hash of the text without digits and shared parts; empty for a page that cannot be a shell: one
/// with data about a thing of its own, or without any text.
pub(crate) fn fingerprint(snapshot: &Snapshot) -> String {
    let text = fingerprint_text(snapshot);
    if text.trim().is_empty() || has_data(snapshot) {
        return String::new();
    }
    hash(&text)
}

/// The text without digits and without the parts that pages of a site share (navigation, header,
/// footer): equal for pages that differ in nothing of their own.
fn fingerprint_text(snapshot: &Snapshot) -> String {
    let dom = &snapshot.dom;
    if dom.nodes.is_empty() {
        return String::new();
    }
    let own = |id| !matches!(dom.tag(id), "nav" | "header" | "footer");
    let own = text::text_where(dom, 0, |id| {
        own(id) && dom.nodes[id].visibility == Visibility::Visible
    });
    own.chars().filter(|char| !char.is_numeric()).collect()
}

fn hash(text: &str) -> String {
    RowId::of_content(text).as_str().to_owned()
}
