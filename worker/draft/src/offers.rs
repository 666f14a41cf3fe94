//! Which of several offers in metadata is the one that a page shows, and whether a price of nothing is one. What
//! metadata says of a thing with one offer is read in `claims`.

use serde_json::Value;

use crate::entity::each;
use crate::fill::{Filler, is_of};
use crate::match_fields::Wanted;
use crate::vocabulary::{Kind, is_undisclosed};

/// More offers than this are a catalogue.
const MOST: usize = 64;

impl Filler<'_> {
    /// The entity with no other offers than those of the price that the page shows, if that tells some of several:
    /// a variant is chosen then, and whether it can be had is asked of it.
    pub(crate) fn as_chosen(&self, entity: &Value, wanted: &Wanted) -> Option<Value> {
        let price = is_of(wanted, "price") || wanted.kind == Kind::Availability;
        let offers = entity.get("offers")?.as_array()?;
        if !price && wanted.kind != Kind::Code || !(2..=MOST).contains(&offers.len()) {
            return None;
        }
        let shown = self.evidence.price()?.shown()?;
        let graph = &self.evidence.graph;
        let is_shown = |offer: &Value| {
            let price = graph.resolve(offer).get("price");
            price.and_then(amount) == Some(shown)
        };
        let held: Vec<bool> = offers.iter().map(is_shown).collect();
        let some = held.contains(&true) && held.contains(&false);
        some.then(|| {
            let kept = offers.iter().zip(held);
            let kept = kept.map(|(offer, held)| if held { offer.clone() } else { Value::Null });
            let mut entity = entity.clone();
            entity["offers"] = kept.collect();
            entity
        })
    }

    /// Whether the page says that its price is not told: "Call for price". A price of nothing stands for it then.
    pub(crate) fn is_untold(&self) -> bool {
        let page = self.evidence.page;
        let mut texts = (0..page.dom.nodes.len()).filter_map(|id| page.said(id));
        texts.any(|text| text.len() >= 10 && is_undisclosed(text))
    }
}

/// A price in numbers or in decimal text.
fn amount(price: &Value) -> Option<f64> {
    let mut one = each(Some(price));
    let price = one.next().filter(|_| one.next().is_none())?;
    let text = || price.as_str()?.trim().parse().ok();
    price.as_f64().or_else(text)
}

#[cfg(test)]
mod tests;
