//! Breadcrumbs as a person sees them: a box that its markup calls so, or links with arrows between them.

use domain::evidence::{Receipt, Source};
use domain::snapshot::NodeId;

use super::steps::{self, Reading};
use super::{Trail, names};
use crate::dom::{Page, RELATED, VISITORS};
use crate::evidence::Evidence;
use crate::words::squash;

/// The most visible text of a trail, in bytes, and its most nodes: of one that markup calls so, of another.
const TEXT: u32 = 1_500;
const NODES: usize = 600;
const PLAIN_NODES: usize = 120;
/// So many lines and lists that nothing calls a trail are looked at.
const LOOKS: usize = 2_000;
/// So many boxes that markup calls so are looked at.
const NAMED: usize = 64;
/// The attributes that say it.
const SAID_BY: [&str; 8] = [
    "class",
    "id",
    "aria-label",
    "role",
    "itemtype",
    "typeof",
    "data-testid",
    "data-test",
];

/// The first trail of the page.
pub(super) fn seen(evidence: &Evidence<'_>) -> Option<Trail> {
    let page = evidence.page;
    let all = 0..page.dom.nodes.len();
    let named = all.clone().filter(|id| is_named(page, *id));
    let linked = |reading: &Reading| {
        reading.steps.iter().any(|step| step.url.is_some()) && !reading.is_menu()
    };
    let named = named.take(NAMED).find_map(|id| {
        let mut whole = around(page, steps::read(page, id)?);
        whole.drop_others(page.snapshot);
        Some(whole).filter(linked)
    });
    let plain = || {
        let heading = evidence.title_node();
        let title = evidence.title.as_ref().map(|title| squash(&title.text));
        let lines = all.filter(|id| may_hold(page, *id)).take(LOOKS);
        let mut read = lines.filter_map(|id| steps::read(page, id));
        read.find(|read| read.leads_here(page, title.as_deref(), heading))
    };
    let Reading { node, steps, .. } = named.or_else(plain)?;
    let receipt = Receipt {
        page: page.snapshot.final_url.clone(),
        source: Source::Text,
        path: page.place(node),
        quote: page.text(node).chars().take(300).collect(),
    };
    Some(Trail { steps, receipt })
}

/// Whether markup calls an element a trail.
fn is_named(page: &Page<'_>, id: NodeId) -> bool {
    let mut attrs = page.dom.attrs(id).iter();
    attrs.any(|(name, value)| SAID_BY.contains(&name.as_str()) && names::are_in(value))
        && is_small(page, id, NODES)
}

/// The whole trail where markup calls its steps so, each by itself; else what was read.
fn around(page: &Page<'_>, read: Reading) -> Reading {
    if read.steps.len() > 1 {
        return read;
    }
    let small = |up: &NodeId| {
        let whole = matches!(page.dom.tag(*up), "body" | "html" | "main" | "article");
        !whole && is_small(page, *up, NODES)
    };
    let mut above = page.dom.ancestors(read.node).take_while(small);
    let longer = |up: NodeId| steps::read(page, up).filter(|all| all.steps.len() > 1);
    let whole = above.find_map(longer);
    let whole = whole.filter(|all| {
        let mut rest = page.dom.nodes[read.node].end..page.dom.nodes[all.node].end;
        all.is_pointed(page) || rest.any(|id| is_named(page, id))
    });
    whole.unwrap_or(read)
}

/// Whether an element that nothing calls a trail may be one: a line or a list of a few links.
fn may_hold(page: &Page<'_>, id: NodeId) -> bool {
    let link = |at: NodeId| page.dom.tag(at) == "a";
    !matches!(page.dom.tag(id), "" | "a" | "li")
        && is_small(page, id, PLAIN_NODES)
        && page.dom.descendants(id).any(link)
}

fn is_small(page: &Page<'_>, id: NodeId, most: usize) -> bool {
    let nodes = page.dom.nodes[id].end - id;
    let seen = page.ink(id) > 0 && page.ink(id) <= TEXT && nodes <= most;
    seen && page.zone(id) & (RELATED | VISITORS) == 0
}
