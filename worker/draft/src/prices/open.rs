//! The first amount after the heading, where it only bounds the price: "From 70.50", "20 – 30". Exact
//! amounts are weighed in the module above.

use domain::evidence::Source;
use domain::snapshot::NodeId;

use super::{
    Called, Candidate, NEAR, alone, is_others, is_price_word, names, preceding, tail, unstruck,
};
use crate::dom::{Page, STRUCK};
use crate::receipt::Claim;
use crate::values::bounds::bounded;
use crate::values::number::{self, Style};
use crate::values::price::{is_bounded, is_marked, range};
use crate::values::rates::is_per_time;
use crate::words::squash;

/// Letters that may stand beside a bound: more are a sentence.
const LETTERS: usize = 14;
/// The claim of the first amount after the heading that is called no other one, if it says a bound or is an
/// end of a range, and no exact amount stands before it.
pub(crate) fn open(
    page: &Page<'_>,
    title: Option<NodeId>,
    style: Style,
    best: Option<&Candidate>,
) -> Option<Claim> {
    let start = title.unwrap_or(0);
    let exact = best.map_or(page.dom.nodes.len(), |best| best.node);
    let end = best.map_or(exact, |best| page.dom.nodes[best.node].end);
    let close = |id: NodeId| title.is_none() || page.ink_before(id) - page.ink_before(start) < NEAR;
    let amounts = (start..end).take_while(|id| close(*id)).filter(|id| {
        let text = page.dom.text(*id).unwrap_or("");
        page.is_own(*id) && text.len() <= 60 && text.chars().any(char::is_numeric)
    });
    let mut tops = amounts
        .filter(|id| page.zone(*id) & STRUCK == 0)
        .filter_map(|id| alone(page, id));
    let mut called = Called::default();
    let node = tops.find(|node| {
        let text = unstruck(page, *node);
        let found = number::find(&text, style);
        found.iter().any(|one| is_marked(&text, one))
            && !names(page, *node, &mut called).other
            && !is_others(&text[..found[0].start], preceding(page, *node))
    })?;
    let text = unstruck(page, node);
    let short = |text: &str| text.chars().filter(|ch| ch.is_alphabetic()).count() <= LETTERS;
    // The word may stand before the amount in an element of its own.
    let led = format!("{} {text}", tail(preceding(page, node)));
    let mut told = [text.as_str(), led.trim()].into_iter();
    let bounded = told.find(|told| {
        node < exact && short(&text) && is_bounded(told, style) && !is_rate(told, style, best)
    });
    let claim = |told: &str| Claim::seen(told, Source::Text, page.place(node));
    if let Some(told) = bounded {
        return Some(claim(told));
    }
    let ends = ends(page, node, style)?;
    let heading = title.map(|title| page.text(title)).unwrap_or_default();
    let ends = ends.strip_prefix(&heading).unwrap_or(&ends).trim();
    (short(ends) && is_of_price(ends, style)).then(|| claim(ends))
}

/// Whether a range stands alone or says itself that it is one of prices; an estimate is another matter.
fn is_of_price(range: &str, style: Style) -> bool {
    let found = number::find(range, style);
    let Some(first) = found.first() else {
        return false;
    };
    let lead = squash(&range[..first.start]);
    let named = lead.split(' ').any(is_price_word);
    lead.chars().all(|ch| !ch.is_alphabetic()) || named || bounded(range, first, true).is_some()
}

/// A rate ("from 20 a month") beside an exact amount is how it may be paid.
fn is_rate(text: &str, style: Style, best: Option<&Candidate>) -> bool {
    let rate = |text: &str| {
        let found = number::find(text, style);
        found.iter().any(|one| is_per_time(text, one.end))
    };
    best.is_some_and(|best| best.score > 0 && !rate(&best.text)) && rate(text)
}

/// The range whose lower end an element shows, alone or with what stands right beside it.
fn ends(page: &Page<'_>, node: NodeId, style: Style) -> Option<String> {
    let text = unstruck(page, node);
    range(&text, style).map(str::to_owned).or_else(|| {
        let around = page.dom.nodes[node].parent?;
        let wide = (page.ink(around) <= 60).then(|| unstruck(page, around))?;
        let whole = range(&wide, style)?;
        whole.starts_with(text.trim()).then(|| whole.to_owned())
    })
}
