//! The claims that the best amount of a page makes for a field, by how well it is known to be the price. Which amount
//! is the best is weighed in the module above.

use domain::evidence::Source;
use domain::snapshot::NodeId;

use super::{Candidate, NEAR, following, is_price_word};
use crate::dom::{Page, STRUCK};
use crate::evidence::Evidence;
use crate::receipt::Claim;
use crate::values::price::code_beside;
use crate::words::phrase;

/// The claims of unlabelled prices: the best candidate, if any is good enough.
pub(crate) fn shown(page: &Page<'_>, best: Option<&Candidate>) -> Vec<Claim> {
    claim(page, best.filter(|best| best.score > 0))
}

/// The claim of the currency's code beside the unlabelled price.
pub(crate) fn coded(page: &Page<'_>, best: Option<&Candidate>) -> Vec<Claim> {
    let coded = |claim: Claim| claim.renamed(|text| code_beside(text).map(str::to_owned));
    let claims = shown(page, best.filter(|best| code_beside(&best.text).is_some()));
    claims.into_iter().map(coded).collect()
}

/// The claim of a price that is called one itself, or stands beside what it was, close after the heading: as good as a
/// label.
pub(crate) fn prominent(
    page: &Page<'_>,
    title: Option<NodeId>,
    best: Option<&Candidate>,
) -> Vec<Claim> {
    let Some(title) = title else {
        return Vec::new();
    };
    let named = |node: NodeId| {
        let near = page.dom.descendants(node).take(4).chain([node]);
        let mut words = near
            .flat_map(|at| ["class", "itemprop"].map(|name| page.dom.attr(at, name)))
            .flatten()
            .flat_map(phrase);
        words.any(|word| is_price_word(&word))
    };
    let counts = |best: &&Candidate| {
        best.score >= 13 && named(best.node) || best.score > 0 && is_beside_struck(page, best.node)
    };
    claim(
        page,
        best.filter(counts)
            .filter(|best| is_close(page, title, best.node)),
    )
}

/// The claims of a lone regular price close after the heading: also what is sold out has it.
pub(crate) fn usual(evidence: &Evidence<'_>) -> Vec<Claim> {
    let best = evidence.price().filter(|best| best.usual);
    near(evidence.page, evidence.title_node(), best)
}

/// The claims of a price that stands close after the heading, whatever it is called.
pub(crate) fn near(page: &Page<'_>, title: Option<NodeId>, best: Option<&Candidate>) -> Vec<Claim> {
    let close = |best: &&Candidate| title.is_some_and(|title| is_close(page, title, best.node));
    shown(page, best.filter(close))
}

/// The claim of a price close after the heading, as it stands and with the words right behind it.
pub(crate) fn led_on(
    page: &Page<'_>,
    title: Option<NodeId>,
    best: Option<&Candidate>,
) -> Vec<Claim> {
    let alone = near(page, title, best);
    let longer = |best: &Candidate| format!("{} {}", best.text, following(page, best.node));
    let longer = best
        .filter(|_| !alone.is_empty())
        .map(|best| Claim::seen(longer(best).trim(), Source::Text, page.place(best.node)));
    alone.into_iter().chain(longer).collect()
}

fn is_close(page: &Page<'_>, title: NodeId, node: NodeId) -> bool {
    node > title && page.ink_before(node) - page.ink_before(title) < NEAR
}

/// Whether a struck amount stands right beside an element: the two together are a price and what it was.
fn is_beside_struck(page: &Page<'_>, node: NodeId) -> bool {
    let struck = |at: NodeId| {
        let text = page.dom.text(at).filter(|_| page.zone(at) & STRUCK != 0);
        text.is_some_and(|text| text.contains(|ch: char| ch.is_ascii_digit()))
    };
    let mut near = page.dom.ancestors(node).take(2);
    near.any(|up| page.is_small(up, 80) && page.dom.descendants(up).any(struck))
}

fn claim(page: &Page<'_>, best: Option<&Candidate>) -> Vec<Claim> {
    let claim = best.map(|best| Claim::seen(&best.text, Source::Text, page.place(best.node)));
    claim.into_iter().collect()
}
