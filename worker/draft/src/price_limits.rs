//! What a page says its price lies between: "From 70.50", "20 – 30", an offer with a lowest and a highest
//! price. An amount that only repeats a limit is not the price.

use domain::evidence::Source;
use serde_json::Value;

use crate::fill::{Filler, is_of};
use crate::labels::Pair;
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::values::price::{self, Bound};

/// The ends between which a price is said to lie.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    low: f64,
    /// None if the page names the lower end only.
    high: Option<f64>,
}

impl Limits {
    /// Whether metadata or a share card with this amount states no price of its own.
    ///
    /// "From 70.50" names one end. A share card, a price tag or an offer of the same page that calls 70.50 the
    /// price states an amount, and one that keeps to the bound: it says the same and more, so it counts. It is
    /// also what people answer who are asked for the price of such a page. Without it nothing on the page
    /// calls an amount the price, and the lower end is `lowPrice` and no more.
    ///
    /// Where a page names both ends, it calls neither the price. A share card or a price tag holds one
    /// amount and has no place for the other end, so it repeats the lower one: a row could prove by it
    /// `lowPrice`, and no more. What lies outside of the ends contradicts the page. What a person reads as
    /// the price beside a range is another matter, and counts.
    pub(crate) fn are_met(self, value: &Value, claim: &Claim) -> bool {
        let seen = matches!(claim.source, Source::Label | Source::Table | Source::Text);
        let Some(amount) = value.as_f64().filter(|_| !seen) else {
            return false;
        };
        match self.high {
            Some(high) => amount <= self.low || amount >= high,
            None => amount < self.low,
        }
    }
}

impl Filler<'_> {
    /// The words with which a page only bounds its price, under a label or before any other amount: "From
    /// 70.50", "20 – 30". Which price counts then depends on a choice, so no other amount on the page is
    /// the price, and the lower end of a range is not it. Metadata that calls one amount the price says the
    /// same and more than "from", if it keeps to the bound.
    pub(crate) fn open_price(&self, wanted: &Wanted, pairs: &[&Pair]) -> Option<String> {
        if !is_of(wanted, "price") || wanted.bound.is_some() {
            return None;
        }
        let style = self.evidence.reading.style;
        let bounded = pairs.iter().find(|pair| price::is_open(&pair.value, style));
        let labelled = bounded.map(|pair| pair.value.clone());
        labelled.or_else(|| self.evidence.open_price().map(Claim::quote))
    }

    /// The limits of a price field, as shown, else as metadata names both.
    pub(crate) fn limits(&self, wanted: &Wanted) -> Option<Limits> {
        if !is_of(wanted, "price") || wanted.bound.is_some() {
            return None;
        }
        let style = self.evidence.reading.style;
        let open = self.open_price(wanted, &self.current(wanted));
        let Some(open) = open else {
            return self.offered();
        };
        let how = self.reading(wanted, false).scales();
        let end = |bound| price::amount(&open, style, Some(bound), how)?.parse().ok();
        Some(Limits {
            low: end(Bound::Minimum)?,
            high: end(Bound::Maximum),
        })
    }

    /// The lowest and the highest price of the offers, if they differ.
    fn offered(&self) -> Option<Limits> {
        let end = |path: &str, value: &Value| {
            let leaves = self.evidence.graph.walk(value, path);
            let value = leaves.first()?.value;
            let text = || value.as_str()?.trim().parse().ok();
            value.as_f64().or_else(text)
        };
        let ends = self.chosen.iter().find_map(|entity| {
            let low: f64 = end("offers.lowPrice", &entity.value)?;
            Some((low, end("offers.highPrice", &entity.value)?))
        });
        let (low, high) = ends.filter(|(low, high)| low < high)?;
        Some(Limits {
            low,
            high: Some(high),
        })
    }
}

#[cfg(test)]
mod tests;
