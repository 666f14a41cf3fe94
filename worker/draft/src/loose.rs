//! Properties that markup names (microdata `itemprop`) outside of any item: they speak of the page, if
//! they all say the same. What items hold is read in `microdata`.

use domain::evidence::Source;
use domain::snapshot::{NodeId, Visibility};
use serde_json::Value;

use crate::dom::{APART, Page, STRUCK};
use crate::evidence::Evidence;
use crate::fill::is_of;
use crate::match_fields::Wanted;
use crate::microdata;
use crate::receipt::Claim;
use crate::vocabulary::Kind;

/// The claims of the properties that a field means; none if they differ.
pub(crate) fn of_loose(evidence: &Evidence<'_>, wanted: &Wanted) -> Vec<Claim> {
    let page = evidence.page;
    // A heading names the page; a description may be anything's.
    let named = !matches!(wanted.kind, Kind::Title | Kind::Description | Kind::Link);
    // A price that nothing else is said of is no rent.
    let named = named && !is_of(wanted, "rent");
    let Some(concept) = wanted.concept.filter(|_| named) else {
        return Vec::new();
    };
    let paths = concept
        .paths
        .iter()
        .map(|path| path.strip_prefix("offers.").unwrap_or(path));
    for name in paths.filter(|path| !path.contains('.')) {
        let is = |id: &NodeId| {
            let mut names = page
                .dom
                .attr(*id, "itemprop")
                .unwrap_or("")
                .split_whitespace();
            names.any(|one| one == name)
        };
        let nodes = evidence.loose().iter().copied().filter(is);
        let rating = matches!(
            concept.id.as_str(),
            "reviewCount" | "ratingCount" | "ratingValue"
        );
        let nodes = nodes.filter(|id| rating || page.speaks(*id));
        let claim = |id: NodeId| {
            let text = microdata::plain_value(page, id, name);
            Claim::machine(
                Value::from(text),
                Source::Microdata,
                format!("itemprop={name}"),
            )
        };
        let mut claims: Vec<Claim> = nodes.map(claim).collect();
        claims.retain(|claim| {
            claim
                .value
                .as_str()
                .is_some_and(|text| !text.trim().is_empty())
        });
        let Some(first) = claims.first() else {
            continue;
        };
        let one = claims.iter().all(|claim| claim.value == first.value);
        claims.truncate(usize::from(one));
        return claims;
    }
    Vec::new()
}

/// The elements of the page's own that are properties of no item, in page order.
pub(crate) fn nodes(page: &Page<'_>) -> Vec<NodeId> {
    let all = 0..page.dom.nodes.len();
    all.filter(|id| is_loose(page, *id)).collect()
}

fn is_loose(page: &Page<'_>, id: NodeId) -> bool {
    let held = |at: NodeId| page.dom.attr(at, "itemscope").is_some();
    let seen = page.dom.nodes[id].visibility == Visibility::Visible
        || matches!(page.dom.tag(id), "meta" | "link");
    page.dom.attr(id, "itemprop").is_some()
        && seen
        && page.zone(id) & (APART | STRUCK) == 0
        && !held(id)
        && !page.dom.ancestors(id).any(held)
}

#[cfg(test)]
mod tests;
