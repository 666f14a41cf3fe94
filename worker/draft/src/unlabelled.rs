//! What a page shows without a label, by the kind of field: its price, whether the thing can be had, who
//! wrote it and when, its main text.

use domain::evidence::Source;
use domain::schema::Field;
use serde_json::Value;

use crate::fill::{Filler, is_of};
use crate::labels::Pair;
use crate::match_fields::Wanted;
use crate::receipt::Claim;
use crate::values::is_address;
use crate::values::price::{self, Bound};
use crate::vocabulary::Kind;
use crate::{brands, bylines, datelines, main_text, prices, stock};

impl Filler<'_> {
    /// The price that the page shows as its own, the button by which a thing is had, the byline: they
    /// outrank metadata as a label does.
    pub(crate) fn prominent(&self, field: &Field, wanted: &Wanted) -> Vec<Claim> {
        let evidence = self.evidence;
        if is_of(wanted, "price") && evidence.open_price().is_some() {
            return Vec::new();
        }
        if is_of(wanted, "price") {
            return prices::prominent(evidence.page, evidence.title_node(), evidence.price());
        }
        match (&field.closed_set, wanted.kind) {
            (Some(set), Kind::Availability) => stock::pressable(evidence, set),
            (None, kind) if is_of(wanted, "author") && !is_address(field, kind) => {
                let claims = bylines::shown(evidence, evidence.title_node());
                claims
                    .into_iter()
                    .filter(|claim| !self.is_told(claim, wanted))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// What the page shows without a label: its price, whether it can be had.
    pub(crate) fn shown(&self, field: &Field, wanted: &Wanted) -> Vec<Claim> {
        let evidence = self.evidence;
        match (
            &field.closed_set,
            wanted.concept.map(|concept| concept.id.as_str()),
        ) {
            (Some(set), Some("availability")) => stock::shown(evidence, set),
            (None, Some("sku" | "identifier")) => {
                crate::codes::of_address(evidence.page, &evidence.page.snapshot.final_url)
            }
            // What cannot be had has no price of its own: what is shown is another thing's.
            (None, Some("price")) if stock::is_out(evidence) => Vec::new(),
            (None, Some("price")) if evidence.open_price().is_some() => Vec::new(),
            (None, Some("price")) => prices::shown(evidence.page, evidence.price()),
            (None, Some("lowPrice")) => evidence.open_price().into_iter().cloned().collect(),
            (None, Some("author")) if !is_address(field, wanted.kind) => {
                bylines::named(evidence, evidence.title_node())
            }
            (None, Some("brand")) => brands::named(evidence, evidence.title_node()),
            (None, Some("dateModified")) => datelines::updated(evidence, evidence.title_node()),
            (None, Some("datePosted")) => datelines::shown(evidence, evidence.title_node()),
            (None, Some("description" | "articleBody")) if !wanted.is_brief() => {
                let text = main_text::main_text(evidence.page);
                let claim = |text: String| Claim::seen(&text, Source::Text, "main text".to_owned());
                text.map(claim).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The words with which a page only bounds its price, under a label or before any other amount: "From
    /// 70.50". Which price counts then depends on a choice, so no other amount on the page is the price,
    /// and the lower end of a range is not it. Metadata that calls one amount the price says the same and
    /// more, if it keeps to the bound.
    pub(crate) fn open_price(&self, wanted: &Wanted, pairs: &[&Pair]) -> Option<String> {
        if !is_of(wanted, "price") || wanted.bound.is_some() {
            return None;
        }
        let style = self.evidence.reading.style;
        let bounded = pairs.iter().find(|pair| price::is_open(&pair.value, style));
        let labelled = bounded.map(|pair| pair.value.clone());
        labelled.or_else(|| self.evidence.open_price().map(Claim::quote))
    }

    /// Whether an amount lies below the one that the page says it starts from.
    pub(crate) fn is_below(&self, wanted: &Wanted, value: &Value) -> bool {
        let open = self
            .evidence
            .open_price()
            .filter(|_| is_of(wanted, "price"));
        let style = self.evidence.reading.style;
        let from =
            open.and_then(|claim| price::amount(&claim.quote(), style, Some(Bound::Minimum)));
        let from = from.and_then(|from| from.parse::<f64>().ok());
        from.zip(value.as_f64())
            .is_some_and(|(from, value)| value < from)
    }
}
