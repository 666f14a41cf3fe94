//! CSS selectors over a flat DOM, by the `scraper` crate's engine.

use super::{FlatDom, NodeId};

/// A selector that does not parse.
#[derive(Debug, thiserror::Error)]
#[error("not a CSS selector: {selector}: {reason}")]
pub struct SelectorError {
    /// As given.
    pub selector: String,
    /// Why not.
    pub reason: String,
}

/// The elements that match, in document order.
pub fn select(_dom: &FlatDom, _selector: &str) -> Result<Vec<NodeId>, SelectorError> {
    unimplemented!("draft helper")
}
