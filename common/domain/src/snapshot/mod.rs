//! What was harvested from one rendered page: a flat DOM plus the facts of the read. The browser's
//! harvest script and the static HTML parser fill the same structure, so extraction exists once.

mod depth;
mod dom;
mod flatten;
mod framed;
mod html;
mod select;
mod source;
pub mod text;
mod tokens;
mod tree;
mod visible;

#[cfg(test)]
mod tests;

pub use dom::{FlatDom, Node, NodeId, NodeKind, Visibility};
pub use framed::SavedFrames;
pub use html::{parse_html, parse_saved};
pub(crate) use select::selector_fault;
pub use select::{Selectable, SelectorError, select};
pub use source::to_html;

use serde::{Deserialize, Serialize};

/// One page as it was read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The address that was asked for.
    pub requested_url: String,
    /// The document's address after redirects and history changes.
    pub final_url: String,
    /// The address of the frame that this document was read from, where it was read in its page's place.
    #[serde(default)]
    pub panel: Option<String>,
    /// The HTTP status of the document, where the reader knows it.
    pub status: Option<u16>,
    /// `document.title`, trimmed.
    pub title: String,
    /// The `lang` of the root element, as written.
    pub lang: Option<String>,
    /// The address that relative links resolve against (`<base href>` or the document's address).
    pub base_url: String,
    /// The flattened tree: open shadow roots and slots resolved, in document order.
    pub dom: FlatDom,
    /// The document's frames.
    pub frames: Vec<Frame>,
    /// False if the reader gave up waiting: for the page to become quiet, or for the element that the
    /// job waits for.
    pub settled: bool,
    /// How it looked (PNG), if the reader was asked to keep that.
    #[serde(skip)]
    pub screenshot: Option<Vec<u8>>,
    /// Closed shadow roots: what is in them no script can read.
    #[serde(default)]
    pub closed_roots: u32,
    /// True if the harvest was cut at its size limit.
    pub truncated: bool,
    /// Lone surrogates that had to be replaced at the driver's boundary.
    pub replaced_surrogates: u32,
}

/// A frame element of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Its address, resolved; empty for `srcdoc` frames without one.
    pub url: String,
    /// Its box in CSS pixels.
    pub width: u32,
    /// Its box in CSS pixels.
    pub height: u32,
    /// Whether a person sees it.
    pub visible: bool,
    /// It stays in its place while the page is scrolled: it floats over the page.
    #[serde(default)]
    pub fixed: bool,
    /// What is in it, if it was read.
    #[serde(default)]
    pub document: Option<Box<Snapshot>>,
}

impl Snapshot {
    /// An absolute address for a link written on this page, or `None` if it cannot be resolved.
    pub fn resolve(&self, href: &str) -> Option<String> {
        let base = url::Url::parse(&self.base_url).ok()?;
        base.join(href.trim()).ok().map(String::from)
    }
}
