//! Headlines that hold a colon and state nothing under a label: the page's own name, and links to other
//! pages that carry label and value together. Labels beside links are in `labels`.

use domain::snapshot::NodeId;

use crate::dom::Page;
use crate::labels::split_label;
use crate::opengraph::{Meta, contents};
use crate::text::Heading;
use crate::words::squash;

/// The page's own names.
#[derive(Debug, Default)]
pub(crate) struct OwnNames {
    /// The heading that names what the page is about, and the node after it.
    heading: Option<(NodeId, NodeId)>,
    /// Squashed.
    texts: Vec<String>,
}

impl OwnNames {
    /// The heading and what metadata calls the page.
    pub(crate) fn of(page: &Page<'_>, heading: Option<&Heading>, metas: &[Meta]) -> Self {
        let stated = contents(metas, "og:title").map(squash);
        let shown = heading.map(|heading| squash(&heading.text));
        Self {
            heading: heading.map(|at| (at.node, page.dom.nodes[at.node].end)),
            texts: shown.into_iter().chain(stated).collect(),
        }
    }

    /// Whether a node is the heading or in it.
    pub(crate) fn holds(&self, id: NodeId) -> bool {
        self.heading
            .is_some_and(|(from, to)| (from..to).contains(&id))
    }

    /// Whether a line repeats one of the names.
    pub(crate) fn are(&self, line: &str) -> bool {
        !self.texts.is_empty() && self.texts.contains(&squash(line))
    }
}

/// Whether a line's label and the beginning of its value stand in one link to another page, which may be
/// below or above the element that holds the line.
pub(crate) fn is_linked(page: &Page<'_>, id: NodeId, label: &str, value: &str) -> bool {
    let both = |link: NodeId| {
        let text = page.text(link);
        split_label(&text)
            .is_some_and(|(left, right)| label.ends_with(left) && value.starts_with(right))
    };
    let mut below = page.dom.descendants(id);
    is_in_link(page, id) || below.any(|at| leads_away(page, at) && both(at))
}

/// Whether an element stands in a link to another page, or is one.
pub(crate) fn is_in_link(page: &Page<'_>, id: NodeId) -> bool {
    let mut around = std::iter::once(id).chain(page.dom.ancestors(id));
    around.any(|at| leads_away(page, at))
}

/// Whether an element is a link to another page: not to a place on this one, a telephone or a mailbox.
pub(crate) fn leads_away(page: &Page<'_>, id: NodeId) -> bool {
    if page.dom.tag(id) != "a" {
        return false;
    }
    let bare = |address: &str| address.split('#').next().unwrap_or("").to_owned();
    let to = page.dom.attr(id, "href").map(str::trim);
    let to = to.filter(|to| !to.is_empty() && !to.starts_with('#'));
    let to = to.and_then(|to| page.snapshot.resolve(to));
    to.is_some_and(|to| to.starts_with("http") && bare(&to) != bare(&page.snapshot.final_url))
}

#[cfg(test)]
mod tests;
