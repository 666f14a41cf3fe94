//! `RDFa` Lite 1.1 (`vocab`, `typeof`, `property`, `resource`): read like microdata.

use crate::dom::Page;
use crate::entity::{Graph, Origin};
use crate::microdata::{Syntax, read};

/// Adds every `RDFa` item of a page to its graph.
pub(crate) fn collect(page: &Page<'_>, graph: &mut Graph) {
    let syntax = Syntax {
        scope: "typeof",
        property: "property",
        types: "typeof",
        id: "resource",
        refs: None,
        origin: Origin::Rdfa,
    };
    read(page, syntax, graph);
}
