//! What pages state and where they state it: receipts, reasons, stated members of closed sets.

mod fold;
mod matcher;
#[cfg(test)]
mod tests;
mod vocabulary;

pub use fold::is_dense;
pub use matcher::{Hit, Matcher, stated_members, states};
pub use vocabulary::is_button;

use serde::{Deserialize, Serialize};

/// Where a value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A JSON-LD block.
    Jsonld,
    /// Microdata.
    Microdata,
    /// `RDFa` Lite.
    Rdfa,
    /// `OpenGraph` and other meta tags.
    Opengraph,
    /// A visible label/value pair.
    Label,
    /// A table cell under or beside its header.
    Table,
    /// Embedded application state.
    State,
    /// A link.
    Link,
    /// Headings and running text.
    Text,
    /// The page's own address.
    Url,
    /// The row's place on its list page.
    List,
    /// The operator's `map:`.
    Selector,
    /// The schema's `default`.
    Default,
    /// An operator's edit.
    Operator,
    /// A rule that derives.
    Infer,
}

/// Where one value came from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Receipt {
    /// The page's address as read.
    pub page: String,
    /// The kind of place.
    pub source: Source,
    /// The place: JSON path in metadata, the label, a heading's tag, a CSS-like path.
    pub path: String,
    /// The page's own words (at most 300 characters).
    pub quote: String,
}

/// Why a cell is empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// No page states it.
    NotStated,
    /// Stated, but only in hidden or dropped content.
    Dropped {
        /// The drop ledger's reason.
        by: String,
    },
    /// A value was found and its field refused it.
    Refused {
        /// The refusal's code.
        code: String,
        /// What was found.
        got: String,
    },
    /// Something like it is on the page.
    NotRecognised {
        /// The label, key or heading that shares a strong word with the field.
        seen: String,
    },
    /// The page says that it does not disclose it.
    Undisclosed {
        /// The page's words.
        quote: String,
    },
    /// Several values disagree.
    Conflict {
        /// The values, as the page writes them.
        values: Vec<String>,
    },
    /// The page was not read, could not be, or was too large to be read to its end.
    PageUnread,
    /// An edit took out the value that was there.
    Cleared,
    /// Excused by the schema's condition.
    Excused,
}

/// A member of a closed set that a page states, with the page's own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatedMember {
    /// Pointer of the closed set's field in the schema.
    pub pointer: String,
    /// The member, as the schema writes it.
    pub member: String,
    /// The page's words.
    pub quote: String,
}
