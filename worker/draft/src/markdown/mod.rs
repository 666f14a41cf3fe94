//! The text view of a snapshot: what a person reads, as Markdown (`CommonMark` with pipe tables). Words are
//! never fused, hidden text is left out, and text that only looks like markup is escaped. It is a view for
//! people and splitters, no evidence of its own.

mod blocks;
mod inline;
mod page;
mod table;
#[cfg(test)]
mod tests;

use domain::snapshot::Snapshot;

/// What the view shows besides text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextOptions {
    /// Targets of links, absolute.
    pub links: bool,
    /// Addresses of images; without it only their texts.
    pub images: bool,
    /// Machine-readable values behind texts (`<time datetime>`, `<data value>`).
    pub machine_values: bool,
}

/// The text view of a page; ends with a line feed unless it is empty.
pub fn markdown(snapshot: &Snapshot, options: TextOptions) -> String {
    page::render(snapshot, options)
}
